"""A made-up family whose layers read some bytes, for what searches for small programs."""

from dataclasses import dataclass, field, replace

import numpy as np

from models.memory.footprint import StreamId
from models.memory.stretch import stretch
from sequences.shrink.program import Data, Program, Step
from sequences.shrink.shrinking import Named, Shrinking, Taken, TestFrame

PORT = "MEM"
STREAM = StreamId(PORT, 0)


@dataclass(frozen=True, kw_only=True)
class Extra:
    """Something that a layer may do too."""

    on: bool = False
    amount: int = 0


@dataclass(frozen=True, kw_only=True)
class Work:
    """A layer: it reads `size` bytes from `address` on, and writes them to `out`."""

    address: int
    out: int
    size: int
    gain: int = 1
    extra: Extra = field(default_factory=Extra)
    parts: tuple[int, ...] = (0,)


class MadeShrinking(Shrinking):
    """Its strategies; it plays nothing."""

    ways = ("", "wild")
    kept = frozenset(("address", "out"))

    def taken(self, layer):
        """The descriptor alone."""
        return Taken(layer.descriptor)

    def device(self):
        """None: trials are made up too."""
        raise NotImplementedError

    def bench(self, host, rng, way):
        """Likewise."""
        raise NotImplementedError

    async def play(self, bench, steps, way):
        """Likewise."""
        raise NotImplementedError

    def reads(self, layers):
        """What layers read."""
        return [stretch(STREAM, layer.address, layer.size, "input") for layer in layers]

    def writes(self, layers):
        """What they write."""
        return [stretch(STREAM, layer.out, layer.size, "output") for layer in layers]

    def registers(self, layers):
        """One for each."""
        return len(layers)

    def addresses(self, layers):
        """Both of each layer."""
        return {(number, name): PORT for number in range(len(layers)) for name in ("address", "out")}

    def frame(self):
        """Nothing special."""
        return TestFrame(base=Named("made.tests", "MadeBaseTest"), ways={})


def made_program(count, seed=1):
    """Layers of all kinds, one play for every third."""
    rng = np.random.default_rng(seed)
    steps = []
    for number in range(count):
        size, at = int(rng.integers(4, 200)), int(rng.integers(1, 1 << 30)) << 8
        layer = Work(
            address=at,
            out=at + (1 << 20),
            size=size,
            gain=int(rng.integers(1, 100)),
            extra=Extra(on=bool(rng.integers(2)), amount=int(rng.integers(50))),
            parts=tuple(range(int(rng.integers(1, 5)))),
        )
        data = (Data(PORT, at, rng.integers(0, 256, size, dtype=np.uint8).tobytes()),)
        steps.append(Step(layers=(layer,), data=data, begins=number % 3 == 0))
    return Program(steps=tuple(steps), way="wild")


class MadeTrials:
    """Programs of which a predicate says that they fail."""

    def __init__(self, fails, most=10_000):
        self.fails, self.most, self.known = fails, most, {}

    @property
    def tried(self):
        """How many were tried, each once."""
        return len(self.known)

    @property
    def over(self):
        """Whether no more may be tried."""
        return self.tried >= self.most

    def fail(self, programs):
        """What the predicate says of each."""
        for program in programs:
            if program not in self.known and not self.over:
                self.known[program] = self.fails(program)
        return [self.known.get(program, False) for program in programs]


def with_member(program, number, **members):
    """A program with other members of a layer."""
    step = program.steps[number]
    return program.with_step(number, replace(step, layers=(replace(step.layers[0], **members),)))
