"""The BDMA's busy flags: set by a launch, cleared when the memory has answered one (docs/nvdla/units.md, 'BDMA')."""

from __future__ import annotations

from models.layer import Claim, EndKind

CLEAR, BUSY = frozenset((0,)), frozenset((1,))


def may_be_done(claim: Claim) -> bool:
    """Whether a launch may have ended: its last write is answered, or it cannot be computed."""
    return claim.refused or any(end.kind is EndKind.RAISE and end.allowed for end in claim.ends)


class BusyFlag:
    """One group's flag: values that it may have.

    A launch sets it although an earlier one of its group still runs, whose end then clears it too early. Where the two
    cross nobody knows which came first.
    """

    def __init__(self) -> None:
        self._stands = CLEAR
        self._crossed: dict[Claim, bool] = {}  # what runs; true: a launch came when it may have been done

    @property
    def possible(self) -> frozenset[int]:
        """Values that it may have now."""
        return self._stands | CLEAR if any(map(may_be_done, self._crossed)) else self._stands

    @property
    def running(self) -> int:
        """How many launches of the group run."""
        return len(self._crossed)

    def launch(self, claim: Claim | None) -> None:
        """The group was launched; None: with nothing to do."""
        self._crossed = {other: crossed or may_be_done(other) for other, crossed in self._crossed.items()}
        self._stands = BUSY
        if claim is not None:
            self._crossed[claim] = False

    def ended(self, claim: Claim) -> None:
        """A launch has ended."""
        if claim in self._crossed:
            self._stands = self._stands | CLEAR if self._crossed.pop(claim) else CLEAR
