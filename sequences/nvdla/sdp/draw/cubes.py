"""Sizes of random SDP layers, and where cubes and operands lie before they have addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from models.nvdla.sdp.aspects import BOTH, PASSES
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance, extents, gaps, skewed
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.tensors.far_size import far_size
from sequences.nvdla.tensors.side_shape import SideShape

SURFACES_AT_MOST = 3
MORE_PIXELS = 4
"""How many times as many some cubes have."""
OF_SIZES = {"size", "surfaces", "channels"}
"""Aspects that leave no size to be far."""


@dataclass(frozen=True, slots=True)
class CubeSize:
    """The extents of the cube that is processed, and what is processed together.

    Attributes:
        channels: of the cube; `height` and `width` likewise.
        lanes: elements of an atom.
    """

    channels: int
    height: int
    width: int
    lanes: int

    @property
    def is_pixel(self) -> bool:
        """It is of one pixel: packed, whatever the strides say."""
        return (self.height, self.width) == (1, 1)


def draw_size(
    rng: np.random.Generator, config: HwConfig, precision: str, wanted: Mapping[str, str], knobs: SdpKnobs
) -> CubeSize:
    """Extents of few atoms; which of them takes the larger share is drawn too. Or one of them is as large as can be."""
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    if knobs.far and OF_SIZES.isdisjoint(wanted) and chance(rng, knobs.far):
        return CubeSize(*far_size(rng, lanes, registers(config).SDP.D_DATA_CUBE_WIDTH.WIDTH.limit + 1), lanes)
    usual = str(rng.choice(["one", "several"], p=(0.6, 0.4)))
    several = wanted.get("surfaces", usual) == "several"
    surfaces = int(rng.integers(2, SURFACES_AT_MOST + 1)) if several else 1
    ragged = wanted.get("channels", str(rng.choice(["ragged", "whole"]))) == "ragged" and lanes > 1
    channels = surfaces * lanes - (int(rng.integers(1, lanes)) if ragged else 0)
    atoms = max(1, knobs.atoms_at_most // surfaces)
    height, width = extents(rng, atoms, 2)
    if chance(rng, knobs.pixels):
        height = skewed(rng, atoms)
        width = MORE_PIXELS * atoms // height
    size = wanted.get("size")
    if size == "pixel":
        height = width = 1
    elif (height, width) == (1, 1) and (size == "cube" or chance(rng, 0.6)):
        height, width = 1 + skewed(rng, 2), 1 + skewed(rng, 3)
    return CubeSize(channels, height, width, lanes)


def draw_ram(bench: NvdlaBench, wanted: Mapping[str, str], name: str) -> str:
    """The memory that is asked for, or any."""
    return wanted.get(f"{name}-ram") or str(bench.rng.choice(list(bench.config.ports)))


def draw_cube(bench: NvdlaBench, ram: str, size: CubeSize, knobs: SdpKnobs, atoms: int = 1) -> Side:
    """A cube at address 0 with so many atoms a pixel; of one pixel both strides are the pixel's."""
    unit = bench.config.atom_bytes
    if size.is_pixel:
        strides = atoms * unit
        return Side(ram=ram, address=0, line_stride_bytes=strides, surface_stride_bytes=strides)
    loose = SideShape(ram, gaps(bench.rng, knobs.packed, knobs.gaps_at_most))
    return loose.at_zero(size.width * atoms, size.height, unit)


def asks(wanted: Mapping[str, str], name: str) -> str:
    """What is asked of an operator: something in memory where its memory is told, else nothing."""
    return wanted.get(name) or (BOTH if f"{name}-ram" in wanted else PASSES if f"{name}-source" in wanted else "")
