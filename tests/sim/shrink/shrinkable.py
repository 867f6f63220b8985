"""Tests that are made smaller: one of random descriptors, and one that fails as it likes."""

from dataclasses import dataclass

import pyuvm

from sequences.mini.bench import MultiplyAdd
from sequences.mini.random import MiniKnobs, draw_operations
from tb.environment.knobs import TestKnobs
from tb.mini.env import MiniBaseTest

BROKEN = "reserved-bits"


@dataclass(frozen=True, kw_only=True)
class BreakingTestKnobs(TestKnobs):
    """Knobs that ask for what breaks a rule."""

    @property
    def announced(self):
        """The rule."""
        return (BROKEN,)


@pyuvm.test()
class SomeLayersTest(MiniBaseTest):
    """Some random descriptors, and a computation that saturates."""

    async def stimulus(self, bench):
        x = bench.array(bench.rng.integers(20, 128, 30))
        computed = MultiplyAdd(a=x, b=x, c=x, out=bench.empty(30), scale=9)
        await bench.play(*draw_operations(bench, 10, MiniKnobs(most_bytes=64)), computed)


@pyuvm.test()
class FickleTest(SomeLayersTest):
    """Fails unless somebody keeps what it plays."""

    async def stimulus(self, bench):
        await super().stimulus(bench)
        assert self.knobs.keep_program, "nobody looks"


@pyuvm.test()
class BreakingTest(SomeLayersTest):
    """Has knobs that announce a broken rule."""

    knobs = BreakingTestKnobs()
