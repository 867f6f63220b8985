"""What holds for all sessions of tests: however they are ended, no simulator runs on."""

import os
import signal

from tb.runner.stopping import end_when_told, send_at_end_of_parent


def pytest_configure(config):
    end_when_told()
    if hasattr(config, "workerinput"):  # one of several processes of a session
        send_at_end_of_parent(os.getppid(), signal.SIGTERM)
