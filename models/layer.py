"""A hardware layer as the reference sees it: what it reads, what it must write, which interrupt it raises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from models.flags import Flags, writable
from models.memory import Addresses, Bytes


@dataclass(frozen=True, slots=True)
class Footprint:
    """Chunks of memory that one stream of a layer touches.

    Attributes:
        port: name of the memory port.
        axi_id: id of the stream's requests on that port.
        addresses: start of each chunk, uint64 [n], multiples of `chunk_bytes`, in the layer's own order.
        chunk_bytes: size of a chunk.
        axes: names of the layer's own coordinates, outermost first, such as ``("surface", "line", "atom")``.
        shape: extent of each axis; its product is n.
        label: what the stream carries, such as ``slot 3 destination``.
        owned: which bytes of the chunks belong to the stream, bool [n, chunk bytes]; None: all of them.
    """

    port: str
    axi_id: int
    addresses: Addresses
    chunk_bytes: int
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    label: str
    owned: Flags | None = None

    def place(self, index: int) -> str:
        """The coordinates of a chunk, for messages: ``slot 3 destination [surface 0, line 2, atom 1]``."""
        position = np.unravel_index(index, self.shape)
        return f"{self.label} [{', '.join(f'{axis} {int(at)}' for axis, at in zip(self.axes, position, strict=True))}]"


@dataclass(slots=True)
class ExpectedWrites:
    """What a stream of a layer must write: each byte once, in any order, and nothing else.

    Attributes:
        where: the chunks.
        data: expected bytes, uint8 [n, chunk bytes].
        care: which of them are settled, bool of the same shape; the others are not compared. Only to look at.
    """

    where: Footprint
    data: Bytes
    care: Flags

    def unsettle(self, chunks: Flags | slice) -> None:
        """Compare some chunks no more."""
        self.care = writable(self.care)
        self.care[chunks] = False


@dataclass(slots=True, eq=False)
class Layer:
    """One hardware layer, from its start to its end.

    Attributes:
        unit: the unit that runs it, as in the register description.
        group: register or launch group.
        serial: counts the layers of a device, from 0.
        interrupt: name of the status bit that it raises.
        settings: the configuration that produced it, for messages.
        reads: what it owns as input.
        writes: what it must write.
        last_write: index in `writes` of the stream whose last response lets the interrupt come; None: writes nothing.
        unknown_reads: bytes that it reads although nothing ever wrote them.
        races: software races in which it takes part, one line each.
    """

    unit: str
    group: int
    interrupt: str
    settings: Mapping[str, str]
    reads: tuple[Footprint, ...] = ()
    writes: tuple[ExpectedWrites, ...] = ()
    last_write: int | None = None
    unknown_reads: int = 0
    races: list[str] = field(default_factory=list)
    serial: int = 0

    def __str__(self) -> str:
        return f"{self.unit} group {self.group} (layer {self.serial})"

    @property
    def explanation(self) -> tuple[str, ...]:
        """The configuration that produced the layer, a line each, for messages."""
        return tuple(f"{name}: {value}" for name, value in self.settings.items())

    @property
    def written_bytes(self) -> int:
        """How many bytes the layer must write."""
        return sum(stream.data.size for stream in self.writes)
