"""Jobs: what starts and ends together, and the jobs that must be done before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from models.memory.footprint import Footprint
from models.memory.overlap import overlap


class Part(Protocol):
    """What a job asks of one block."""

    @property
    def block(self) -> str:
        """The block's name."""


PartT = TypeVar("PartT", bound=Part)


@dataclass(slots=True, eq=False, kw_only=True)
class MemoryJob(Generic[PartT]):
    """A layer, or several that hand their results to each other; a family's own kind of it may know more.

    Attributes:
        number: its position in the program.
        parts: what it asks of its blocks, in pipeline order.
        reads: what it reads from memory.
        writes: what it writes.
        before: jobs that must be done before it starts.
    """

    number: int
    parts: tuple[PartT, ...]
    reads: tuple[Footprint, ...] = ()
    writes: tuple[Footprint, ...] = ()
    before: list[MemoryJob[PartT]] = field(default_factory=list)

    def must_follow(self, earlier: MemoryJob[PartT]) -> bool:
        """Whether it touches what an earlier job writes, or writes what that one reads."""
        return (
            _meet(self.reads, earlier.writes) or _meet(self.writes, earlier.writes) or _meet(self.writes, earlier.reads)
        )

    def follow(self, earlier: Iterable[MemoryJob[PartT]]) -> None:
        """Wait for those of the earlier jobs that it must follow."""
        self.before = [job for job in earlier if self.must_follow(job)]


def _meet(one: Sequence[Footprint], other: Sequence[Footprint]) -> bool:
    return any(overlap(first, second) is not None for first in one for second in other)
