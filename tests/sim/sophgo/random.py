"""Random kernels on Sophgo's TPU."""

from dataclasses import dataclass, replace

import pyuvm

from models.sophgo.words.cells import CELLS
from sequences.sophgo.random.program import RandomProgram
from tb.environment.knobs import TestKnobs
from tb.memory.profile import HARSH
from tb.sophgo.env import SophgoBaseTest


@dataclass(frozen=True, kw_only=True)
class RandomSophgoKnobs(TestKnobs):
    """What may be set of a test of random kernels.

    Attributes:
        kernels: how many.
        cell: the cell of which words are, of those in models/sophgo/words/cells.py; empty: of any.
    """

    kernels: int = 6
    cell: str = ""

    def __post_init__(self):
        super().__post_init__()
        if self.cell and self.cell not in CELLS:
            raise ValueError(f"cell={self.cell}: there are {', '.join(CELLS)}")


@pyuvm.test()
class RandomSophgoTest(SophgoBaseTest):
    """Random words of both queues, on what the ones before have left in the lanes."""

    knobs = RandomSophgoKnobs()

    async def stimulus(self, bench):
        program, cells = RandomProgram(bench), [self.knobs.cell] * 4 if self.knobs.cell else []
        for _ in range(self.knobs.kernels):
            await program.play(cells)


@pyuvm.test()
class RandomHarshSophgoTest(RandomSophgoTest):
    """The same on a memory that answers late and out of order."""

    def configure(self):
        config = super().configure()
        return replace(config, profiles=dict.fromkeys(config.hw.ports, HARSH))


@pyuvm.test()
class EveryCellSophgoTest(SophgoBaseTest):
    """A word of each cell."""

    async def stimulus(self, bench):
        program, cells = RandomProgram(bench), [str(cell) for cell in bench.rng.permutation(CELLS)]
        while cells:
            await program.play(cells[:4])
            del cells[:4]
