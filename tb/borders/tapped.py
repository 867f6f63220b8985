"""What a family says of its units, so that taps in a design of its can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.layer import Claim
from tb.borders.carriers.wrong import Carrier
from tb.borders.comparison.border import Border
from tb.borders.divergence.subjects import Subjects


def _every(_claim: Claim) -> bool:
    """A design begins with every claim."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class TappedUnits:
    """The units of a hardware configuration and what passes between them.

    A family makes one for each configuration. What passes a link is data (`Border.payload`), what must pass it a
    generator of the family's (`Border.expected`); units that compute nothing are held against themselves by carriers:
    `tb.borders.carriers` has those that any family may use, with data of its own.

    Attributes:
        borders: those that are looked at, in the order in which data pass them: each one after those it is `behind`.
        carriers: what is wrong with units that carry data.
        subjects: what errors are about.
        begins: whether a design's units begin with what is claimed; taps count the layers with which they do.

    Raises:
        ValueError: two borders have one tap, or a border is behind one that does not come before it.
    """

    borders: tuple[Border, ...]
    carriers: tuple[Carrier, ...]
    subjects: Subjects
    begins: Callable[[Claim], bool] = _every

    def __post_init__(self) -> None:
        before = set[str]()
        for border in self.borders:
            if border.tap in before:
                raise ValueError(f"TappedUnits.borders: {border.tap} is there twice; a border for each tap")
            if wrong := [tap for tap in border.behind if tap not in before]:
                raise ValueError(
                    f"TappedUnits.borders: {border.tap} is behind {', '.join(wrong)}, not before it among the borders"
                )
            before.add(border.tap)
