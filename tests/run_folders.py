"""The run folders of a session of tests: what a failed test made or names stays, the rest goes with the session."""

import shutil
from pathlib import Path

from tb.runner.jobs.run_dir import hold, new_run_dir, release


class RunFolders:
    """The run folders that this process has made.

    Attributes:
        made: each with what holds it until the session ends: another run's start deletes none of them.
    """

    def __init__(self):
        self.made = {}
        self._failed = set()
        self._current = set()

    def new(self, name: str, **where) -> Path:
        """A folder for a run of the test that is running."""
        folder = new_run_dir(name, **where)
        self.made[folder] = hold(folder)
        self._current.add(folder)
        return folder

    def note(self, *, failed: bool, text: str) -> None:
        """A part of a test (set-up, call, tear-down) has ended; `text` is what pytest reports of it."""
        if failed:
            self._failed |= self._current | {folder for folder in self.made if folder.name in text}

    def next_test(self) -> None:
        """Another test begins."""
        self._current.clear()

    def end(self, *, interrupted: bool) -> None:
        """The session has ended; a test in which it was interrupted has not passed."""
        if interrupted:
            self._failed |= self._current
        for folder, file in self.made.items():
            release(folder)
            file.close()
            if folder not in self._failed:
                shutil.rmtree(folder, ignore_errors=True)
        self.made.clear()


RUN_FOLDERS = RunFolders()
