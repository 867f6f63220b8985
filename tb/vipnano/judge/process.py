"""The judge as seen from here: a process that is asked."""

from __future__ import annotations

import pickle
import subprocess
import sys
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Layer
from tb.runner.paths import ROOT
from tb.vipnano.judge.library import find_folder


class JudgeRefusedError(Exception):
    """The judge takes no such layer; the message is what it said."""


class JudgeProcess:
    """The judge; a context that ends its process.

    Raises:
        NoJudgeError: there is no judge here.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tb.vipnano.judge.child", str(find_folder())]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def __enter__(self) -> JudgeProcess:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, layer: Layer, tensors: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
        """What the judge makes of a layer.

        Raises:
            JudgeRefusedError: it takes no such layer.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((layer, tensors), self._process.stdin)
        self._process.stdin.flush()
        answer = pickle.load(self._process.stdout)
        if isinstance(answer, str):
            raise JudgeRefusedError(answer)
        output: NDArray[np.uint8] = answer
        return output
