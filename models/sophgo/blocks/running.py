"""A kernel that runs: how far its queues are, and which words have their turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from models.layer import Claim
from models.sophgo.kernels.hazards import Race, races_of
from models.sophgo.kernels.program import KernelPrograms, Step
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason


@dataclass(frozen=True, slots=True)
class Turn:
    """A word that has its turn: the settings of its claim.

    Attributes:
        step: the word.
        races: software races in which it takes part.
    """

    step: Step
    races: tuple[Race, ...]


@dataclass(slots=True)
class Running:
    """A kernel from its launch on.

    Attributes:
        programs: of both queues.
        before: the claim after which its first words come; None: none is before it.
        started_by: number of the register write that launched it.
        races: the software races of its words.
        claims: of the words that had their turn, by queue.
        waits: queues that wait for what never comes.
        failed: memory answered something of it with an error.
    """

    programs: KernelPrograms
    before: Claim | None
    started_by: int
    races: tuple[Race, ...] = ()
    claims: dict[Queue, list[Claim]] = field(default_factory=lambda: {queue: [] for queue in Queue})
    waits: set[Queue] = field(default_factory=set)
    failed: bool = False

    def __post_init__(self) -> None:
        self.races = tuple(races_of(self.programs[Queue.TIU], self.programs[Queue.GDMA]))

    def turns(self) -> Iterator[Claim]:
        """Words whose turn has come, until no more do."""
        while ready := [queue for queue in Queue if self._has_turn(queue)]:
            for queue in ready:
                yield self._claim(queue)

    def _has_turn(self, queue: Queue) -> bool:
        """Whether the next word of a queue may execute, as far as anybody can tell."""
        claims, step = self.claims[queue], self._next(queue)
        if step is None or (claims and not claims[-1].free.allowed):
            return False
        others, needed = self.claims[queue.other], step.word["cmd_id_dep"]
        return not needed or (needed <= len(others) and others[needed - 1].free.allowed)

    def _next(self, queue: Queue) -> Step | None:
        """The word of a queue that comes next."""
        steps, at = self.programs[queue].steps, len(self.claims[queue])
        return steps[at] if at < len(steps) else None

    def _claim(self, queue: Queue) -> Claim:
        step = self._next(queue)
        assert step is not None
        own, needed = self.claims[queue][-1:], step.word["cmd_id_dep"]
        after = [*own, *([self.claims[queue.other][needed - 1]] if needed else [])]
        if not after and self.before is not None:
            after = [self.before]
        races = tuple(race for race in self.races if (queue, step.number) in race.steps)
        claim = Claim(queue, f"word {step.number}", Turn(step, races), started_by=self.started_by, after=tuple(after))
        self.claims[queue].append(claim)
        return claim

    @property
    def over(self) -> bool:
        """Whether no word can go on any more."""
        idle = all(not claims or claims[-1].free.allowed for claims in self.claims.values())
        if not idle or any(self._has_turn(queue) for queue in Queue):
            return False
        self.waits = {queue for queue in Queue if self._next(queue) is not None}
        return True

    @property
    def last(self) -> tuple[Claim, ...]:
        """The last words of both queues."""
        return tuple(claims[-1] for claims in self.claims.values() if claims)

    def stopped(self, queue: Queue) -> tuple[int, Reason]:
        """The word at which a queue stopped, and why; 0 if it did not."""
        refusal, step = self.programs[queue].refusal, self._next(queue)
        if queue in self.waits and step is not None:
            return step.number, Reason.WAITS
        return (refusal.number, refusal.reason) if refusal is not None else (0, Reason.NONE)
