"""The judge as seen from here: a process that is asked, and begun anew when it has ended itself."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from types import TracebackType
from typing import Any

from tb.runner.paths import ROOT
from tb.sophgo.judge.library import find_library

LAST_LINES = 2
"""So much of what it printed is told when it has ended."""


class JudgeEndedError(Exception):
    """The judge ended itself: what it was asked is illegal to it; the message is what it printed last."""


class JudgeProcess:
    """The judge; a context that ends its process.

    Raises:
        NoJudgeError: there is no judge here.
    """

    def __init__(self) -> None:
        self._library = str(find_library())
        self._process: subprocess.Popen[bytes] | None = None
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed with this

    def __enter__(self) -> JudgeProcess:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._end()
        self._printed.close()

    def ask(self, method: str, *arguments: object) -> Any:  # noqa: ANN401 - what the method returns
        """What a method of `tb.sophgo.judge.child.Judge` returns.

        Raises:
            JudgeEndedError: it ended itself; the next question begins it anew.
        """
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((method, *arguments), process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (EOFError, BrokenPipeError) as error:
            self._end()
            self._printed.seek(0)
            lines = self._printed.read().decode(errors="replace").splitlines()
            said = [line for line in lines if "ssert" in line or "ASSERT" in line]
            raise JudgeEndedError("; ".join(said[-LAST_LINES:]) or "it printed no reason") from error

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._printed.seek(0)
            self._printed.truncate()
            command = [sys.executable, "-m", "tb.sophgo.judge.child", self._library]
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._printed
            )
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
