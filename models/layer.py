"""What layers of an accelerator do: what their blocks fetch, what they must write, how and when they end.

A *block* of registers *claims* when its turn comes (`Claim`); the claims that belong together make a *layer* (`Layer`);
each claim and layer has *ends* (`End`), which somebody sees one after the other (docs/architecture.md,
'Descriptors, stages, claims, ends').
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Protocol

from models.arrays.flags import every
from models.derivation import Derivation, Step
from models.memory.footprint import ExpectedWrites, Fetched, Flow, Footprint, StreamId
from models.memory.place import MemoryPlace


class EndKind(Enum):
    """What an end does."""

    FREE = "free"  # a block's instance: its data path is done, before memory has answered
    RAISE = "raise"  # an interrupt bit


class Cause(Enum):
    """What lets an end come."""

    CLAIMED = "claimed"  # nothing but the claim: it has nothing to fetch; no pin shows the moment
    STARTED = "started"  # nothing but the layer's start: no pin shows the moment
    FETCHED = "fetched"  # all reads of the claim were seen, or of its layer where the claim has none
    ANSWERED = "answered"  # the memory answered the layer's last write request

    @property
    def seen_on_pins(self) -> bool:
        """Whether a bench sees it, so that the end must follow within a certain time."""
        return self in (Cause.FETCHED, Cause.ANSWERED)


@dataclass(slots=True, eq=False)
class End:
    """One way in which a claim ends: its instance becomes free, or it raises an interrupt bit.

    Attributes:
        kind: which of the two.
        claim: whose end it is.
        cause: what lets it come.
        bit: name of the interrupt bit; empty for FREE.
        streams: labels of the reads that FETCHED waits for; empty: all of the claim's.
        room: of what its layer hands on, so many beats may still stand before the next stage when it comes; None: it
            does not wait for that.
        passed: no more of it stands there, as far as anybody can tell.
        proves: ends that have come once this one has.
        prompt: it comes soon after its cause; else more must happen that no pin shows, and another end proves it.
        allowed: its cause was met: it may come at any time.
        confirmed: it has come.
    """

    kind: EndKind
    claim: Claim
    cause: Cause
    bit: str = ""
    streams: tuple[str, ...] = ()
    room: int | None = None
    passed: bool = False
    proves: list[End] = field(default_factory=list)
    prompt: bool = True
    allowed: bool = False
    confirmed: bool = False

    def __str__(self) -> str:
        return f"{self.bit or 'the end of'} {self.claim.owner}"

    @property
    def held(self) -> bool:
        """Whether what its layer hands on keeps it from coming, whatever its cause."""
        return self.room is not None and not self.passed


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large a number is, as far as is known.

    Attributes:
        least: at least so much.
        most: at most so much; None: nobody knows.
    """

    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Waited:
    """In how many clock cycles a layer's streams waited, as far as its traffic shows.

    Attributes:
        reads: read requests, to be taken.
        writes: write requests and their data, likewise.
        data: what a stream has asked for and has not got.
    """

    reads: Mapping[StreamId, Bounds] = field(default_factory=lambda: MappingProxyType({}))
    writes: Mapping[StreamId, Bounds] = field(default_factory=lambda: MappingProxyType({}))
    data: Mapping[StreamId, Bounds] = field(default_factory=lambda: MappingProxyType({}))


def bounds_of(streams: Mapping[StreamId, Bounds], axi_id: int) -> Bounds:
    """What is known of the stream with an id, on whatever port; nothing where there are several."""
    found = [bounds for stream, bounds in streams.items() if stream.axi_id == axi_id]
    return found[0] if len(found) == 1 else Bounds()


UNWATCHED = Waited()
"""Of a layer whose traffic nobody watches."""


