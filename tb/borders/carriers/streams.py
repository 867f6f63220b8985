"""A unit at a memory interface: what it asked for, the words that it gave or got, and the beats of its id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from tb.borders.carriers.lines import LineFormat, Lines, lines_of
from tb.borders.carriers.wrong import Inside, Wrong
from tb.memory.traffic import TrafficKind
from tb.memory.transfers import Transfers
from tb.taps import Tap


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStream:
    """A stream of a unit on a port, as a family's memory interfaces have it.

    Attributes:
        interface: what messages call the interface.
        unit: whose stream it is.
        port: the port.
        axi_id: its id there.
        taps: the taps that look at it, by what they see: ``lines`` that the unit asks for, ``words`` that it gives or
            gets, and where it writes ``done``, the notices that its writes are done.
        form: of its lines.
    """

    interface: str
    unit: str
    port: MemoryPort
    axi_id: int
    taps: Mapping[str, str]
    form: LineFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTaps:
    """What taps saw of a stream.

    Attributes:
        inside: what is known of the design.
        stream: which one.
        taps: as of `MemoryStream.taps`.
        asked: the chunks of its lines.
    """

    inside: Inside
    stream: MemoryStream
    taps: Mapping[str, Tap]
    asked: Lines

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of words or beats as chunks: as many as there are, chunks of each, bytes of a chunk."""
        chunk = self.stream.form.chunk_bytes
        return -1, self.stream.port.data_bytes // chunk, chunk

    def transfers(self, kind: TrafficKind) -> Transfers:
        """What moved on the port for it."""
        return self.inside.seen.transfers(self.stream.port, kind, self.stream.axi_id)

    def wrong(self, what: str, time_ns: float, *, missing: bool = False) -> Wrong:
        """Its interface is wrong."""
        return Wrong(self.stream.interface, what, float(time_ns), missing)


def tapped_streams(inside: Inside, streams: Iterable[MemoryStream]) -> Iterator[StreamTaps]:
    """Those that are tapped, in their order."""
    for stream in streams:
        if all(name in inside.taps for name in stream.taps.values()):
            taps = {kind: inside.taps[name] for kind, name in stream.taps.items()}
            asked = lines_of(taps["lines"], stream.form, stream.port)
            yield StreamTaps(inside=inside, stream=stream, taps=taps, asked=asked)
