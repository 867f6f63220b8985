"""The coefficients of a job: header, streams, and the kernels that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.memory.sparse import Bytes
from models.vipnano.coefficients.order import sequence_of
from models.vipnano.coefficients.read import BrokenStreamError, Stream, read_stream
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import STREAM_ALIGN_BYTES


class BrokenCoefficientsError(ValueError):
    """Coefficients with which a job hangs; the message says where and why.

    Attributes:
        core: whose stream it is.
        bit: where in the coefficients, counted from their first one.
    """

    def __init__(self, core: int, bit: int, text: str) -> None:
        self.core, self.bit = core, bit
        super().__init__(f"core {core}, {text}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a core's stream is.

    Attributes:
        begin: its first byte, counted from the header's.
        size: how many bytes it has.
    """

    begin: int
    size: int


def places_of_streams(header: Bytes, cores: int, config: VipnanoConfig) -> list[Place]:
    """Where the streams of the cores that work are.

    Raises:
        BrokenCoefficientsError: a size is none of a stream.
    """
    sizes = header[: 4 * config.nn_cores].view("<u4").tolist()
    at, places = config.header_bytes, []
    for core, size in enumerate(sizes[:cores]):
        if size == 0 or size % STREAM_ALIGN_BYTES:
            text = f"bit {core * 32} of the header: its stream has {size} bytes, which is no multiple of 64 above 0"
            raise BrokenCoefficientsError(core, core * 32, text)
        places.append(Place(at, size))
        at += size
    return places


def read_streams(data: Sequence[Bytes], shape: KernelShape, config: VipnanoConfig) -> list[Stream]:
    """Take the streams of all cores apart.

    Args:
        data: the bytes of each, core by core.
        shape: how they lie.
        config: the hardware configuration.

    Raises:
        BrokenCoefficientsError: a core does not come to the end of its stream.
    """
    streams, begin = [], config.header_bytes
    for core in range(shape.cores):
        try:
            streams.append(read_stream(data[core], shape, config.zrl_bits))
        except BrokenStreamError as error:
            raise BrokenCoefficientsError(core, begin * 8 + error.bit, str(error)) from error
        begin += len(data[core])
    return streams


def split(data: Bytes, shape: KernelShape, config: VipnanoConfig) -> list[Bytes]:
    """The streams of coefficients that lie one behind the other.

    Raises:
        BrokenCoefficientsError: the header is broken, or the bytes end before a stream does.
    """
    if len(data) < config.header_bytes:
        raise BrokenCoefficientsError(0, len(data) * 8, f"bit {len(data) * 8}: the coefficients end within the header")
    places = places_of_streams(data[: config.header_bytes], shape.cores, config)
    for core, place in enumerate(places):
        if place.begin + place.size > len(data):
            there = max(len(data) - place.begin, 0)
            text = f"bit {len(data) * 8} of the coefficients: {there} of the {place.size} bytes of its stream are there"
            raise BrokenCoefficientsError(core, len(data) * 8, text)
    return [data[place.begin : place.begin + place.size] for place in places]


def kernels_of(streams: Sequence[Stream], shape: KernelShape) -> Kernels:
    """The kernels of streams, by output channel, also of those beyond the last one."""
    sequence, channels = sequence_of(shape), shape.cores * shape.count
    weights = np.empty((channels, shape.planes, shape.places), np.uint8)
    words = np.empty((2, channels), np.uint32)
    for core, stream in enumerate(streams):
        own = shape.channels_of(core)
        weights[own[sequence.kernel], sequence.plane, sequence.place] = stream.weights
        words[sequence.is_offset, own[sequence.word_kernel]] = stream.words
    grid = (channels, shape.planes, shape.lines, shape.columns)
    return Kernels(weights.reshape(grid), words[0].view(np.int32), words[1])


def left_over(data: Bytes, stream: Stream) -> Iterator[str]:
    """What is wrong with a stream of which a core comes to the end: more of it than fills up."""
    used = -(-stream.end // 32) * 4
    if np.any(data[used:]):
        first = used + int(np.flatnonzero(data[used:])[0])
        yield f"bit {first * 8}: a byte is not 0 behind the stream's end, which is bit {stream.end}"
    if len(data) - used >= STREAM_ALIGN_BYTES:
        yield f"bit {stream.end}: {len(data) - used} bytes are left, at most {STREAM_ALIGN_BYTES - 1} fill up"
