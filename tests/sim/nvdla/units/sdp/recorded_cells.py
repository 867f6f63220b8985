"""What the public part's own X, Y and output convertor gave for our stimuli: tests/vectors/nvdla/README.md."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.registers import Block
from tb.runner.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "nvdla"
OPERATORS = ("x", "y")
"""What takes operands."""


@dataclass(frozen=True)
class RecordedCell:
    """One setting, with atoms of 16 elements that went through.

    Attributes:
        settings: by register and field.
        words: what goes in: [atoms, elements].
        results: what comes out.
        alu: operands in memory, of an operator; `mul` likewise.
        group: those of one number share their tables.
        tables: entries of LE, then of LO.
        flags: which results count as saturated where they are integers, of the convertor.
    """

    settings: dict[tuple[str, str], int]
    words: NDArray[np.uint32]
    results: NDArray[Any]
    alu: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, np.uint16))
    mul: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, np.uint16))
    group: int = 0
    tables: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, np.uint16))
    flags: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    def value(self, name: str) -> int:
        """A field, by its name alone."""
        return next(value for (_, other), value in self.settings.items() if other == name)

    def written(self, block: Block) -> dict[str, int]:
        """The words of the registers that have them."""
        words: dict[str, int] = {}
        for (register, name), value in self.settings.items():
            item = block.registers[register].fields[name]
            words[register] = words.get(register, 0) | item.put(value & (1 << item.width) - 1)
        return words


@cache
def recorded(what: str) -> tuple[RecordedCell, ...]:
    """All of ``x``, ``y`` or ``convertor``."""
    with np.load(VECTORS / f"sdp_{what}.npz") as stored:
        return tuple(_cells({name: stored[name] for name in stored.files}))


def _cells(stored: dict[str, NDArray[Any]]) -> Iterator[RecordedCell]:
    names = [tuple(name.split(".")) for name in stored.pop("fields").tolist()]
    tables, groups = stored.pop("tables", None), stored.pop("group", None)
    for number in range(len(stored["settings"])):
        rest = {name: values[number] for name, values in stored.items()}
        if tables is not None and groups is not None:
            rest |= {"group": int(groups[number]), "tables": tables[groups[number]]}
        settings = dict(zip(names, rest.pop("settings").tolist(), strict=True))
        yield RecordedCell(settings, **rest)
