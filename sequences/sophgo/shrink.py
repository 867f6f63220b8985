"""How programs of words of Sophgo's TPU are made smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.layer import Layer
from models.memory.footprint import Footprint
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.kernels.footprints import read_by, written_by
from models.sophgo.kernels.program import Step as WordStep
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.table import operation_of
from models.sophgo.words.plain import SIDES, PlainWord
from sequences.host import Host
from sequences.shrink.program import Step
from sequences.shrink.shrinking import Layers, Named, Place, Shrinking, Taken, TestFrame
from sequences.shrink.source import Call
from sequences.sophgo.bench import SophgoBench

WORD_BYTES = 4


class SophgoShrinking(Shrinking[SophgoBench]):
    """The strategies: a layer is a word; its ids follow from what it touches, and all words make one kernel.

    What words find in the memories of the chip, other words have brought.

    Args:
        config: the hardware configuration.
    """

    kept = frozenset(("kind", "function", "name", *SIDES))

    def __init__(self, config: SophgoConfig) -> None:
        self._config = config

    def taken(self, layer: Layer) -> Taken | None:
        """A word, and what it reads in DDR; launches and ends follow from these."""
        step = layer.descriptor
        if not isinstance(step, WordStep):
            return None
        fetched = [item for item in layer.lead.fetched if item.where.port == DDR]
        return Taken(PlainWord.of(step.word), fetched)

    def device(self) -> SophgoDevice:
        """A reference device."""
        return SophgoDevice(self._config)

    def bench(self, host: Host, rng: np.random.Generator, way: str) -> SophgoBench:  # noqa: ARG002 - there is one
        """A table of kernels."""
        return SophgoBench(host, self._config, rng)

    async def play(self, bench: SophgoBench, steps: Sequence[Step], way: str) -> None:  # noqa: ARG002 - likewise
        """Play words, as one kernel."""
        await bench.play(*(_plain(layer).word() for step in steps for layer in step.layers))

    def reads(self, layers: Layers) -> Sequence[Footprint]:
        """What is read in DDR, or may be."""
        operations = [self._operation(layer) for layer in layers]
        every = [item for one in operations for item in (*one.inputs, *one.reach)]
        return [read_by(item) for item in every if item.memory == DDR and item.addresses.size]

    def writes(self, layers: Layers) -> Sequence[Footprint]:
        """What is written there at most."""
        every = [item for layer in layers for item in self._operation(layer).outputs]
        outputs = [item for item in every if item.memory == DDR and item.addresses.size]
        shapes = [(item, np.zeros(item.addresses.size, item.dtype)) for item in outputs]
        return [written_by(item, values, np.ones(values.shape, np.bool_)).where for item, values in shapes]

    def registers(self, layers: Layers) -> int:
        """Parts of words that are not 0."""
        parts = (np.frombuffer(_plain(layer).word().encode().tobytes(), f"<u{WORD_BYTES}") for layer in layers)
        return sum(int(np.count_nonzero(some)) for some in parts)

    def addresses(self, layers: Layers) -> Mapping[Place, str]:
        """Where sides of transfers are that are in DDR."""
        return {
            (number, side): DDR
            for number, layer in enumerate(layers)
            for side in SIDES
            if getattr(_plain(layer), side) >= self._config.ddr_base
        }

    def origin(self, port: str) -> int:  # noqa: ARG002 - there is one
        """The first address of DDR."""
        return self._config.ddr_base

    def lowest(self, place: Place, default: object) -> int:
        """A member of a word may be 0, if the word may have that."""
        return 0 if place[-1] == "value" else super().lowest(place, default)

    def repaired(self, layers: Layers) -> Layers:
        """Members that have become 0 are not written down."""
        return tuple(_plain(layer).without_zeros() for layer in layers)

    def frame(self) -> TestFrame:
        """How a test begins."""
        return TestFrame(base=Named("tb.sophgo.env", "SophgoBaseTest"), ways={})

    def short(self, value: object) -> Call | None:
        """A word by its members."""
        if not isinstance(value, PlainWord):
            return None
        word = value.word()
        head = ("cmd_short", "cmd_id_en", "tsk_typ", "tsk_eu_typ", "cmd_type", "cmd_special_function")
        members = {name: number for name, number in word.values.items() if number and name not in head}
        first = (f'"{value.kind}"', f'"{value.function}"')
        return Call(module="models.sophgo.words.word", name="Word", text="Word.of", first=first, members=members)

    def _operation(self, layer: object) -> Operation:
        return operation_of(_plain(layer).word(), self._config)


def _plain(layer: object) -> PlainWord:
    assert isinstance(layer, PlainWord)
    return layer
