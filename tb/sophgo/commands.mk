# Targets that only Sophgo's TPU has, and their variables, for the Makefile.

## files with the streams of a kernel, for 'make disassemble'
TIU ?=
GDMA ?=
## or a file with bytes of memory, the address of its first one, and that of its table of kernels
DUMP ?=
BASE ?=
TABLE ?=

export TIU GDMA DUMP BASE TABLE
TAKES_disassemble = $(DEVICE) TIU GDMA DUMP BASE TABLE

.PHONY: disassemble
disassemble: setup registers ## words of Sophgo's TPU as text, and what is wrong with them: make disassemble FAMILY=sophgo TIU=tiu.bin GDMA=gdma.bin
	@$(VENV)/python -m tb disassemble
