"""Kinds of convolutions, one list: random tests draw in each cell, coverage and recorded layers are counted by them.

A cell says some aspects of a layer and leaves the others open, so a layer may be in several cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from models.nvdla.cells import AspectCell, Illegal, Wanted, why_not
from models.nvdla.config import HwConfig
from models.nvdla.conv.aspects import PLAIN
from models.nvdla.conv.descriptor import BLOCKS
from models.nvdla.conv.modes import CUBE, MODES, features_needed, of_other_modes
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

PRECISIONS = tuple(ELEMENT_BYTES)


@dataclass(frozen=True, slots=True)
class ConvCell(AspectCell):
    """Some aspects of a convolution, by name as in `aspects_of_conv`: its mode is one of them."""

    @property
    def mode(self) -> str:
        """Of `MODES`: layers of others are not in it."""
        return self.wanted["mode"]

    def _named(self, name: str, value: str) -> str:
        if name == "mode":
            return "" if value == CUBE else value
        return f"{name}-{value}" if name.startswith(("input-", "weight-", "output")) else value


MOVES = (PLAIN, "strided", "dilated", "padded", "strided-padded", "strided-dilated-padded")
"""Those that cells ask for."""
USUAL_MOVES: Mapping[str, tuple[str, ...]] = {
    "point": (PLAIN, "strided"),
    "wide": (PLAIN, "strided-padded"),
    "tall": (PLAIN, "strided-padded"),
    "block": MOVES,
    "full": (PLAIN, "padded"),
}
OTHER_ASPECTS: tuple[Wanted, ...] = (
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
ILLEGAL: Illegal = (
    ({"kernel": "point", "move": "padded"}, "conv-padding-size"),
    ({"precision": "INT8", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "INT16", "nan": "flushed"}, "only FP16 has NaN"),
    ({"precision": "FP16", "clip": "clipped"}, "CACC does not truncate FP16"),
    ({"precision": "INT8", "output": "FP16"}, "sdp-precisions"),
    ({"precision": "INT16", "output": "INT8"}, "sdp-precisions"),
)
"""Aspects that no legal layer has, and the rule or the reason."""


def conv_cells(config: HwConfig, modes: Collection[str] = MODES) -> tuple[ConvCell, ...]:
    """The cells of some modes, those that no legal layer is in among them: those of cubes first."""
    of_cubes = ({"mode": CUBE, **wanted} for wanted in _of_cubes())
    return tuple(
        ConvCell(wanted, _why_not(wanted, config))
        for wanted in (*of_cubes, *of_other_modes(config.precisions))
        if wanted["mode"] in modes and wanted.get("precision", "INT8") in config.precisions
    )


def _why_not(wanted: Wanted, config: HwConfig) -> str:
    why = why_not(wanted, config, BLOCKS[0], ILLEGAL, features_needed)
    return why or ("" if wanted.get("output", "INT8") in config.precisions else "sdp-absent-precision")


def _of_cubes() -> Iterator[Wanted]:
    """What cells of cubes ask for, in the order of the list."""
    for precision in PRECISIONS:
        for kernel, moves in USUAL_MOVES.items():
            yield from ({"precision": precision, "kernel": kernel, "move": move} for move in moves)
        yield {"precision": precision, "kernel": "point", "move": "padded"}
        yield from ({"precision": precision, **other} for other in OTHER_ASPECTS)
    yield from ({"precision": one, "output": other} for one, other in OUTPUTS)
    yield from ({"precision": precision, side: "CVSRAM"} for precision, side in SIDES)
