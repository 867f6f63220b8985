# npuvm: 'make' alone prints the '##' comments of this file and of families' own. What needs more than a line is done by tools/ and tb/.

# What is set but empty counts as not set.
OF_USER := SIM ERRATA MEMORY MEMORY_MB SELF_CHECK COUNT PAIRS AT_LEAST JOBS PYTHON COCOTB_LOG_LEVEL COCOTB_TEST_FILTER \
           COCOTB_RANDOM_SEED NPUVM_VENV
$(foreach name,$(OF_USER),$(if $(strip $($(name))),,$(eval override undefine $(name))))

## the simulator: icarus or verilator; for trace also none, the reference device alone
SIM ?= icarus
## a hardware configuration of the family, or a file of your own that describes one (docs/configurations.md); the family's first if not given
CONFIG ?=
## the device family; if not given, tests, lint and docs are about all, and the rest about the first of pyproject.toml's families that is there
FAMILY ?=
## only tests whose module.name this regular expression matches (or COCOTB_TEST_FILTER)
TEST ?=
## a folder with test files of your own, wherever it is, for 'make sim' and 'make record': docs/first_test.md
TESTS ?=
## what knobs of these tests are set to, such as 'profile=harsh': docs/regressions.md
KNOBS ?=
## plusargs for the RTL, such as '+rready_drops=1 +bready_drops=2': rtl_stubs/nvdla/README.md
PLUSARGS ?=
## faults of the public part: known expects them, fail or ids (with commas between them) makes them errors: docs/attach.md, 'Faults of the part'
ERRATA ?=
## what all random choices hang on; a new one for each run if not given (or COCOTB_RANDOM_SEED)
SEED ?=
## seeds and ranges of seeds for 'make record' and 'make regress', such as 1,5,10-20
SEEDS ?=
## folder for the traces of 'make record' (build/recorded if not given), or for the report of 'make report' and 'make regress' (build/report)
OUT ?=
## the form in which 'make record' writes traces, where a family has several: docs/nvdla/traces.md, 'What is written'
DIALECT ?=
## what 'make regress' and 'make close' play: a suite of the family's, such as smoke or nightly, or a file of your own
SUITE ?=
## play seed after seed for so many hours
HOURS ?=
## processor minutes that 'make close' may take
BUDGET ?=
## end 'make regress' after so many failures that are not known
MAX_FAILURES ?=
## where 'make regress' and 'make close' play: local, or a cluster: docs/regressions.md
ENGINE ?=
## 0: 'make regress' does not make failures smaller at its end
SHRINK ?=
## programs that 'make shrink' plays at most
MAX_RUNS ?=
## failed: play those that failed once more, with waves and taps
RERUN ?=
## 1: only say what 'make regress' would play, and how long it would take
LIST ?=
## folders of regressions for 'make report', of other machines too; the one that was played last if not given
RESULTS ?=
## folders of regressions, or a record of the history, that 'make report' compares with; the last record of the suite if not given
AGAINST ?=
## folder of small records of reports, of which the history is drawn (build/history if not given): docs/report.md
HISTORY ?=
## how 'make failures' prints: text, or github, which continuous integration shows beside a change: docs/ci.md
FORMAT ?=
## 1 writes waves
WAVES ?=
## 1 builds our RTL with taps between its units: a failure names the border at which RTL and reference first differ
TAPS ?=
## 1 counts which lines, branches and expressions of the RTL are reached (SIM=verilator), toggle which bits change; for 'make cover': show it
CODE_COVERAGE ?=
## folders of traces for 'make trace' and 'make lint-program'
TRACE ?=
## a file that describes RTL of yours, to be taken in place of ours: docs/attach.md
ATTACH ?=
## where recorded layers fail on RTL of yours: stop, or warn and go on; off plays none of them
SELF_CHECK ?= stop
## units into which 'make mutate' plants faults, with commas between them; all if not given
UNITS ?=
## how many faults 'make mutate' plants (60), or how many cases 'make fuzz' tries (1000) and 'make judge' asks about (60)
COUNT ?= 60
## only the fault of this number in 'make mutate', with all that its tests say
MUTANT ?=
## number of the first case of 'make fuzz' and 'make judge'
FIRST ?= 0
## a folder that has what 'make judge' asks, where its package is not installed: the library of Sophgo's, the modules of VIPNano's
NPUVM_JUDGE ?=
## what answers the memory ports: hdl (fast) or python (sparse over all addresses)
MEMORY ?= hdl
## megabytes of each HDL memory
MEMORY_MB ?= 64
## which value 'make explain' explains: an address, or n,c,h,w of the last layer's output
AT ?=
## 1 takes goldens literally that depend on interrupt timing
STRICT ?=
## how much the simulation's log tells
COCOTB_LOG_LEVEL ?= INFO
## 'make cover': only groups, or units of the RTL, whose name holds this, with all their holes
GROUP ?=
## folder into which simulations write what they covered, such as build/coverage/tiny/mine, where 'make cover' looks
NPUVM_COVERAGE ?=
## what 'make family' calls the new family
NAME ?=
## percent of the bins that 'make cover' wants to be hit, or of the faults that 'make mutate' wants to be caught: below, they fail
AT_LEAST ?= 95
## tests at a time
JOBS ?= 2
## the Python that .venv is made with, 3.11 or newer
PYTHON ?= python3
## the virtual environment; that of another checkout serves too: it is used as it is, and none is made here
NPUVM_VENV ?= .venv

