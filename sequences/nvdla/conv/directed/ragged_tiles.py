"""Convolutions by Winograd's method of channels that do not fill atoms: nothing masks what the last one has besides."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from models.nvdla.cells import AspectCell, legal
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.modes import WINOGRAD_TILES
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import ConvKind

VALUES = MappingProxyType({"FP16": ("ordinary", "special")})
"""What data are of, in turn, where it matters: a NaN lies in a pad channel too."""
ANY_VALUES = ("full",)


async def ragged_tiles(bench: NvdlaBench, knobs: ConvKnobs) -> None:
    """Few channels, half an atom of them, and one less than an atom, in each precision; strides, padding are drawn."""
    for cell in legal(conv_cells(bench.config, (WINOGRAD_TILES,))):
        if cell.wanted.get("channels") == "ragged":
            for values in VALUES.get(cell.wanted["precision"], ANY_VALUES):
                await _in_cell(ConvKind(bench, knobs), cell, values)


async def _in_cell(kind: ConvKind, cell: AspectCell, values: str) -> None:
    atom = kind.config.atom_bytes // ELEMENT_BYTES[cell.wanted["precision"]]
    for channels in (1, atom // 2 + 1, atom - 1):
        shape = kind.in_cell(cell)
        await kind.play([replace(shape, channels=min(channels, shape.channels), values=values)])
