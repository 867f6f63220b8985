"""How programs of mini's descriptors are made smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.layer import Layer
from models.memory.footprint import Fetched, Footprint
from models.mini.config import MEMORY, MiniConfig
from models.mini.descriptor import DESCRIPTOR_BYTES, WORD_BYTES, Opcode, Operation
from models.mini.device import MiniDevice
from models.mini.entry import Entry
from sequences.host import Host
from sequences.mini.bench import MiniBench
from sequences.mini.ring import RingKnobs
from sequences.shrink.program import Step
from sequences.shrink.shrinking import Layers, Named, Place, Shrinking, Taken, TestFrame

SMALL_RING = "small ring"
WAYS = {"": RingKnobs(), SMALL_RING: RingKnobs(last=3, poll=0.5, late=0.5)}
MOVES = (Opcode.LOAD, Opcode.STORE)


class MiniShrinking(Shrinking[MiniBench]):
    """Mini's strategies.

    Args:
        config: the hardware configuration.
    """

    ways = tuple(WAYS)
    kept = frozenset(("opcode", "address"))

    def __init__(self, config: MiniConfig) -> None:
        self._config = config

    def taken(self, layer: Layer) -> Taken:
        """What its descriptor says, and what it moves into the scratch memory."""
        entry, own = layer.descriptor, layer.lead.fetched[1:]
        assert isinstance(entry, Entry)
        fetched: list[Fetched] = [item for item in own if item.where.port == MEMORY]
        return Taken(replace(entry.operation, opcode=Opcode(entry.operation.opcode)), fetched)

    def device(self) -> MiniDevice:
        """A reference device."""
        return MiniDevice(self._config)

    def bench(self, host: Host, rng: np.random.Generator, way: str) -> MiniBench:
        """Arrays, and a ring."""
        return MiniBench(host, self._config, rng, WAYS[way])

    async def play(self, bench: MiniBench, steps: Sequence[Step], way: str) -> None:  # noqa: ARG002 - the bench has it
        """Play descriptors, one behind the other."""
        await bench.play(*map(_operation, (layer for step in steps for layer in step.layers)))

    def reads(self, layers: Layers) -> Sequence[Footprint]:
        """What is loaded."""
        found = (where for layer in layers for where in Entry(_operation(layer), 0).inputs(self._config))
        return [where for where in found if where.port == MEMORY]

    def writes(self, layers: Layers) -> Sequence[Footprint]:
        """What is stored."""
        outputs = (Entry(_operation(layer), 0).output(self._config) for layer in layers)
        return [where for where in outputs if where is not None and where.port == MEMORY]

    def registers(self, layers: Layers) -> int:
        """Words of descriptors that are not 0."""
        words = (np.frombuffer(_operation(layer).encode().tobytes(), f"<u{WORD_BYTES}") for layer in layers)
        return sum(int(np.count_nonzero(some)) for some in words)

    def addresses(self, layers: Layers) -> Mapping[Place, str]:
        """Where bytes are moved from or to."""
        return {
            (number, "address"): MEMORY
            for number, layer in enumerate(layers)
            if _operation(layer).opcode in MOVES and _operation(layer).length
        }

    def origin(self, port: str) -> int:  # noqa: ARG002 - there is one memory
        """The first descriptors' worth is left alone: nobody would see an address that is 0 by mistake."""
        return DESCRIPTOR_BYTES

    def lowest(self, place: Place, default: object) -> int:
        """A length is 1 at least."""
        return 1 if place[-1] == "length" else super().lowest(place, default)

    def frame(self) -> TestFrame:
        """How a test begins."""
        return TestFrame(base=Named("tb.mini.env", "MiniBaseTest"), ways={})


def _operation(layer: object) -> Operation:
    assert isinstance(layer, Operation)
    return layer
