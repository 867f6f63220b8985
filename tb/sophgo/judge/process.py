"""The judge as seen from here: a process that is asked, and begun anew when it has ended itself."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from types import TracebackType
from typing import Any

from sequences.sophgo.draw.transfers import DDR_BYTES
from tb.runner.paths import ROOT
from tb.sophgo.judge.child import LANES, WINDOW_BYTES, Shared
from tb.sophgo.judge.library import find_library

LAST_LINES = 2
"""So much of what it printed is told when it has ended."""


class JudgeEndedError(Exception):
    """The judge ended itself: what it was asked is illegal to it; the message is what it printed last."""


class JudgeProcess:
    """The judge; a context that ends its process.

    Args:
        chip: whose library it is.

    Attributes:
        shared: memories as the next word is to find them, and as the last one left them.

    Raises:
        NoJudgeError: there is no judge here.
    """

    def __init__(self, chip: str = "bm1684x") -> None:
        self._chip, self._library = chip, str(find_library(chip))
        self._process: subprocess.Popen[bytes] | None = None
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed with this
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with this
        self._file.truncate(LANES * WINDOW_BYTES + DDR_BYTES)
        self.shared = Shared.of(self._file.fileno())

    def __enter__(self) -> JudgeProcess:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._end()
        self._printed.close()
        self._file.close()

    def ask(self, method: str, *arguments: object) -> Any:  # noqa: ANN401 - what the method returns
        """What a method of the chip's judge in `tb.sophgo.judge.child` returns.

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
            file = self._file.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tb.sophgo.judge.child", self._chip, self._library, str(file)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._printed,
                pass_fds=(file,),
            )
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
