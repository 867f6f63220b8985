"""What a family knows of right and wrong programs, as layers in flight ask for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from models.layer import Claim, Descriptor, Layer
from models.rules import Violation


@dataclass(frozen=True, slots=True)
class Start:
    """What is around a layer that starts.

    Attributes:
        lead: the claim that leads it.
        running: layers whose data path is not done, oldest first.
        before: the descriptor of the layer that its stage started before it; none after reset.
    """

    lead: Claim
    running: tuple[Layer, ...]
    before: tuple[Descriptor, ...]


class Rulebook(Protocol):
    """The rules of a family, and how much it computes."""

    def check(self, subject: object) -> Iterable[Violation]:
        """The rules that something breaks by itself: a join, claims that wait, or what a family gives to be checked.

        That is what `Stage.begun` says of a start, and `RegisterBlock.asked` of a register write.
        """

    def check_start(self, descriptor: Descriptor, start: Start) -> Iterable[Violation]:
        """The rules that a layer breaks that starts now."""

    def check_missed(self, address: int) -> Iterable[Violation]:
        """The rules that a register write breaks that no register takes."""

    def missed(self, address: int) -> str:
        """What such a write misses, a register or a whole block: each is told once."""

    def need_room(self) -> None:
        """Make sure that the memories hold no more than they may when another layer starts.

        Raises:
            ValueError: they do.
        """
