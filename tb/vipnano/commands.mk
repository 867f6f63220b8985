# Targets that only VIPNano has, and their variables, for the Makefile.

## files with the structure of a job and with its coefficients, for 'make explain-stream' and 'make trace-job'
STRUCTURE ?=
STREAM ?=
## a file with other coefficients of that job: where do they part?
OTHER ?=
## files with the input of that job and with what came out, each from the address on that the structure says, for 'make trace-job'
INPUT ?=
OUTPUT ?=
## only the stream of this core, and of it only what this bit is in
CORE ?=
BIT ?=

export STRUCTURE STREAM OTHER INPUT OUTPUT CORE BIT
TAKES_explain-stream = $(DEVICE) STRUCTURE STREAM OTHER CORE BIT

TAKES_trace-job = $(DEVICE) STRUCTURE STREAM INPUT OUTPUT OUT

.PHONY: explain-stream trace-job
explain-stream: setup registers ## coefficients of VIPNano as text, bit by bit, or where two of them part: make explain-stream FAMILY=vipnano STRUCTURE=job.bin STREAM=coefficients.bin
	@$(VENV)/python -m tb.vipnano.explain --structure '$(STRUCTURE)' --stream '$(STREAM)' --other '$(OTHER)' --core '$(CORE)' --bit '$(BIT)' --config '$(CONFIG)'

trace-job: setup registers ## a job that a driver has dumped, held against the rules and as a trace: make trace-job FAMILY=vipnano STRUCTURE=job.bin STREAM=coefficients.bin INPUT=input.bin OUTPUT=output.bin OUT=build/dumped/job
	@$(VENV)/python -m tb.vipnano.dumped --structure '$(STRUCTURE)' --stream '$(STREAM)' --input '$(INPUT)' --output '$(OUTPUT)' --out '$(OUT)' --config '$(CONFIG)'
