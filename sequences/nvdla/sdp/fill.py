"""What the surfaces of random SDP layers hold: atoms of inputs and operands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.ranges import single
from models.nvdla.sdp.operand_cube import OperandLayout
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ceil_div
from sequences.nvdla.aims import Aim
from sequences.nvdla.conv.draw.values import draw_values
from sequences.nvdla.lut.cells import TABLE_AIMS
from sequences.nvdla.sdp.draw.operators import operand_precision
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements import DTYPES, bytes_of

Atoms = NDArray[np.uint8]
IN_THE_REGION, AT_AN_EDGE = 0.6, 0.3
"""How often a value lies where it is aimed, and at an edge of a table or next to one; else anywhere in reach."""


def filled_input(rng: np.random.Generator, shape: SdpShape, config: HwConfig) -> tuple[FeatureCube, Atoms]:
    """An input, the lanes that have no channel too."""
    sdp = shape.sdp
    layout = sdp.reading.input_layout(config)
    size = layout.channels, layout.height, layout.width
    if shape.aim in TABLE_AIMS:
        assert sdp.lut is not None
        drawn = _near_tables(rng, sdp.lut, sdp.in_precision, shape.aim, size)
    else:
        drawn = draw_values(rng, shape.values, sdp.in_precision, size)
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
        drawn = draw_values(rng, shape.operands[name], kind, size)
    return whole, whole.pack(bytes_of(drawn), 0)


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
    """Values in the region that is aimed at, at edges of tables and next to them, and anywhere in reach."""
    floating = precision == "FP16"
    edges = np.array([_number(word, floating) for where in (lut.le, lut.lo) for word in (where.start, where.end)])
    dtype = DTYPES[precision]
    lowest, highest = (
        (float(np.finfo(dtype).min) / 64, float(np.finfo(dtype).max) / 64)
        if floating
        else (float(np.iinfo(dtype).min), float(np.iinfo(dtype).max))
    )
    if floating:
        reach = 2.0 * float(np.abs(edges[np.abs(edges) < highest]).max(initial=1.0))
        lowest, highest = max(lowest, -reach), min(highest, reach)
    edges = np.clip(edges, lowest, highest)
    low, high = _region(edges, aim, lowest, highest)
    choice = rng.random(shape)
    at_edge = rng.choice(edges, shape)
    at_edge = at_edge + rng.integers(-2, 3, shape) * (
        np.maximum(np.abs(at_edge), 2.0**-8) * 2.0**-10 if floating else 1
    )
    if lut.exponential:
        powers = edges[0] + 2.0 ** rng.integers(min(lut.le_offset, 0) if floating else 0, 16, shape)
        at_edge = np.where(rng.random(shape) < 0.3, powers, at_edge)
    values = np.where(choice < IN_THE_REGION, rng.uniform(low, high, shape), rng.uniform(lowest, highest, shape))
    values = np.where((choice >= IN_THE_REGION) & (choice < IN_THE_REGION + AT_AN_EDGE), at_edge, values)
    if floating:
        return values.astype(dtype)
    return np.clip(np.rint(values), lowest, highest).astype(dtype)


def _region(edges: NDArray[np.float64], aim: Aim, lowest: float, highest: float) -> tuple[float, float]:
    """Where values meet an aim: edges are start and end of LE, start and end of LO."""
    le_start, le_end, lo_start, lo_end = (float(edge) for edge in edges)
    regions = {
        Aim.BOTH_HIT: (max(le_start, lo_start), min(le_end, lo_end)),
        Aim.BOTH_OVER: (max(le_end, lo_end), highest),
        Aim.BOTH_UNDER: (lowest, min(le_start, lo_start)),
        Aim.APART: (min(le_end, lo_end), max(le_start, lo_start)),
        Aim.EDGES: (min(le_start, lo_start), max(le_end, lo_end)),
    }
    low, high = regions[aim]
    return (low, high) if low <= high else (lowest, highest)


def _number(word: int, floating: bool) -> float:
    return single(word) if floating else float(word)
