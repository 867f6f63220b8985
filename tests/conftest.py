"""What holds for all sessions of tests: whose they are; however one ends, no simulator runs on, and no folder of a good
run stays.

Tests of a device family, and what they need, are in folders of its name: ``tests/<kind>/<family>``. With ``--family``
those of the other families are left out. Others describe a small device of their own, or play the worked example
(`BY_EXAMPLE`), without which they are left out.
"""

import os
import re
import signal
import subprocess

import pytest

from tb.cli import main as main_module
from tb.coverage.simulations import list_simulations
from tb.runner.errors import UserError
from tb.runner.family.find import family_names, load_family
from tb.runner.paths import COVERAGE, ROOT
from tb.runner.stopping import end_when_told, send_at_end_of_parent
from tests.run_folders import RUN_FOLDERS
from tests.simulation import PytestProgress, simulations_of
from tools.family.names import EXAMPLE

TESTS = ROOT / "tests"
BY_EXAMPLE = ("sim/regression", "sim/shrink", "unit/cli/test_report_command.py")
"""Where tests of what all families share play the worked example, or report of it."""
MAKEFILES = (ROOT / "Makefile", *ROOT.glob("tb/*/commands.mk"))
OWN_VARIABLES = (
    *re.findall(r"^([A-Z_]+) \?=", "".join(path.read_text() for path in MAKEFILES), re.MULTILINE),
    *("COCOTB_TEST_FILTER", "COCOTB_RANDOM_SEED"),
)
"""Those of the Makefiles, which hand them down to what it runs."""


def pytest_addoption(parser):
    parser.addoption("--family", help="only this device family's tests and those of none (FAMILY)")


def pytest_configure(config):
    end_when_told()
    PytestProgress.capture = config.pluginmanager.getplugin("capturemanager")
    if hasattr(config, "workerinput"):  # one of several processes of a session
        send_at_end_of_parent(os.getppid(), signal.SIGTERM)
    os.environ.pop("FAMILY", None)  # that of the session, not of what a test calls
    config.stash[UNPLAYABLE] = () if EXAMPLE in family_names() else BY_EXAMPLE
    try:
        config.stash[OTHERS] = _others(config.getoption("--family"))
    except UserError as error:
        raise pytest.UsageError(str(error)) from error


OTHERS = pytest.StashKey[frozenset[str]]()
UNPLAYABLE = pytest.StashKey[tuple[str, ...]]()


def _others(name):
    """The families whose tests are left out."""
    return frozenset(family_names()) - {load_family(name).name} if name else frozenset()


def pytest_ignore_collect(collection_path, config):
    if collection_path.is_relative_to(TESTS):
        path = collection_path.relative_to(TESTS)
        _, family, *_ = (*path.parts, "", "")
        left_out = family in config.stash[OTHERS] or any(map(path.is_relative_to, config.stash[UNPLAYABLE]))
        return True if left_out else None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Before some are deselected: `make cover` says which simulations have not been played. One process does it."""
    first = getattr(config, "workerinput", {"workerid": "gw0"})["workerid"] == "gw0"
    if first and not any("::" in arg for arg in config.args) and (listed := simulations_of(items)):
        list_simulations(COVERAGE, listed)


def pytest_runtest_logstart():
    RUN_FOLDERS.next_test()


def pytest_runtest_logreport(report):
    RUN_FOLDERS.note(failed=report.failed, text=report.longreprtext)


def pytest_sessionfinish(exitstatus):
    RUN_FOLDERS.end(interrupted=exitstatus == pytest.ExitCode.INTERRUPTED)


@pytest.fixture
def tb(monkeypatch, capsys):
    """Runs the command line, without the variables of whoever runs the tests: its status, and what it prints."""

    def tb(*words, **env):
        for name in OWN_VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        try:
            status = main_module.main(words)
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, printed.out, printed.err)

    return tb