@dataclass(slots=True, eq=False)
class Claim:
    """What a block is about to do, as its turn has come: from now on it may fetch, alone or with partners.

    Attributes:
        block: the block, as in the register description.
        instance: which of those of the block it is, as messages say it, such as "slot 3".
        settings: what its registers say; the stage that it belongs to knows the form.
        writers: number of the register write that set each register last, by part (a slot) and register name.
        started_by: number of the register write that started it.
        places: where in memory stands what it does, by part and name.
        after: claims before it that have ended when it begins, as far as anybody can tell: what they write is there.
        fetched: what it reads, as it was when it claimed.
        unknown_reads: bytes that it reads although nothing ever wrote them.
        ends: how it ends; its first one frees the instance.
        layer: the layer that it became part of.
        refused: it cannot be computed: nothing of it is expected, and it never ends.
        races: software races in which its reads take part before it has a layer, one line each.
        reads_due: somebody who watches its reads knows that some are still to come; then its data path is not done.
    """

    block: str
    instance: str
    settings: object
    writers: Mapping[tuple[int, str], int] = field(default_factory=dict)
    started_by: int = 0
    places: Mapping[tuple[int, str], MemoryPlace] = field(default_factory=dict)
    after: tuple[Claim, ...] = ()
    fetched: tuple[Fetched, ...] = ()
    unknown_reads: int = 0
    ends: list[End] = field(default_factory=list)
    layer: Layer | None = None
    refused: bool = False
    races: list[str] = field(default_factory=list)
    reads_due: bool = False

    def __post_init__(self) -> None:
        self.ends.append(End(EndKind.FREE, self, Cause.STARTED))

    def __str__(self) -> str:
        return f"{self.block} {self.instance}"

    @property
    def free(self) -> End:
        """The end that makes its instance free."""
        return self.ends[0]

    @property
    def owner(self) -> str:
        """What messages call it: its layer, where it has one."""
        return f"{self} ({self.layer})" if self.layer and self.layer.lead is not self else str(self.layer or self)

    @property
    def reads(self) -> tuple[Footprint, ...]:
        """What it owns as input."""
        return tuple(item.where for item in self.fetched)

    @property
    def coming(self) -> tuple[Fetched, ...]:
        """What may still be on its way: without those reads of which an end tells that they are through."""
        ends = [end for end in self.ends if end.allowed and end.cause is Cause.FETCHED]
        through = {label for end in ends for label in end.streams}
        return tuple(item for item in self.fetched if item.where.label not in through)

    @property
    def unknown_reads_text(self) -> str:
        """One line about bytes that it reads although nothing ever wrote them."""
        zeroed = "; they count as 0" if all(every(item.known) for item in self.fetched) else ""
        return f"{self.layer or self} reads {self.unknown_reads} byte(s) that nothing ever wrote{zeroed}"

    def raises(
        self, bit: str, cause: Cause, *, streams: tuple[str, ...] = (), room: int | None = None, frees: bool = False
    ) -> End:
        """Add an interrupt to its ends.

        Args:
            bit: the interrupt bit.
            cause: what lets it come.
            streams: labels of the reads that FETCHED waits for; empty: all of the claim's.
            room: as of `End`.
            frees: whether the interrupt proves that the instance is free.
        """
        end = End(EndKind.RAISE, self, cause, bit, streams, room, proves=[self.free] if frees else [])
        self.ends.append(end)
        return end


