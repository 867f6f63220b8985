"""A stage of an accelerator's pipeline: one block or several, whose claims make a layer together.

A unit that computes is a stage: it says which blocks take part in a layer, what each of them fetches, who feeds it, and
what comes of it. Everything else (turns, joins, ends, races) is the same for all (`flight`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from models.layer import Claim, Descriptor, Layer, Result
from models.memory.footprint import Fetched, Footprint
from models.rules import Broken


class HangsError(ValueError):
    """A layer that never ends, as the architecture has it: it writes nothing, and a rule says why."""


class Stage(ABC):
    """A stage; one object serves a device from its making on. A family's stages derive from it.

    Attributes:
        name: what messages call it.
        blocks: the blocks that may take part, in pipeline order.
        lead: the block whose claim decides what the layer needs; it frees itself last.
        state: what the last layer left behind; None after reset.
    """

    name: ClassVar[str]
    blocks: ClassVar[tuple[str, ...]]
    lead: ClassVar[str]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing stays of earlier layers."""
        self.state: object = None

    @abstractmethod
    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """A block claims: add its interrupts to the claim's ends, and say what it may fetch from now on.

        Raises:
            ValueError: its settings describe nothing that can be computed.
        """

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:  # noqa: ARG002 - most read at once
        """What a claim reads because of what it has read, such as what a descriptor in memory names.

        It is asked again with what that holds, until it gives nothing more. What is not known, or becomes so before the
        layer starts, may not decide what is read: `describe` refuses such a claim too.

        Args:
            claim: the claim; its `settings`, `places` and ends may follow from what was read.
            fetched: what the last footprints hold.

        Raises:
            ValueError: they describe nothing that can be computed.
        """
        return ()

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - a stage of several blocks looks
        """The blocks besides the lead that the lead's layer needs, in pipeline order."""
        return ()

    def needless(self, claim: Claim) -> str:  # noqa: ARG002 - a stage of several blocks looks
        """Why no layer needs a claim of a partner, which then ends alone; empty if one may."""
        return ""

    def feeder(self, lead: Claim) -> str:  # noqa: ARG002 - a stage that is fed looks
        """The stage whose flow the lead's layer takes; empty if it takes none."""
        return ""

    def disagreements(self, claims: Mapping[str, Claim]) -> Iterator[Broken]:  # noqa: ARG002 - a stage of several blocks looks
        """Where the blocks of a layer say what cannot be true of one layer."""
        yield from ()

    def misfits(self, claims: Mapping[str, Claim], feeder: Layer) -> Iterator[Broken]:  # noqa: ARG002 - a stage that is fed looks
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
            HangsError: it does not.
            ValueError: it cannot.
        """

    def misled(self, claim: Claim) -> Sequence[Footprint]:  # noqa: ARG002 - where nothing is read because of what was read
        """What a claim reads in place of its last footprints, as errors changed what names these; else nothing."""
        return ()

    def failed(self, claim: Claim) -> Result | None:  # noqa: ARG002 - where memory gives no errors, or they change nothing
        """Memory answered some of what a claim reads, or of what its layer writes, with an error: `failed` of these.

        None of its ends has come that waits for that; which they are may change now, with their causes. So may
        `fetched`, where it does not go on reading.

        Returns:
            What its layer comes to: the same streams with other data, or nothing; None: nothing has changed.
        """
        return None

    def lessened(self, layer: Layer) -> Result | None:  # noqa: ARG002 - where only what is owned matters
        """What a layer in flight comes to now that less is known of what it reads beside what it owns, or of its flow.

        Returns:
            The same streams; what differs from what was known before is unknown. None: nothing is.
        """
        return None

    @abstractmethod
    def compute(self, layer: Layer) -> Result:
        """What a layer comes to: from what its claims fetched, its feeder's flow, and the stage's state."""
