"""Kinds of convolutions, one list: random tests draw in each cell, coverage and recorded layers are counted by them.

A cell says some aspects of a layer and leaves the others open, so a layer may be in several cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from models.nvdla.config import HwConfig
from models.nvdla.conv.aspects import PLAIN, ConvOutput, aspects_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import CUBE, MODES, features_needed, mode_aspects
from models.nvdla.surfaces.layout import ELEMENT_BYTES

PRECISIONS = tuple(ELEMENT_BYTES)


@dataclass(frozen=True, slots=True)
class Cell:
    """Some aspects of a convolution, by name as in `aspects_of`.

    Attributes:
        wanted: what the aspects are.
        illegal: the rule that forbids it, or why there can be none; empty: it is legal.
        mode: of `MODES`: layers of others are not in it.
    """

    wanted: Mapping[str, str] = field(hash=False)
    illegal: str = ""
    mode: str = CUBE

    @property
    def name(self) -> str:
        """Its aspects in one word, the mode first where it is not the usual one, then the precision."""
        named = (
            f"{name}-{value}" if name.startswith(("input-", "weight-", "output")) else value
            for name, value in self.wanted.items()
        )
        return "_".join((*(() if self.mode == CUBE else (self.mode,)), *named)).lower()

    def holds(self, aspects: Mapping[str, str]) -> bool:
        """Whether a layer of such aspects is in it."""
        return aspects["mode"] == self.mode and all(aspects[name] == value for name, value in self.wanted.items())


MOVES = (PLAIN, "strided", "dilated", "padded", "strided-padded", "strided-dilated-padded")
"""Those that cells ask for."""
USUAL_MOVES: Mapping[str, tuple[str, ...]] = {
    "point": (PLAIN, "strided"),
    "wide": (PLAIN, "strided-padded"),
    "tall": (PLAIN, "strided-padded"),
    "block": MOVES,
    "full": (PLAIN, "padded"),
}
OTHER_ASPECTS: tuple[Mapping[str, str], ...] = (
    {"input": "pixel"},
    {"channels": "ragged"},
    {"channels": "deep"},
    {"kernels": "few"},
    {"kernels": "many"},
    {"size": "stripes"},
    {"weights": "partial"},
    {"convertor": "converted"},
    {"nan": "flushed"},
    {"clip": "clipped"},
)
"""What cells ask for beside a precision."""
OUTPUTS = (("INT8", "INT16"), ("INT16", "FP16"), ("FP16", "INT16"), ("INT8", "FP16"), ("INT16", "INT8"))
SIDES = (("INT8", "input-ram"), ("INT16", "weight-ram"), ("FP16", "output-ram"))
ILLEGAL: tuple[tuple[Mapping[str, str], str], ...] = (
    ({"kernel": "point", "move": "padded"}, "conv-padding-size"),
    ({"precision": "INT8", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "INT16", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "FP16", "clip": "clipped"}, "CACC does not truncate FP16"),
    ({"precision": "INT8", "output": "FP16"}, "sdp-precisions"),
    ({"precision": "INT16", "output": "INT8"}, "sdp-precisions"),
)
"""Aspects that no legal layer has, and the rule or the reason."""


def cells(config: HwConfig) -> tuple[Cell, ...]:
    """The cells of a configuration, those that no legal layer is in among them: those of cubes first."""
    plain = (_cell(wanted, config) for wanted in _all_wanted())
    others = (_mode_cell(mode, wanted, config) for mode, wanted in mode_aspects(config.precisions))
    return tuple(cell for cell in (*plain, *others) if cell.wanted.get("precision", "INT8") in config.precisions)


def legal_cells(config: HwConfig, modes: Collection[str] = MODES) -> tuple[Cell, ...]:
    """The cells that a layer of some modes can be in."""
    return tuple(cell for cell in cells(config) if cell.mode in modes and not cell.illegal)


def cells_of(conv: Conv, output: ConvOutput, config: HwConfig) -> tuple[Cell, ...]:
    """The cells that a layer is in."""
    aspects = aspects_of(conv, output, config)
    return tuple(cell for cell in legal_cells(config) if cell.holds(aspects))


def _all_wanted() -> Iterator[dict[str, str]]:
    """What cells of cubes ask for, in the order of the list."""
    for precision in PRECISIONS:
        for kernel, moves in USUAL_MOVES.items():
            yield from ({"precision": precision, "kernel": kernel, "move": move} for move in moves)
        yield {"precision": precision, "kernel": "point", "move": "padded"}
        yield from ({"precision": precision, **other} for other in OTHER_ASPECTS)
    yield from ({"precision": one, "output": other} for one, other in OUTPUTS)
    yield from ({"precision": precision, side: "CVSRAM"} for precision, side in SIDES)


def _cell(wanted: Mapping[str, str], config: HwConfig) -> Cell:
    for aspects, why in ILLEGAL:
        if aspects.items() <= wanted.items():
            return Cell(wanted, why)
    if any(wanted.get(side, "DBB") not in config.ports for _, side in SIDES):
        return Cell(wanted, "absent-memory")
    return Cell(wanted, "" if wanted.get("output", "INT8") in config.precisions else "sdp-absent-precision")


def _mode_cell(mode: str, wanted: Mapping[str, str], config: HwConfig) -> Cell:
    lacking = [name for name in features_needed(mode, wanted) if name not in config.features]
    return Cell(wanted, f"the configuration lacks {lacking[0]}" if lacking else "", mode)
