"""How much was reached, in percent, by what it is and by unit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from operator import add

from tb.code_coverage.annotated import FileCode
from tb.code_coverage.points import Kind
from tb.code_coverage.waivers import Waived


@dataclass(frozen=True, slots=True)
class Share:
    """Things of one kind.

    Attributes:
        all: how many there are.
        reached: how many were reached.
        waived: how many were not, for a reason.
        unreachable: those of them that nothing can reach.
    """

    all: int = 0
    reached: int = 0
    waived: int = 0
    unreachable: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(*map(add, astuple(self), astuple(other)))

    @property
    def percent(self) -> float:
        """Of what can be reached."""
        possible = self.all - self.unreachable
        return 100 * self.reached / possible if possible else 100.0


def shares_of(files: Iterable[FileCode], waived: Waived) -> dict[Kind, Share]:
    """What was reached of some files; a kind that nothing was counted of is left out."""
    total: dict[Kind, Share] = {}
    for file in files:
        for item in file.items:
            reason = None if item.hits else waived.of(file.file, item)
            one = Share(1, int(item.hits > 0), int(reason is not None), int(bool(reason and reason.unreachable)))
            total[item.kind] = total.get(item.kind, Share()) + one
    return {kind: total[kind] for kind in Kind if kind in total}