class Descriptor(Protocol):
    """One kind of layer as its registers describe it: what rules check, models compute and messages print."""

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line each, for messages."""


@dataclass(slots=True, eq=False)
class Layer:
    """One hardware layer, from its start to its end.

    Attributes:
        stage: name of the stage that runs it.
        descriptor: the configuration that produced it.
        claims: the blocks' claims that it is made of; the first leads.
        serial: counts the layers of a device, from 0.
        writes: what it must write.
        last_write: index in `writes` of the stream whose last response lets the interrupt come; None: writes nothing.
        flow: what it hands to the next stage; None: nothing.
        taken_by: the layer that took the flow.
        feeder: the layer whose flow it took.
        statuses: what registers of its claims hold once it has ended, by block and register name.
        bounded: what the one field of other registers may hold then, likewise.
        races: software races in which it takes part, one line each.
        derivation: how it came to what it writes and hands on, element by element; None: it does not say.
        reads_on: it may still read what it owns once its last write is answered.
        errata: ids of faults of the part that it shows: what the part makes of it is not what documents say.
    """

    stage: str
    descriptor: Descriptor
    claims: tuple[Claim, ...]
    serial: int = 0
    writes: tuple[ExpectedWrites, ...] = ()
    last_write: int | None = None
    flow: Flow | None = None
    taken_by: Layer | None = None
    feeder: Layer | None = None
    statuses: Mapping[tuple[str, str], int] = field(default_factory=dict)
    bounded: Mapping[tuple[str, str], range] = field(default_factory=dict)
    races: list[str] = field(default_factory=list)
    derivation: Derivation | None = None
    reads_on: bool = False
    errata: tuple[str, ...] = ()

    def __str__(self) -> str:
        shown = "".join(f", erratum {name}" for name in self.all_errata)
        return f"{self.stage} {self.instance} (layer {self.serial}{shown})"

    @property
    def all_errata(self) -> tuple[str, ...]:
        """Those that it shows, and those of what it is fed with."""
        return (*(self.feeder.all_errata if self.feeder else ()), *self.errata)

    @property
    def lead(self) -> Claim:
        """The claim that decides what the layer is."""
        return self.claims[0]

    @property
    def instance(self) -> str:
        """The instance of the leading block."""
        return self.lead.instance

    @property
    def reads(self) -> tuple[Footprint, ...]:
        """What it owns as input."""
        return tuple(where for claim in self.claims for where in claim.reads)

    @property
    def unknown_reads(self) -> int:
        """Bytes that it reads although nothing ever wrote them."""
        return sum(claim.unknown_reads for claim in self.claims)

    @property
    def ends(self) -> Iterator[End]:
        """How it ends: those of its claims, the leading one's last."""
        for claim in reversed(self.claims):
            yield from claim.ends

    @property
    def interrupts(self) -> list[str]:
        """The status bits that it has still to raise."""
        return [end.bit for end in self.ends if end.kind is EndKind.RAISE and not end.confirmed]

    @property
    def explanation(self) -> tuple[str, ...]:
        """The configuration that produced the layer, a line each, for messages."""
        return self.descriptor.explain()

    def stream_at(self, port: str, address: int) -> int | None:
        """The number of the write stream that a byte of a memory belongs to, the last of several; None: of none."""
        of_port = [number for number, stream in enumerate(self.writes) if stream.where.port == port]
        return next((number for number in reversed(of_port) if self.writes[number].where.touches(address)), None)

    def derivation_of(self, port: str, address: int) -> tuple[Step, ...]:
        """How it came to a byte that it writes; nothing where it writes none, or does not say."""
        stream = self.stream_at(port, address)
        return () if stream is None or self.derivation is None else tuple(self.derivation.written(stream, address))


@dataclass(frozen=True, slots=True)
class Result:
    """What a layer comes to, computed whole at its start.

    Attributes:
        writes: expected bytes of each write stream; none where nothing is written.
        last_write: as of `Layer`; None: nothing is written.
        flow: what is handed to the next stage.
        statuses: what registers hold at its end, by block and register name.
        bounded: what others may hold, as of `Layer`.
        state: what stays in the stage for its next layer.
        derivation: as of `Layer`.
        in_place: it may write where it reads; what cannot be known of that is not compared already.
        reads_on: as of `Layer`.
        errata: as of `Layer`.
    """

    writes: tuple[ExpectedWrites, ...] = ()
    last_write: int | None = None
    flow: Flow | None = None
    statuses: Mapping[tuple[str, str], int] = field(default_factory=dict)
    bounded: Mapping[tuple[str, str], range] = field(default_factory=dict)
    state: object = None
    derivation: Derivation | None = None
    in_place: bool = False
    reads_on: bool = False
    errata: tuple[str, ...] = ()
