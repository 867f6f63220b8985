"""Coverage of words of both queues: cells, what they wait for, where in the lanes their results are."""

from __future__ import annotations

from dataclasses import dataclass

from models.arrays.distinct import distinct
from models.events import Started
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.kernels.program import Step
from models.sophgo.words.cells import CELLS, cell_of
from models.sophgo.words.description import Queue
from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.sampler import Sampler, Subscriptions

WAITS = ("none", "one word", "several words")
FIRST, INSIDE, LAST = "first", "inside", "last"
ROWS = ((1, 1), (2, 2), (3, 3))


@dataclass(frozen=True, slots=True)
class Ran:
    """A word that starts.

    Attributes:
        step: the word.
        config: the hardware configuration.
    """

    step: Step
    config: SophgoConfig

    def waits(self) -> str:
        """For how many words of the other queue it waits."""
        return WAITS[min(self.step.word["cmd_id_dep"], 2)]

    def lanes(self) -> set[int] | None:
        """The lanes of its result; None: it has none there."""
        assert self.step.operation is not None
        outputs = [item for item in self.step.operation.outputs if item.memory == LOCAL and item.addresses.size]
        lanes = [distinct(item.addresses.ravel() // self.config.lane_bytes) for item in outputs]
        return {int(lane) for each_of in lanes for lane in each_of} or None

    def start(self) -> str | None:
        """Where the result of a word of the TIU begins."""
        if self.step.word.queue is not Queue.TIU:
            return None
        lane = self.step.word["res0_addr"] // self.config.lane_bytes
        return FIRST if lane == 0 else LAST if lane == self.config.lanes - 1 else INSIDE

    def rows(self) -> int | None:
        """In how many rows of the lanes that is."""
        word = self.step.word
        if word.queue is not Queue.TIU:
            return None
        lane = word["res0_addr"] // self.config.lane_bytes
        return int(-(-(lane + word["res0_c"]) // self.config.lanes))

    def fills(self) -> str | None:
        """Whether its result is in all lanes."""
        lanes = self.lanes()
        if lanes is None:
            return None
        return "all" if len(lanes) == self.config.lanes else "one" if len(lanes) == 1 else "some"


class WordSampler(Sampler):
    """Counts words.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: SophgoConfig) -> None:
        self._config = config
        points = (
            Coverpoint("cell", names(*CELLS), lambda ran: cell_of(ran.step.word)),
            Coverpoint("queue", names(*Queue), lambda ran: str(ran.step.word.queue)),
            Coverpoint("waits", names(*WAITS), Ran.waits),
            Coverpoint("first lane", names(FIRST, INSIDE, LAST), Ran.start),
            Coverpoint("rows", each(range(1, 4)), Ran.rows),
            Coverpoint("lanes", names("one", "some", "all"), Ran.fills),
            Coverpoint("number", each(range(1, 9)), lambda ran: ran.step.number),
        )
        super().__init__(Covergroup("words", points, (cross("queue", "waits"), cross("first lane", "rows"))))

    @property
    def subscriptions(self) -> Subscriptions:
        """Words that start."""
        return {Started: self._started}

    def _started(self, event: Started) -> None:
        step = event.layer.descriptor
        if isinstance(step, Step) and step.operation is not None:
            self.sample(Ran(step, self._config))
