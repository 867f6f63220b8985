"""A unit at a memory interface: what it asked for, the words that it gave or got, and the beats of its id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from models.nvdla.config.names import RAM_TYPES
from tb.memory.traffic import TrafficKind
from tb.memory.transfers import Transfers
from tb.nvdla.borders.carriers.lines import Lines, lines_of
from tb.nvdla.borders.carriers.wrong import Inside, Wrong
from tb.taps import Tap


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """One stream of a unit on one port.

    Attributes:
        inside: what is known of the design.
        interface: what its interface is called.
        block: the unit.
        port: the port.
        axi_id: its id there.
        taps: lines, words and what else there is of it, by kind.
        asked: the atoms of its lines.
    """

    inside: Inside
    interface: str
    block: str
    port: MemoryPort
    axi_id: int
    taps: Mapping[str, Tap]
    asked: Lines

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of words or beats as atoms: as many as there are, atoms of each, bytes of an atom."""
        atom = self.inside.config.atom_bytes
        return -1, self.port.data_bytes // atom, atom

    def transfers(self, kind: TrafficKind) -> Transfers:
        """What moved on the port for it."""
        return self.inside.seen.transfers(self.port, kind, self.axi_id)

    def wrong(self, what: str, time_ns: float, *, missing: bool = False) -> Wrong:
        """Its interface is wrong."""
        return Wrong(self.interface, what, float(time_ns), missing)


def clients(
    inside: Inside, does: str, streams: Mapping[str, str], ids: Mapping[str, int], kinds: tuple[str, ...]
) -> Iterator[Client]:
    """All units at the memory interfaces that are tapped, port by port.

    Args:
        inside: what is known of the design.
        does: what the interface does for them: ``read`` or ``write``.
        streams: the block of each stream, in the order of their numbers.
        ids: the AXI id of each stream that is there.
        kinds: taps that each has.
    """
    config = inside.config
    ports = [config.ports[name] for name in RAM_TYPES if name in config.ports]
    for ram, port in enumerate(ports):
        for number, (stream, block) in enumerate(streams.items()):
            names = {kind: f"memory_{does}_{kind}_{ram * len(streams) + number}" for kind in kinds}
            if stream in ids and all(name in inside.taps for name in names.values()):
                taps = {kind: inside.taps[name] for kind, name in names.items()}
                yield Client(
                    inside=inside,
                    interface=f"the memory interface of {port.name}, where it {does}s",
                    block=block,
                    port=port,
                    axi_id=ids[stream],
                    taps=taps,
                    asked=lines_of(taps["lines"], config),
                )
