"""``python -m tb.sophgo.judge.child <library>``: the process in which the judge runs.

On its standard input come requests, on its standard output go answers, one for each: pickled. What the library prints
goes to standard error.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import sys
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

LANES, LANE_BYTES, DDR_BYTES = 64, 1 << 18, 1 << 20
SLACK_BYTES = 64
"""The library looks at more than a short word has."""


class Judge:
    """The library, with its memories as arrays.

    Attributes:
        local: local memory, uint8 [lanes, bytes of a lane].
        ddr: the first bytes of the DDR, uint8.
    """

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        self.library.cmodel_init(0, ctypes.c_uint64(DDR_BYTES))
        self.library.get_local_mem.restype = ctypes.c_void_p
        self.library.get_global_memaddr.restype = ctypes.c_void_p
        lanes = ctypes.cast(self.library.get_local_mem(0), ctypes.POINTER(ctypes.c_size_t))[0]
        self.local = _bytes_at(lanes, LANES * LANE_BYTES).reshape(LANES, LANE_BYTES)
        self.ddr = _bytes_at(self.library.get_global_memaddr(0), DDR_BYTES)

    def play(self, word: bytes, engine: int, local: NDArray[np.uint8], ddr: NDArray[np.uint8]) -> list[Any]:
        """What the memories hold after a word; before, they hold what is given, from their first bytes on."""
        self.local[:, : local.shape[1]], self.ddr[: len(ddr)] = local, ddr
        self.library.execute_command(0, word + bytes(SLACK_BYTES), engine)
        return [self.local[:, : local.shape[1]].copy(), self.ddr[: len(ddr)].copy()]

    def strides(
        self, function: str, before: tuple[int, ...], shape: tuple[int, ...], after: tuple[int, ...]
    ) -> list[int]:
        """The four strides that a function of its kernel interface says of a shape, between other arguments."""
        result, sides = (ctypes.c_int * 4)(), (ctypes.c_int * 4)(*shape)
        getattr(self.library, function)(result, *before, sides, *after)
        return list(result)

    def number(self, function: str, *arguments: int) -> int:
        """The number that a function of its kernel interface says."""
        found: int = getattr(self.library, function)(*arguments)
        return found


def _bytes_at(address: int, count: int) -> NDArray[np.uint8]:
    pointer = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8))
    return np.ctypeslib.as_array(pointer, (count,))


def serve(judge: Judge, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more: each is the name of a method and its arguments."""
    while True:
        try:
            method, *arguments = pickle.load(requests)
        except EOFError:
            return
        pickle.dump(getattr(judge, method)(*arguments), answers)
        answers.flush()


def main() -> None:
    """Serve, with standard output for answers alone."""
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        serve(Judge(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
