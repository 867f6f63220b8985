"""Tensors into the lanes, words of the TIU, and tensors out of the lanes again."""

import numpy as np

from models.sophgo.config import CONFIGS
from tests.sim.sophgo.units.tpu_bench import DDR, EVERY_LANE, LOCAL, Streams, Tpu, address, axes

CONFIG = CONFIGS["mini_tpu"]
FORMATS = {1: 0, 2: 3, 4: 4}
PRECS = {"i1": 0, "u1": 0, "i2": 3, "u2": 3, "i4": 4, "u4": 4}
IN, OUT = 0x1000, 0x8000
"""Where tensors are in DDR."""


class Lanes:
    """A kernel in the making: what is copied in, what is computed, what is copied out.

    All tensors begin in one lane, the first one.
    """

    def __init__(self, tpu: Tpu, first: int) -> None:
        self.tpu, self.streams, self.first = tpu, Streams(), first
        self._next, self._in, self._out = 0x40, IN, OUT
        self._results = []

    def room(self, size: int) -> int:
        """So many bytes of each lane: their address."""
        place, self._next = self._next, self._next + -(-size // 16) * 16
        assert self._next <= CONFIG.lane_bytes
        return self.first * CONFIG.lane_bytes + place

    def put(self, data: np.ndarray, *, compact: bool = False) -> int:
        """Copy a tensor of four dimensions in; its address."""
        place = self.room(data.size * data.itemsize + 64 * data.shape[0])
        self.tpu.put(self._in, data.tobytes())
        _, channels, lines, columns = data.shape
        elements = lines * columns
        given = {"stride_enable": 1} if compact else {}
        rows = -(-(self.first + channels) // CONFIG.lanes)
        given |= axes("dst", "stride", (rows * elements, elements, columns, 1))
        given |= axes("src", "stride", (channels * elements, elements, columns, 1))
        self._copy(data.shape, data.itemsize, DDR + self._in, LOCAL + place, **given)
        self._in += data.nbytes + 64
        return place

    def result(self, shape, dtype, place=None, **strides) -> int:
        """Room for a result that is copied out; its address."""
        size = np.dtype(dtype).itemsize
        place = place or self.room(int(np.prod(shape)) * size + 128 * shape[0] * shape[1])
        self._results.append((shape, dtype, place, strides))
        return place

    async def play(self, after: int) -> list[np.ndarray]:
        """Play it; the results."""
        for number, (shape, dtype, place, strides) in enumerate(self._results):
            size = np.dtype(dtype).itemsize
            self._copy(shape, size, LOCAL + place, DDR + OUT + 0x1000 * number, after=after, **strides)
        await self.tpu.play(self.streams)
        return [
            self.tpu.get(OUT + 0x1000 * number, int(np.prod(shape)), dtype).reshape(shape)
            for number, (shape, dtype, _, _) in enumerate(self._results)
        ]

    def _copy(self, shape, size, source, target, after=0, **members) -> None:
        members |= axes("src", "size", shape) | address("src", source) | address("dst", target) | EVERY_LANE
        members |= {"src_data_format": FORMATS[size], "nchw_copy": 1}
        self.copied = self.streams.add("DMA_tensor", "copy", after=after, **members)


def signs(**dtypes: str) -> dict[str, int]:
    """Precision and sign of operands."""
    found = {}
    for name, dtype in dtypes.items():
        found[f"{name}_prec"] = PRECS[dtype]
        if name != "res0":
            found[f"{name}_sign"] = int(dtype[0] == "i")
    return found


def clipped(values, dtype: str) -> np.ndarray:
    """Saturated."""
    limits = np.iinfo(dtype)
    return np.clip(values, limits.min, limits.max).astype(dtype)


def half_up(values, right: int) -> np.ndarray:
    """Shifted to the right, rounded to nearest, halves up."""
    return np.asarray(values, dtype=np.int64) + (1 << right >> 1) >> right
