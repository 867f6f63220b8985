"""The pieces of coefficients, each with its bits and with what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.memory.sparse import Bytes
from models.vipnano.coefficients.bits import WORD_BITS
from models.vipnano.coefficients.buffer import BrokenCoefficientsError, left_over, places_of_streams
from models.vipnano.coefficients.order import Sequence, sequence_of
from models.vipnano.coefficients.read import BrokenStreamError, Stream, read_as_far
from models.vipnano.coefficients.shape import Indices, KernelShape
from models.vipnano.coefficients.write import HEAD_BITS, WEIGHT_BITS
from models.vipnano.config import VipnanoConfig

HEADER = -1
"""The part of coefficients that is no core's."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bits of coefficients.

    Attributes:
        core: whose stream they are in; -1: the header.
        bit: the first one, counted from the beginning of the stream or of the header.
        width: how many.
        text: what they say.
    """

    core: int
    bit: int
    width: int
    text: str

    def __str__(self) -> str:
        where = "header" if self.core == HEADER else f"core {self.core}"
        return f"{where} bit {self.bit:>6}, {self.width:>2} bits: {self.text}"


@dataclass(frozen=True, slots=True)
class CoreStream:
    """The stream of a core, as far as a core reads it.

    Attributes:
        core: whose it is.
        begin: its first byte, counted from the header's.
        data: its bytes.
        stream: what was read.
        error: why a core comes no further; None: it comes to the end.
    """

    core: int
    begin: int
    data: Bytes
    stream: Stream
    error: BrokenStreamError | None


class Coefficients:
    """Coefficients that are explained.

    Args:
        data: header and streams.
        shape: how kernels lie.
        config: the hardware configuration.

    Attributes:
        data: header and streams.
        shape: how kernels lie.
        cores: the streams of the cores that work, as many as are there.
        faults: what is wrong, a line each.
    """

    def __init__(self, data: Bytes, shape: KernelShape, config: VipnanoConfig) -> None:
        self.data, self.shape, self._config = data, shape, config
        self.cores: list[CoreStream] = []
        self.faults = list(self._read())

    def _read(self) -> Iterator[str]:
        """Take all streams apart; yields what is wrong."""
        if len(self.data) < self._config.header_bytes:
            yield f"the coefficients have {len(self.data)} bytes, the header alone {self._config.header_bytes}"
            return
        try:
            places = places_of_streams(self.data[: self._config.header_bytes], self.shape.cores, self._config)
        except BrokenCoefficientsError as error:
            yield f"{error}: the job hangs"
            return
        for core, place in enumerate(places):
            data = self.data[place.begin : place.begin + place.size]
            if len(data) < place.size:
                yield f"core {core}: {len(data)} of the {place.size} bytes of its stream are there"
            stream, broken = read_as_far(data, self.shape, self._config.zrl_bits)
            self.cores.append(CoreStream(core, place.begin, data, stream, broken))
            if broken is not None:
                yield f"core {core}, {broken}: the job hangs"
            else:
                yield from (f"core {core}, {text}" for text in left_over(data, stream))
        if (there := len(self.data)) > (end := places[-1].begin + places[-1].size):
            yield f"bit {end * 8} of the coefficients: {there - end} bytes come behind the last stream"

    def pieces(self, core: int | None = None) -> Iterator[Piece]:
        """All pieces in their order, or those of one core."""
        if core is None:
            yield from self._header()
        sequence = sequence_of(self.shape)
        for item in self.cores:
            if core in (None, item.core):
                yield from _pieces_of(item, self.shape, sequence)

    def piece_at(self, core: int, bit: int) -> Piece | None:
        """The piece that a bit is in; None: it is none's."""
        pieces = self._header() if core == HEADER else self.pieces(core)
        return next((piece for piece in pieces if piece.bit <= bit < piece.bit + piece.width), None)

    def _header(self) -> Iterator[Piece]:
        count = min(self._config.nn_cores, len(self.data) // 4)
        for core, size in enumerate(self.data[: 4 * count].view("<u4").tolist()):
            text = f"the stream of core {core} has {size} bytes"
            if core >= self.shape.cores:
                text += "; it does not work"
            yield Piece(HEADER, core * WORD_BITS, WORD_BITS, text)


def _pieces_of(item: CoreStream, shape: KernelShape, sequence: Sequence) -> Iterator[Piece]:
    """The pieces of a stream."""
    stream, channels, core = item.stream, shape.channels_of(item.core), item.core
    count = int.from_bytes(item.data[1:3].tobytes(), "little")
    yield Piece(core, 0, HEAD_BITS["zrl_bits"], f"the length of a run has {stream.zrl_bits} bits")
    yield Piece(core, HEAD_BITS["zrl_bits"], HEAD_BITS["count"], f"{count} kernels of a core")
    items = [
        Piece(core, int(at), stream.zrl_bits + WEIGHT_BITS, _item_text(item, number, shape, sequence))
        for number, at in enumerate(stream.item_at.tolist())
    ]
    words = []
    for number, (at, word) in enumerate(zip(stream.word_at.tolist(), stream.words.tolist(), strict=True)):
        kernel = int(sequence.word_kernel[number])
        what = f"offset {word:#x}" if sequence.is_offset[number] else f"bias {int(np.uint32(word).view(np.int32))}"
        words.append(Piece(core, at, WORD_BITS, f"{what} of kernel {kernel}, channel {channels[kernel]}"))
    yield from sorted([*items, *words], key=lambda piece: piece.bit)
    left = len(item.data) * 8 - stream.end
    if item.error is None and left:
        yield Piece(core, stream.end, left, "fill")


def _item_text(item: CoreStream, number: int, shape: KernelShape, sequence: Sequence) -> str:
    """What an item says: its run, and its weight."""
    stream, channels = item.stream, shape.channels_of(item.core)
    end, run = int(stream.item_end[number]), int(stream.runs[number])
    if end >= shape.weights:
        return f"run of {run}, beyond the last weight"
    weight = f"weight {stream.weights[end]:#04x} = {int(stream.weights[end]) - shape.zero_point:+d}"
    text = f"{weight} of {_place(end, shape, sequence, channels)}"
    if run:
        text = f"run of {run} from {_place(end - run, shape, sequence, channels)}, then {text}"
    return text


def _place(number: int, shape: KernelShape, sequence: Sequence, channels: Indices) -> str:
    """Where a weight of a stream is."""
    kernel = int(sequence.kernel[number])
    line, column = divmod(int(sequence.place[number]), shape.columns)
    return f"kernel {kernel}, channel {channels[kernel]} [z {sequence.plane[number]}, y {line}, x {column}]"
