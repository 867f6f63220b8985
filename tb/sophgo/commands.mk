# Targets that only Sophgo's TPU has, and their variables, for the Makefile.

## a folder that has the library of the vendor's model, for 'make judge', where the package tpu_mlir is not installed
NPUVM_JUDGE ?=

export NPUVM_JUDGE
TAKES_judge = FAMILY COUNT FIRST SEED NPUVM_JUDGE

.PHONY: judge
judge: setup registers ## random words of Sophgo's TPU on the vendor's model and here (COUNT, FIRST, SEED); skipped where it is not installed
	@$(VENV)/python -m tb.sophgo.judge --count $(COUNT) --first $(FIRST) $(if $(SEED),--seed $(SEED))
