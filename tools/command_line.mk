# Which variables each target takes; families say it of their own. Another one on the command line is misspelt, or meant for another target: it would
# do nothing, and nobody would see it.

DEVICE := CONFIG FAMILY
SIMULATION := SIM SEED COCOTB_RANDOM_SEED COCOTB_LOG_LEVEL NPUVM_COVERAGE
MEMORIES := MEMORY MEMORY_MB
FILTER := TEST TESTS COCOTB_TEST_FILTER

TAKES_sim := $(DEVICE) $(SIMULATION) $(MEMORIES) $(FILTER) KNOBS PLUSARGS WAVES TAPS CODE_COVERAGE ATTACH SELF_CHECK ERRATA
TAKES_trace := $(DEVICE) $(SIMULATION) $(MEMORIES) TRACE STRICT PLUSARGS WAVES TAPS ATTACH SELF_CHECK ERRATA
TAKES_explain := $(DEVICE) TRACE AT
TAKES_lint-program := $(DEVICE) TRACE
TAKES_record := $(DEVICE) $(filter-out SEED COCOTB_RANDOM_SEED,$(SIMULATION)) $(MEMORIES) $(FILTER) KNOBS SEEDS OUT DIALECT ATTACH ERRATA
TAKES_mutate := $(DEVICE) SIM SEED COCOTB_LOG_LEVEL MEMORY UNITS COUNT JOBS AT_LEAST MUTANT TAPS
TAKES_regress := $(DEVICE) SIM MEMORY ATTACH TESTS SUITE SEEDS HOURS JOBS ENGINE MAX_FAILURES SHRINK RERUN LIST OUT HISTORY CODE_COVERAGE ERRATA
TAKES_report := FAMILY RESULTS AGAINST HISTORY OUT TEST COCOTB_TEST_FILTER
TAKES_failures := FAMILY RESULTS FORMAT TEST COCOTB_TEST_FILTER
TAKES_close := $(DEVICE) SIM MEMORY ATTACH TESTS SUITE BUDGET JOBS ENGINE ERRATA
TAKES_shrink := $(DEVICE) $(SIMULATION) $(FILTER) KNOBS PLUSARGS MEMORY ATTACH MAX_RUNS JOBS ERRATA
TAKES_fuzz := FAMILY COUNT FIRST SEED COCOTB_RANDOM_SEED
TAKES_judge := FAMILY COUNT FIRST SEED NPUVM_JUDGE
TAKES_test := $(DEVICE) SIM JOBS COCOTB_LOG_LEVEL CODE_COVERAGE
TAKES_long := $(TAKES_test)
TAKES_unit := FAMILY
TAKES_selfcheck := $(filter-out CODE_COVERAGE,$(TAKES_test))
TAKES_cover := $(DEVICE) GROUP AT_LEAST CODE_COVERAGE
TAKES_doctor := $(DEVICE) SIM ATTACH
TAKES_family := NAME
TAKES_alone := FAMILY JOBS
TAKES_registers := FAMILY CONFIG
TAKES_docs := $(DEVICE)
TAKES_lint := $(DEVICE)
TAKES_setup-sim := SIM
TAKES_setup-cluster :=
TAKES_setup-browser :=
TAKES_setup-ucis :=

# For all targets: what tools that they start take. Below another make nothing is looked at: it hands down its own too.
TAKEN_BY_TOOLS := PYTHON NPUVM_VENV SHELL CXX CXXFLAGS CPPFLAGS LDFLAGS OBJCACHE CCACHE_% NUMPY_% OMP_% OPENBLAS_% PIP_% PYTEST_%

ifeq ($(MAKELEVEL),0)
GIVEN := $(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(name)))
TARGETS := $(patsubst TAKES_%,%,$(filter TAKES_%,$(.VARIABLES)))
VARIABLES_OF_ALL := $(sort $(foreach target,$(TARGETS),$(TAKES_$(target))))
# A target that nobody knows make itself tells.
OTHERS := $(filter-out $(TARGETS),$(or $(MAKECMDGOALS),help))
TAKEN := $(if $(OTHERS),$(VARIABLES_OF_ALL),$(foreach target,$(MAKECMDGOALS),$(TAKES_$(target))))
WRONG := $(firstword $(filter-out $(TAKEN) $(TAKEN_BY_TOOLS),$(GIVEN)))
ifneq ($(WRONG),)
NEAREST := $(shell $(PYTHON) -m tools.nearest '$(subst ','\'',$(WRONG))' $(TAKEN))
$(error $(strip $(WRONG)=$(value $(WRONG)): \
  $(if $(OTHERS),there is no such variable,'make $(MAKECMDGOALS)' takes $(or $(sort $(TAKEN)),no variables)); \
  $(if $(NEAREST),the nearest is $(NEAREST),'make' alone lists all)))
endif
endif

# pytest says of these in many lines what is wrong with them.
IN_TURN := $(filter test long selfcheck alone,$(MAKECMDGOALS))
JOBS_ARE_WRONG = $(shell printf '%s\n' '$(subst ','\'',$(JOBS))' | grep -qEx '[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-6]' || echo yes)
$(if $(IN_TURN),$(if $(JOBS_ARE_WRONG),$(error JOBS=$(JOBS): not a whole number from 1 to 256)))
