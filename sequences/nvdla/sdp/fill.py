"""What the surfaces of random SDP layers hold: atoms of inputs and operands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.aims import Aim
from models.nvdla.config import HwConfig
from models.nvdla.lut.cells import TABLE_AIMS
from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.operators.operand_cube import OperandLayout
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.nvdla.lut.draw.values import near_tables
from sequences.nvdla.sdp.draw.numbers import SPECIAL
from sequences.nvdla.sdp.draw.operators import operand_precision
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements.elements import DTYPES, bytes_of
from sequences.nvdla.tensors.elements.values import INFINITY, SIGN, draw_values

Atoms = NDArray[np.uint8]
SPECIAL_CODES = (0, 0, 1, INFINITY, INFINITY | 1, INFINITY | 0x200, INFINITY | 0x2AA)
"""Without a sign: zeros, the smallest number, an infinity, NaN."""
SPECIALS = 0.4
"""How many of the numbers of their class are such."""


def filled_input(rng: np.random.Generator, shape: SdpShape, config: HwConfig) -> tuple[FeatureCube, Atoms]:
    """An input, the lanes that have no channel too."""
    sdp = shape.sdp
    layout = sdp.reading.input_layout(config)
    size = layout.channels, layout.height, layout.width
    if shape.aim in TABLE_AIMS:
        assert sdp.lut is not None
        drawn = _near_tables(rng, sdp.lut, sdp.in_precision, shape.aim, size)
    else:
        drawn = _drawn(rng, shape.values, sdp.in_precision, size)
    return layout, layout.pack(bytes_of(drawn), 0)


def filled_operands(
    rng: np.random.Generator, shape: SdpShape, name: str, atoms: Atoms | None, config: HwConfig
) -> tuple[OperandLayout, Atoms]:
    """Operands of an operator, of lanes that have no channel too.

    Args:
        rng: draws them.
        shape: the layer.
        name: of the operator.
        atoms: of the input, where there is one in memory.
        config: the hardware configuration.
    """
    operands = dict(shape.sdp.operators)[name].operands
    assert operands is not None
    layout = shape.sdp.reading.operand_layout(operands, config)
    whole = replace(layout, channels=ceil_div(layout.channels, layout.lanes) * layout.lanes)
    kind = operand_precision(operands, shape.sdp.precision)
    pixels = (1, 1) if not operands.per_element else (layout.height, layout.width)
    size = (len(layout.components), whole.channels, *pixels)
    if name == "y" and shape.aim in (Aim.EQUAL, Aim.ONE_DIFFERS):
        drawn = _like_the_input(shape, size, atoms, config)
        if shape.aim is Aim.ONE_DIFFERS:
            where = tuple(int(rng.integers(extent)) for extent in size)
            drawn.view(np.uint8 if kind == "INT8" else np.uint16)[where] ^= 1 << int(rng.integers(8 * drawn.itemsize))
    else:
        drawn = _drawn(rng, shape.operands[name], kind, size)
    return whole, whole.pack(bytes_of(drawn), 0)


def _drawn(rng: np.random.Generator, name: str | None, precision: str, size: tuple[int, ...]) -> NDArray[np.generic]:
    """Values of a class; more special ones than where each would spoil a whole sum."""
    drawn = draw_values(rng, name, precision, size)
    if name != SPECIAL:
        return drawn
    codes = rng.choice(np.array(SPECIAL_CODES), size) | rng.integers(0, 2, size) * SIGN
    return np.where(rng.random(size) < SPECIALS, codes.astype(np.uint16), drawn.view(np.uint16)).view(drawn.dtype)


def _like_the_input(
    shape: SdpShape, size: tuple[int, ...], atoms: Atoms | None, config: HwConfig
) -> NDArray[np.generic]:
    """What the values are that come to the comparison: the input, or the number that all were made."""
    sdp = shape.sdp
    dtype = DTYPES[sdp.precision]
    if atoms is None:
        code = np.array([sdp.x1.alu_operand], np.int64).astype(f"<i{dtype.itemsize}").view(dtype)
        return np.full(size, code[0], dtype)
    cube = sdp.reading.input_layout(config).unpack(atoms)
    return np.ascontiguousarray(cube).view(dtype)[..., 0].reshape(size).copy()


def _near_tables(
    rng: np.random.Generator, lut: LutConfig, precision: str, aim: Aim, shape: tuple[int, ...]
) -> NDArray[np.generic]:
    """Elements in the region that is aimed at, and around it."""
    dtype = DTYPES[precision]
    floating = precision == "FP16"
    limits, far = (np.finfo(dtype), 64.0) if floating else (np.iinfo(dtype), 1.0)
    reach = float(limits.min) / far, float(limits.max) / far
    return near_tables(rng, lut, aim, shape, reach, floating=floating).astype(dtype)
