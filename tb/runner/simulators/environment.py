"""The environment in which cocotb's runner works."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tb.coverage.runs import COVERAGE_VARIABLE

DECIDED_BY_JOB = (
    "COCOTB_PLUSARGS",
    "COCOTB_RANDOM_SEED",
    "COCOTB_RESULTS_FILE",
    "COCOTB_TESTCASE",
    "COCOTB_TEST_FILTER",
    "COCOTB_TEST_MODULES",
    "COCOTB_TOPLEVEL",
    "GUI",
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    "PYTEST_CURRENT_TEST",
    "RANDOM_SEED",
    "TESTCASE",
    "WAVES",
)
"""Variables of the shell, of make and of pytest that cocotb's runner, cocotb or the compiler's make would prefer to
what they are told."""

MODULES_VARIABLE = "NPUVM_MODULES"
"""Environment variable of a job: a folder in which modules are looked for too."""

_NUMPY = {"NUMPY_MADVISE_HUGEPAGE": "0", "OPENBLAS_NUM_THREADS": "1"}


def numpy_settings() -> dict[str, str]:
    """What makes numpy fit for a simulation, unless the user's environment says otherwise.

    Huge pages are cleared for arrays that live shortly, which costs a tenth of a checked run; a thread for each core
    spins at the start, and nothing here multiplies matrices of floats.
    """
    return {name: os.environ.get(name, value) for name, value in _NUMPY.items()}


def coverage_settings() -> dict[str, str]:
    """The user's folder for coverage as an absolute path: a simulation does not run in the folder where they are."""
    folder = os.environ.get(COVERAGE_VARIABLE, "")
    return {COVERAGE_VARIABLE: str(Path(folder).absolute())} if folder else {}


@contextmanager
def job_environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Let a job alone decide: the environment is the shell's, less `DECIDED_BY_JOB`, plus `variables`.

    cocotb's runner lets the shell's environment win over its arguments; this is the one place that undoes it.
    """
    before = dict(os.environ)
    try:
        for name in DECIDED_BY_JOB:
            os.environ.pop(name, None)
        os.environ.update(variables)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
