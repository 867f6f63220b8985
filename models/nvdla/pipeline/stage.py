"""A stage of the accelerator's pipeline: one block or several, whose claims make a layer together.

A unit that computes is a stage: it says which blocks take part in a layer, what each of them fetches, who feeds it, and
what comes of it. Everything else (turns, joins, ends, races) is the same for all (`flight`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from models.layer import Claim, Descriptor, Layer, Result
from models.memory.footprint import Footprint
from models.nvdla.blocks.make import make_block
from models.nvdla.blocks.ping_pong import RegisterBlock
from models.nvdla.config import HwConfig
from models.registers import Block, RegisterMap
from models.rules import Broken

FieldName = tuple[str, str, str]
"""Block, register and field."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A kind of layers: those in which a field has a certain value, or has not.

    Attributes:
        fields: the field, in each block that has it; the first that is there counts.
        name: of the value.
        differs: whether it has another value.
    """

    fields: tuple[FieldName, ...]
    name: str
    differs: bool = False

    def holds(self, registers: RegisterMap, claims: Mapping[str, Claim]) -> bool:
        """Whether the layer of some claims, by block, is of this kind."""
        return (_label(registers, claims, self.fields) == self.name) != self.differs


@dataclass(frozen=True, slots=True)
class SharedField:
    """A field that several blocks of a layer have, and must agree on.

    Attributes:
        fields: block, register and field, of each.
        only: the kinds of layers in which it matters: those of which all hold.
    """

    fields: tuple[FieldName, ...]
    only: tuple[Condition, ...] = ()

    def matters(self, registers: RegisterMap, claims: Mapping[str, Claim]) -> bool:
        """Whether the layer of some claims, by block, is of such a kind."""
        return all(condition.holds(registers, claims) for condition in self.only)

    def values(self, registers: RegisterMap, claims: Mapping[str, Claim]) -> dict[FieldName, int]:
        """What the claims of a layer hold, by field."""
        return {name: _read(registers, claims, name) for name in self.fields if name[0] in claims}


def _read(registers: RegisterMap, claims: Mapping[str, Claim], name: FieldName) -> int:
    block, register, field = name
    settings = claims[block].settings
    assert isinstance(settings, Mapping)
    item = registers.blocks[block].registers[register]
    return item.fields[field].get(settings.get(register, item.reset))


def _label(registers: RegisterMap, claims: Mapping[str, Claim], fields: tuple[FieldName, ...]) -> str:
    """The name of the value that the first of some fields has whose block claims; empty if none does."""
    for name in fields:
        block, register, field = name
        if block in claims:
            return registers.blocks[block].registers[register].fields[field].label(_read(registers, claims, name))
    return ""


class Stage(ABC):
    """A stage; one object serves a device from its making on.

    Attributes:
        name: what messages call it.
        blocks: the blocks that may take part, in pipeline order.
        lead: the block whose claim decides what the layer needs; it frees itself last.
        shared: fields on which the blocks of a layer must agree.
        state: what the last layer left behind; None after reset.
    """

    name: ClassVar[str]
    blocks: ClassVar[tuple[str, ...]]
    lead: ClassVar[str]
    shared: ClassVar[tuple[SharedField, ...]] = ()

    def __init__(self, registers: RegisterMap, config: HwConfig) -> None:
        self.registers, self.config = registers, config
        self.reset()

    def reset(self) -> None:
        """Nothing stays of earlier layers."""
        self.state: object = None

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        return make_block(block, self.config)

    @abstractmethod
    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """A block claims: add its interrupts to the claim's ends, and say what it may fetch from now on.

        Raises:
            ValueError: its registers describe nothing that can be computed.
        """

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - a stage of several blocks looks
        """The blocks besides the lead that the lead's layer needs, in pipeline order."""
        return ()

    def needless(self, claim: Claim) -> str:  # noqa: ARG002 - a stage of several blocks looks
        """Why no layer needs a claim of a partner, which then ends alone; empty if one may."""
        return ""

    def feeder(self, lead: Claim) -> str:  # noqa: ARG002 - a stage that is fed looks
        """The stage whose flow the lead's layer takes; empty if it takes none."""
        return ""

    def misfits(self, claims: Mapping[str, Claim], feeder: Layer) -> Iterator[Broken]:  # noqa: ARG002 - as above
        """Where a layer does not fit the one that feeds it."""
        yield from ()

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:  # noqa: ARG002 - stages with rules of their own look
        """What there is to check of a layer's start beside its descriptor: what rules of starts are about."""
        return ()

    @abstractmethod
    def describe(self, claims: Mapping[str, Claim]) -> Descriptor:
        """The layer that joined claims describe, by block.

        Raises:
            ValueError: they describe nothing that can be computed.
        """

    def need_room(self, descriptor: Descriptor) -> None:  # noqa: B027 - what most stages touch is what they take
        """Make sure that a layer takes no more memory and time than there is, beside those of what it touches.

        Raises:
            ValueError: it does.
        """

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: B027 - most can be
        """Make sure that a layer can be computed, once the rules have checked it, and comes to an end.

        Raises:
            ValueError: it cannot.
        """

    @abstractmethod
    def compute(self, layer: Layer) -> Result:
        """What a layer comes to: from what its claims fetched, its feeder's flow, and the stage's state."""
