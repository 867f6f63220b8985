"""``python -m tb.sophgo.judge.child <chip> <library> <file>``: the process in which the judge runs.

On its standard input come requests, on its standard output go answers, one for each: pickled. Memories, which are
large, pass through a file that both processes map. What the library prints goes to standard error.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import pickle
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from sequences.sophgo.draw.transfers import DDR_BYTES

LANES, LANE_BYTES, WHOLE_DDR_BYTES = 64, 1 << 18, 1 << 20
WINDOW_BYTES = 1 << 14
"""So much of each lane passes through the file, and what random words use of the DDR; the rest stays as it is."""
SLACK_BYTES = 64
"""The library looks at more than a short word has."""
DDR_BASE = 1 << 32
THREADS = Path("/proc/self/task")


@dataclass(frozen=True, slots=True)
class Shared:
    """What passes through the file.

    Attributes:
        local: the first bytes of each lane, uint8 [lanes, bytes].
        ddr: the first bytes of the DDR, uint8.
    """

    local: NDArray[np.uint8]
    ddr: NDArray[np.uint8]

    @classmethod
    def of(cls, file: int) -> Shared:
        """A file, by its number; it is as large as it has to be."""
        local_bytes = LANES * WINDOW_BYTES
        whole = np.frombuffer(mmap.mmap(file, local_bytes + DDR_BYTES), np.uint8)
        return cls(whole[:local_bytes].reshape(LANES, WINDOW_BYTES), whole[local_bytes:])


def _loaded(path: str, *working: str) -> ctypes.CDLL:
    """A library, ready; its engines poll for words, and those that get none leave the processor to others.

    Args:
        path: of the library.
        working: names of the engines that get some.
    """
    threads = set(THREADS.iterdir())
    library = ctypes.CDLL(path)
    library.cmodel_init(0, ctypes.c_uint64(WHOLE_DDR_BYTES))
    for thread in set(THREADS.iterdir()) - threads:
        if (thread / "comm").read_text().strip() not in working:
            os.sched_setscheduler(int(thread.name), os.SCHED_IDLE, os.sched_param(0))
    return library


class Judge:
    """The library of BM1684X, with its memories as arrays.

    Attributes:
        local: what words use of local memory, uint8 [lanes, bytes].
        ddr: the same of the DDR.

    Args:
        path: of the library.
        shared: through which memories pass.
    """

    def __init__(self, path: str, shared: Shared) -> None:
        self._shared, self.library = shared, _loaded(path)
        self.library.get_local_mem.restype = ctypes.c_void_p
        self.library.get_global_memaddr.restype = ctypes.c_void_p
        lanes = ctypes.cast(self.library.get_local_mem(0), ctypes.POINTER(ctypes.c_size_t))[0]
        self.local = _bytes_at(lanes, LANES * LANE_BYTES).reshape(LANES, LANE_BYTES)[:, :WINDOW_BYTES]
        self.ddr = _bytes_at(self.library.get_global_memaddr(0), DDR_BYTES)

    def play(self, word: bytes, engine: int) -> None:
        """Play a word on the memories that are shared."""
        self.local[:], self.ddr[:] = self._shared.local, self._shared.ddr
        self.library.execute_command(0, word + bytes(SLACK_BYTES), engine)
        self._shared.local[:], self._shared.ddr[:] = self.local, self.ddr

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


class OkkJudge:
    """The library of BM1684, likewise; it is asked by the functions of its kernel interface.

    Args:
        path: of the library.
        shared: through which memories pass.
    """

    def __init__(self, path: str, shared: Shared) -> None:
        self._shared, self.library = shared, _loaded(path, "TPU_BD", "TPU_GDMA")
        self.library.okk_local_mem_addr.restype = self.library.okk_global_mem_addr.restype = ctypes.c_void_p
        self.library.okk_initialize()
        self._lanes = [_bytes_at(self.library.okk_local_mem_addr(lane, 0), WINDOW_BYTES) for lane in range(LANES)]
        self._ddr = _bytes_at(self.library.okk_global_mem_addr(ctypes.c_uint64(DDR_BASE)), DDR_BYTES)

    def call(self, function: str, *arguments: int | tuple[int, ...] | None) -> None:
        """Call a function on the memories that are shared: numbers, shapes and strides, null pointers."""
        for lane, given in zip(self._lanes, self._shared.local, strict=True):
            lane[:] = given
        self._ddr[:] = self._shared.ddr
        getattr(self.library, function)(*(_argument(item) for item in arguments))
        self.library.okk_poll()
        for lane, shown in zip(self._lanes, self._shared.local, strict=True):
            shown[:] = lane
        self._shared.ddr[:] = self._ddr


JUDGES: Mapping[str, type[Judge | OkkJudge]] = {"bm1684x": Judge, "bm1684": OkkJudge}


def _argument(value: int | tuple[int, ...] | None) -> object:
    """An argument as the library takes it."""
    if isinstance(value, tuple):
        return (ctypes.c_int * len(value))(*value)
    return None if value is None else ctypes.c_longlong(value)


def _bytes_at(address: int, count: int) -> NDArray[np.uint8]:
    pointer = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8))
    return np.ctypeslib.as_array(pointer, (count,))


def serve(judge: Judge | OkkJudge, requests: BinaryIO, answers: BinaryIO) -> None:
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
        _, chip, library, file = sys.argv
        serve(JUDGES[chip](library, Shared.of(int(file))), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
