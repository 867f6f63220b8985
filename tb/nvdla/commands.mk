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

## the loadable of 'make network': a file of NVIDIA's compiler
NETWORK ?=
## its input: a picture (.pgm, .png) or an array (.npy, .dimg); name=file,name=file where there are several
INPUT ?=
## what its first output is compared with: .dimg or .npy
GOLDEN ?=
## operations of a network that are played, such as 3 or 3,5: each from the memory that the device has before it
ONLY ?=
## play one of so many steps of a network
EVERY ?=
## 28 or 32, where a loadable does not tell which cubes it has
CUBE_BYTES ?=

## 1: 'make network' only shows what the loadable holds
SHOW ?=
## a folder into which 'make network' writes each step and the whole network as traces, in DIALECT
EXPORT ?=
## steps of a network that each run of the suite plays which 'make network' writes into SUITE
STEPS ?=

export SHOW EXPORT STEPS NETWORK INPUT GOLDEN ONLY EVERY CUBE_BYTES PAIRS FUNCTION LOW HIGH PRECISION IN_STEP OUT_STEP EXPONENTIAL
TAKES_network-faults =
TAKES_two-seeds =
TAKES_bench = CONFIG SIM ATTACH PAIRS
TAKES_tables = $(DEVICE) FUNCTION LOW HIGH PRECISION IN_STEP OUT_STEP EXPONENTIAL

TAKES_network = $(DEVICE) ERRATA $(SIMULATION) $(MEMORIES) SHOW EXPORT SUITE STEPS DIALECT NETWORK INPUT GOLDEN ONLY EVERY CUBE_BYTES PLUSARGS WAVES TAPS ATTACH

.PHONY: bench tables network network-faults two-seeds
network: setup-sim registers ## play a compiled network, each operation checked: make network NETWORK=lenet.nvdla INPUT=digit.pgm SIM=verilator
	@$(VENV)/python -m tb network

network-faults: setup-sim registers ## plant twenty faults under a network of ours: each failure names the operation, eighteen the unit
	@NETWORK_FAULTS=all $(VENV)/python -m pytest tests/selfcheck/nvdla/test_network_faults.py

two-seeds: setup-sim registers ## plant faults into units, and see their own random tests catch four fifths with one of two seeds; 'make long' tries a third
	@TWO_SEEDS=all $(VENV)/python -m pytest tests/selfcheck/nvdla/test_two_seeds.py

bench: setup-sim registers ## what the model costs beside bare matrix products, and checking beside the same design without Python (CONFIG, SIM, ATTACH, PAIRS)
	@$(VENV)/python -m tests.bench.nvdla --sim $(SIM)

tables: setup registers ## look-up tables of a function, how far off they are and how they look: make tables FUNCTION=sigmoid
	@$(VENV)/python -m tb tables