COCOTB_TEST_FILTER ?= $(TEST)
COCOTB_RANDOM_SEED ?= $(SEED)
# Python ends with this make, also where that is killed for good: tb/runner/stopping.py
export NPUVM_MAKE := $(shell echo $$PPID)
export NPUVM_JUDGE AT TAPS CODE_COVERAGE TESTS KNOBS PLUSARGS ERRATA RESULTS FORMAT AGAINST HISTORY SEEDS SUITE BUDGET HOURS MAX_FAILURES SHRINK MAX_RUNS ENGINE RERUN LIST OUT DIALECT UNITS COUNT FIRST GROUP AT_LEAST JOBS SIM CONFIG COCOTB_TEST_FILTER COCOTB_RANDOM_SEED COCOTB_LOG_LEVEL

VENV := $(NPUVM_VENV)/bin
BOOTSTRAP = $(PYTHON) -m tools.bootstrap --venv '$(NPUVM_VENV)'
FOR_CLUSTER = $(if $(findstring ://,$(ENGINE)),$(VENV)/python -m tb.regression.engines.address && $(BOOTSTRAP) --cluster)
# Another checkout, whose make starts as a user starts it.
IN_COPY = @cd build/alone/$(FAMILY) && env -u MAKEFLAGS -u MAKEOVERRIDES -u MAKELEVEL -u FAMILY -u CONFIG \
          PYTHONPATH='$(CURDIR)/build/alone/$(FAMILY)' NPUVM_VENV='$(abspath $(NPUVM_VENV))' $(MAKE)
OF_FAMILY = $(if $(FAMILY),--family '$(FAMILY)')

.DEFAULT_GOAL := help
# Targets that only some families have.
OF_FAMILIES := $(wildcard tb/*/commands.mk)
JUDGED := $(patsubst tb/%/judge/__main__.py,%,$(wildcard tb/*/judge/__main__.py))
include $(OF_FAMILIES) tools/command_line.mk
.PHONY: help sim trace explain lint-program record regress report failures close shrink mutate fuzz judge test long unit selfcheck cover doctor family alone registers docs lint lock clean setup setup-sim setup-cluster setup-browser setup-ucis

help: ## this text
	@awk -f tools/help.awk Makefile $(OF_FAMILIES)

sim: setup-sim registers ## simulate the bundled demonstration, checked by the reference device
	@$(VENV)/python -m tb sim

trace: setup-sim registers ## play register traces: make trace TRACE="<folders>" SIM=none
	@$(VENV)/python -m tb trace

explain: setup registers ## how the device comes to one value of a trace: make explain TRACE=<folder> AT=<address or n,c,h,w>
	@$(VENV)/python -m tb explain

lint-program: setup registers ## hold register programs against the rules: make lint-program TRACE="<folders>"
	@$(VENV)/python -m tb lint-program

record: setup-sim registers ## write what tests played as trace folders: make record TEST=RandomBdma SEEDS=1-10
	@$(VENV)/python -m tb record

shrink: setup registers ## make a failing test as small as it can be: make shrink TEST=RandomSdpTest SEED=3
	@$(VENV)/python -m tb shrink

mutate: setup-sim registers ## plant faults into our RTL, and say which of them the tests catch: docs/mutation.md
	@$(VENV)/python -m tb mutate

regress: setup registers ## play a suite of random tests under many seeds, resumed where it was stopped: docs/regressions.md
	@$(FOR_CLUSTER)
	@$(if $(filter file,$(origin SIM)),SIM=) $(VENV)/python -m tb regress

report: setup registers ## write all results as one page that opens without a network: docs/report.md
	@$(VENV)/python -m tb report

failures: setup registers ## the failures of regressions: first lines, and how to play them again (RESULTS, FORMAT)
	@$(VENV)/python -m tb failures

close: setup registers ## simulate of a suite what brings new bins, and say what is left: make close SUITE=nightly BUDGET=60
	@$(FOR_CLUSTER)
	@$(if $(filter file,$(origin SIM)),SIM=) $(VENV)/python -m tb close

fuzz: setup registers ## random traces, register programs and attach descriptions, none of which may bring anything down (COUNT, SEED, FIRST)
	@$(if $(filter file,$(origin COUNT)),COUNT=) $(VENV)/python -m tests.fuzz

judge: setup registers ## random work of a family on somebody else's model of it and here: make judge FAMILY=vipnano (COUNT, FIRST, SEED); skipped where that is not installed
	@$(if $(filter $(FAMILY),$(JUDGED)),,echo "error: make judge has a judge for FAMILY=<name> of: $(or $(JUDGED),none)" >&2; exit 2)
	@$(VENV)/python -m tb.$(FAMILY).judge --count $(COUNT) --first $(FIRST) $(if $(SEED),--seed $(SEED))

test: setup-sim registers ## the tests: unit, selfcheck, simulation
	@$(VENV)/python -m pytest -n $(JOBS) --dist loadgroup -m "not long" $(OF_FAMILY) tests/unit tests/selfcheck tests/sim

long: setup-sim registers ## what 'make test' leaves out: each configuration on the other simulator too, all recorded layers
	@$(VENV)/python -m pytest -n $(JOBS) --dist loadgroup -m long $(OF_FAMILY) tests

unit: setup registers ## the tests that need no simulator
	@$(VENV)/python -m pytest $(OF_FAMILY) tests/unit

selfcheck: setup-sim registers ## the tests that plant a bug and see it caught
	@$(VENV)/python -m pytest -n $(JOBS) --dist loadgroup $(OF_FAMILY) tests/selfcheck

cover: setup registers ## what the tests that ran have covered, and what not (CONFIG, GROUP, AT_LEAST)
	@$(VENV)/python -m tb cover

doctor: setup registers ## tools, versions, what is missing and how to get it; with ATTACH=my.toml, whether that RTL fits
	@$(VENV)/python -m tb doctor

family: setup ## begin a device family of your own as a copy of mini: make family NAME=my_npu; docs/your_npu.md
	@$(VENV)/python -m tools.family -- '$(if $(filter command,$(firstword $(origin NAME))),$(subst ','\'',$(value NAME)))'
	@$(VENV)/python -m ruff check --quiet --exit-zero --select I --fix $(addsuffix /$(NAME),models sequences tb tests/*)
	@$(VENV)/python -m ruff format --quiet $(addsuffix /$(NAME),models sequences tb tests/*)

alone: setup-sim ## copy the checkout without other families than FAMILY, and see lint, sim, test pass there
	@$(VENV)/python -m tools.alone '$(FAMILY)'
	$(IN_COPY) lint
	$(IN_COPY) sim
	$(IN_COPY) test FAMILY=$(FAMILY) JOBS=$(JOBS)

registers: setup ## compile the register description
	@$(VENV)/python -m tb.registers

docs: setup ## build the site: guides, API reference, register manual, rules; no network, no server
	@$(VENV)/python -m tb.registers --docs
	@$(VENV)/python -m tb docs
	@$(VENV)/python -m sphinx -q -W --keep-going -c docs . build/docs
	@echo "docs: open build/docs/index.html in a browser"

lint: setup registers ## style, types, import rules, citations, links and the map, test plans, Verilator's warnings on our RTL
	$(VENV)/python -m ruff check .
	$(VENV)/python -m ruff format --check .
	$(VENV)/python -m mypy
	$(VENV)/lint-imports --no-logo
	$(VENV)/python -m tools.references
	$(VENV)/python -m tb lint-plan
	@$(BOOTSTRAP) --sim verilator
	$(VENV)/python -m tb lint-rtl

lock: ## renew requirements.txt from requirements.in, and those of clusters, browsers and readers of UCIS
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet --requirement requirements.in
	(echo "# Every package with its version: 'make lock' writes this file from requirements.in."; \
	 build/lock/bin/python -m pip freeze) > requirements.txt
	for extra in cluster browser ucis; do \
	    $(PYTHON) -m venv --clear build/lock && \
	    build/lock/bin/python -m pip install --quiet --requirement requirements.txt --requirement requirements-$$extra.in && \
	    (echo "# Beside requirements.txt, every package with its version that requirements-$$extra.in needs: 'make lock' writes this file."; \
	     build/lock/bin/python -m pip freeze | grep -vxFf requirements.txt) > requirements-$$extra.txt || exit; \
	done

clean: ## delete all that was built; .venv stays
	rm -rf build models/*/generated rtl_stubs/*/generated .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

setup:
	@$(BOOTSTRAP)

setup-cluster:
	@$(BOOTSTRAP) --cluster

setup-browser:
	@$(BOOTSTRAP) --browser

setup-ucis:
	@$(BOOTSTRAP) --ucis

setup-sim:
	@$(BOOTSTRAP) --sim $(SIM)
