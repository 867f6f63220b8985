"""What the public part's own Y gave for our stimuli: tests/vectors/README.md."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.registers import Block
from tb.runner.paths import ROOT

FILE = ROOT / "tests" / "vectors" / "sdp_y.npz"


@dataclass(frozen=True)
class RecordedY:
    """One setting of Y, with atoms of 16 elements that went through it.

    Attributes:
        group: those of one number share their tables.
        settings: by register and field.
        tables: entries of LE, then of LO.
        words: what goes in: [atoms, elements]; `alu` and `mul` likewise, the operands in memory.
        results: what comes out.
    """

    group: int
    settings: dict[tuple[str, str], int]
    tables: NDArray[np.uint16]
    words: NDArray[np.uint32]
    alu: NDArray[np.uint16]
    mul: NDArray[np.uint16]
    results: NDArray[np.uint32]

    def value(self, field: str) -> int:
        """A field, by its name alone."""
        return next(value for (_, name), value in self.settings.items() if name == field)

    def written(self, block: Block) -> dict[str, int]:
        """The words of the registers that have them."""
        words: dict[str, int] = {}
        for (register, name), value in self.settings.items():
            field = block.registers[register].fields[name]
            words[register] = words.get(register, 0) | field.put(value & (1 << field.width) - 1)
        return words


@cache
def recorded_y() -> tuple[RecordedY, ...]:
    """All of them."""
    with np.load(FILE) as stored:
        return tuple(_cases({name: stored[name] for name in stored.files}))


def _cases(stored: dict[str, NDArray[Any]]) -> Iterator[RecordedY]:
    names = [tuple(name.split(".")) for name in stored["fields"].tolist()]
    for number, group in enumerate(stored["group"].tolist()):
        settings = dict(zip(names, stored["settings"][number].tolist(), strict=True))
        rest = (stored[name][number] for name in ("words", "alu", "mul", "results"))
        yield RecordedY(group, settings, stored["tables"][group], *rest)
