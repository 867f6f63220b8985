# Targets that only VIPNano has, and their variables, for the Makefile.

## files with the structure of a job and with its coefficients, for 'make explain-stream'
STRUCTURE ?=
STREAM ?=
## a file with other coefficients of that job: where do they part?
OTHER ?=
## only the stream of this core, and of it only what this bit is in
CORE ?=
BIT ?=

export STRUCTURE STREAM OTHER CORE BIT
TAKES_explain-stream = $(DEVICE) STRUCTURE STREAM OTHER CORE BIT

.PHONY: explain-stream
explain-stream: setup registers ## coefficients of VIPNano as text, bit by bit, or where two of them part: make explain-stream FAMILY=vipnano STRUCTURE=job.bin STREAM=coefficients.bin
	@$(VENV)/python -m tb.vipnano.explain --structure '$(STRUCTURE)' --stream '$(STREAM)' --other '$(OTHER)' --core '$(CORE)' --bit '$(BIT)' --config '$(CONFIG)'
