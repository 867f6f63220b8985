"""Surfaces without gaps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvInput
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, Operands
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES


def packed(layer: object, config: HwConfig) -> object:
    """A layer whose surfaces have no gaps, each where it was.

    Raises:
        ValueError: it has none that are known.
    """
    match layer:
        case Bdma():
            return _bdma(layer, config)
        case Rubik():
            return _rubik(layer, config)
        case Conv():
            return _conv(layer, config)
        case Sdp():
            return packed_sdp(layer, config)
        case Pdp():
            return _pdp(layer, config)
        case Cdp():
            source, destination = (_side(side, layer.height, layer.width, config) for side in layer.sides)
            return replace(layer, source=source, destination=destination)
    raise ValueError(f"{type(layer).__name__} has no surfaces that are known")


def _side(side: Side, lines: int, columns: int, config: HwConfig) -> Side:
    return Side.packed(side.ram, side.address, lines, columns * config.atom_bytes)


def _bdma(bdma: Bdma, config: HwConfig) -> Bdma:
    return replace(
        bdma,
        copies=tuple(
            replace(
                copy,
                source=_side(copy.source, copy.lines, copy.line_atoms, config),
                destination=_side(copy.destination, copy.lines, copy.line_atoms, config),
            )
            for copy in bdma.copies
        ),
    )


def _rubik(rubik: Rubik, config: HwConfig) -> Rubik:
    shape, strides = (rubik.out_channels, rubik.height, rubik.width), (rubik.x_stride, rubik.y_stride)
    made = Rubik.of(config, rubik.mode, rubik.precision, shape=shape, strides=strides)
    return replace(
        made,
        source=replace(made.source, ram=rubik.source.ram, address=rubik.source.address),
        destination=replace(made.destination, ram=rubik.destination.ram, address=rubik.destination.address),
    )


def _pdp(pdp: Pdp, config: HwConfig) -> Pdp:
    source = pdp.source and _side(pdp.source, pdp.height, pdp.width, config)
    return replace(pdp, source=source, destination=_side(pdp.destination, pdp.out_height, pdp.out_width, config))


def packed_cube(cube: ConvInput, config: HwConfig) -> ConvInput:
    """The same of the input of a convolution."""
    return replace(cube, side=_side(cube.side, cube.height, cube.width, config))


def _conv(conv: Conv, config: HwConfig) -> Conv:
    cube = conv.input
    if not isinstance(cube, ConvInput) or cube.batches > 1:
        return conv
    return replace(conv, input=packed_cube(cube, config))


def packed_sdp(sdp: Sdp, config: HwConfig) -> Sdp:
    """The same of SDP, with its operands."""
    operators: dict[str, Any] = {
        name: replace(operator, operands=operator.operands and _operands(operator.operands, sdp, config))
        for name, operator in sdp.operators
    }
    if sdp.source is not None:
        side = _side(sdp.source.side, sdp.height, sdp.width, config)
        sdp = replace(sdp, source=replace(sdp.source, side=side))
    if sdp.writes_nothing or sdp.batches > 1:
        return replace(sdp, **operators)
    return replace(sdp, destination=_side(sdp.destination, sdp.height, sdp.width, config), **operators)


def _operands(operands: Operands, sdp: Sdp, config: HwConfig) -> Operands:
    if not operands.per_element:
        return operands
    atom_bytes = config.atom_bytes // ELEMENT_BYTES[sdp.precision] * len(COMPONENTS[operands.use])
    line_bytes = sdp.width * atom_bytes * operands.element_bytes
    return replace(operands, side=Side.packed(operands.side.ram, operands.side.address, sdp.height, line_bytes))
