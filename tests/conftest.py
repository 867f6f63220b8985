"""What holds for all sessions of tests: however one ends, no simulator runs on, and no folder of a good run stays."""

import os
import signal

import pytest

from tb.runner.stopping import end_when_told, send_at_end_of_parent
from tests.run_folders import RUN_FOLDERS
from tests.simulation import PytestProgress


def pytest_configure(config):
    end_when_told()
    PytestProgress.capture = config.pluginmanager.getplugin("capturemanager")
    if hasattr(config, "workerinput"):  # one of several processes of a session
        send_at_end_of_parent(os.getppid(), signal.SIGTERM)


def pytest_runtest_logstart():
    RUN_FOLDERS.next_test()


def pytest_runtest_logreport(report):
    RUN_FOLDERS.note(failed=report.failed, text=report.longreprtext)


def pytest_sessionfinish(exitstatus):
    RUN_FOLDERS.end(interrupted=exitstatus == pytest.ExitCode.INTERRUPTED)
