# Targets that only NVDLA has, and their variables, for the Makefile.

## pairs of runs, with checks and without, that 'make bench' takes the median of
PAIRS ?= 9
## the function of 'make tables': sigmoid, tanh, square_root, lrn, module:function, or an expression such as 'x * exp(-x)'
FUNCTION ?=
## its range; those that have names have one
LOW ?=
HIGH ?=
## its number format: INT8, INT16 or FP16
PRECISION ?=
## the real number that 1 stands for at the tables' input and in an entry
IN_STEP ?=
OUT_STEP ?=
## 1: the entries of one table lie at powers of two; 0: they do not
EXPONENTIAL ?=

export PAIRS FUNCTION LOW HIGH PRECISION IN_STEP OUT_STEP EXPONENTIAL
TAKES_bench = CONFIG SIM ATTACH PAIRS
TAKES_tables = $(DEVICE) FUNCTION LOW HIGH PRECISION IN_STEP OUT_STEP EXPONENTIAL

.PHONY: bench tables
bench: setup-sim registers ## what the model costs beside bare matrix products, and checking beside the same design without Python (SIM, ATTACH, PAIRS)
	@$(VENV)/python -m tests.bench.nvdla --sim $(SIM)

tables: setup registers ## look-up tables of a function, how far off they are and how they look: make tables FUNCTION=sigmoid
	@$(VENV)/python -m tb tables
