"""Kernels, biases and offsets as the streams of cores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.vipnano.coefficients.bits import WORD_BITS, pack
from models.vipnano.coefficients.order import Sequence, sequence_of
from models.vipnano.coefficients.shape import Indices, KernelShape, Order
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import STREAM_ALIGN_BYTES

HEAD_BITS = {"zrl_bits": 8, "count": 16}
"""What stands in front of the items of a stream."""
WEIGHT_BITS = 8


@dataclass(frozen=True, slots=True)
class Kernels:
    """What the coefficients of a job say, by output channel.

    Attributes:
        weights: uint8 [channels, planes, lines, columns].
        biases: int32 [channels].
        offsets: of each channel's output, uint32 [channels].
    """

    weights: NDArray[np.uint8]
    biases: NDArray[np.int32]
    offsets: NDArray[np.uint32]

    def padded(self, shape: KernelShape) -> Kernels:
        """With the channels beyond the last one that streams have: zero points, no bias, offsets going on."""
        more = shape.cores * shape.count - shape.channels
        step = int(self.offsets[1]) - int(self.offsets[0]) if len(self.offsets) > 1 else 0
        beyond = int(self.offsets[-1]) + step * np.arange(1, more + 1)
        return Kernels(
            np.pad(self.weights, ((0, more), (0, 0), (0, 0), (0, 0)), constant_values=shape.zero_point),
            np.pad(self.biases, (0, more)),
            np.concatenate([self.offsets, (beyond % (1 << WORD_BITS)).astype(np.uint32)]),
        )


def write_coefficients(
    kernels: Kernels, shape: KernelShape, config: VipnanoConfig, zrl_bits: int | None = None
) -> Bytes:
    """The header and all streams.

    Args:
        kernels: the kernels, one for each channel.
        shape: how they lie.
        config: the hardware configuration.
        zrl_bits: how many bits the length of a run has; None: as many as the driver takes.
    """
    streams = _Streams(kernels, shape)
    bits = streams.best_width(config.zrl_bits) if zrl_bits is None else zrl_bits
    cores = [streams.stream(core, bits) for core in range(shape.cores)]
    aligned = [np.pad(data, (0, -len(data) % STREAM_ALIGN_BYTES)) for data in cores]
    header = np.zeros(config.header_bytes // 4, "<u4")
    header[: len(aligned)] = [len(data) for data in aligned]
    return np.concatenate([header.view(np.uint8), *aligned])


class _Streams:
    """The streams of a job's cores.

    Args:
        kernels: the kernels.
        shape: how they lie.
    """

    def __init__(self, kernels: Kernels, shape: KernelShape) -> None:
        self._shape, self._kernels = shape, kernels.padded(shape)
        self._sequence = sequence_of(shape)

    def best_width(self, most: int) -> int:
        """How many bits the driver takes for runs: fewer and fewer, until streams become longer."""
        if self._shape.order is Order.SIX or self._shape.places == 1:
            return 0
        best, best_bytes = 0, None
        for bits in range(most, -1, -1):
            size = sum(len(self.stream(core, bits)) for core in range(self._shape.cores))
            if best_bytes is not None and size > best_bytes:
                break
            best, best_bytes = bits, size
        return best

    def stream(self, core: int, zrl_bits: int) -> Bytes:
        """The stream of a core, in whole words of 32 bits."""
        sequence, channels = self._sequence, self._shape.channels_of(core)
        weights = self._kernels.weights.reshape(len(self._kernels.weights), self._shape.planes, -1)
        own = weights[channels[sequence.kernel], sequence.plane, sequence.place]
        ends = _item_ends(own == self._shape.zero_point, sequence, zrl_bits)
        runs = np.diff(ends, prepend=-1) - 1
        items = runs.astype(np.uint64) | own[ends].astype(np.uint64) << np.uint64(zrl_bits)
        whose = channels[sequence.word_kernel]
        biases = self._kernels.biases.view(np.uint32)[whose]
        words = np.where(sequence.is_offset, self._kernels.offsets[whose], biases).astype(np.uint64)
        order = np.argsort(np.concatenate([ends * 3, (sequence.stops - 1) * 3 + 1 + sequence.is_offset]), kind="stable")
        head = np.array([zrl_bits, self._shape.count], np.uint64)
        widths = np.repeat([zrl_bits + WEIGHT_BITS, WORD_BITS], [len(items), len(words)])[order]
        return pack(
            np.concatenate([head, np.concatenate([items, words])[order]]),
            np.concatenate([list(HEAD_BITS.values()), widths]),
        )


def _item_ends(is_zero: NDArray[np.bool_], sequence: Sequence, zrl_bits: int) -> Indices:
    """Numbers of the weights that end an item: each, if there are no runs; else those with which a run ends."""
    if zrl_bits == 0:
        return np.arange(len(is_zero))
    last = np.zeros(len(is_zero), np.bool_)
    last[np.concatenate([sequence.stops, sequence.closes, [len(is_zero)]]) - 1] = True
    numbers = np.arange(len(is_zero))
    breaks = np.where(~is_zero | last, numbers, -1)
    before = np.maximum.accumulate(np.concatenate([[-1], breaks[:-1]]))  # the last end that the run does not pass
    full = (numbers - before) % (1 << zrl_bits) == 0
    ends: Indices = np.flatnonzero(~is_zero | last | full)
    return ends
