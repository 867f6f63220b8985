"""What breaks the rules of Rubik: a small layer on the sides of a legal one, with one thing wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import CONTRACT_WIDTH_AT_MOST, PLANE_ALIGN_BYTES, Rubik
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.side import Side
from models.rules import Case

RubikCase = Case[Rubik, HwConfig]

SOURCE_AT, DESTINATION_AT = 1 << 28, 1 << 29
ALIGN_BYTES = 1 << 12


def reserved(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """A reserved mode or precision."""
    rubik = legal(case, "SPLIT")
    wrong = replace(rubik, mode="0x3") if rng.integers(2) else replace(rubik, precision="0x3")
    return replace(case, subject=wrong)


def planar_alignment(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """An address or a stride of planes that is a multiple of an atom only."""
    name = str(rng.choice(["address", "line_stride_bytes", "surface_stride_bytes"]))
    mode, side_name = _planar(rng)
    rubik = legal(case, mode)
    side: Side = getattr(rubik, side_name)
    odd = getattr(side, name) + min(case.context.config.atom_bytes, PLANE_ALIGN_BYTES // 2)
    return replace(case, subject=_with_side(rubik, side_name, **{name: odd}))


def line_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Lines of a cube that overlap."""
    rubik, side_name = _cube(case, rng)
    side: Side = getattr(rubik, side_name)
    less = side.line_stride_bytes - case.context.config.atom_bytes
    return replace(case, subject=_with_side(rubik, side_name, line_stride_bytes=less))


def surface_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Surfaces of a cube that overlap."""
    rubik, side_name = legal(case, "MERGE", width=PLANE_ALIGN_BYTES), "destination"
    if rng.integers(2):
        rubik, side_name = legal(case, "SPLIT", width=PLANE_ALIGN_BYTES), "source"
    side: Side = getattr(rubik, side_name)
    less = side.surface_stride_bytes - case.context.config.atom_bytes
    return replace(case, subject=_with_side(rubik, side_name, surface_stride_bytes=less))


def planar_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Planes that overlap."""
    mode, side_name = _planar(rng)
    rubik = legal(case, mode)
    side: Side = getattr(rubik, side_name)
    return replace(case, subject=_with_side(rubik, side_name, surface_stride_bytes=side.line_stride_bytes))


def split_channels(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """More planes than channels."""
    rubik = legal(case, "SPLIT")
    return replace(case, subject=replace(rubik, channels=rubik.out_channels - 1))


def contract_channels(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Channels that the factors do not divide into the output's."""
    rubik = legal(case, "CONTRACT")
    return replace(case, subject=replace(rubik, channels=rubik.channels + int(rng.integers(1, 4))))


def contract_group(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """Another CONTRACT_STRIDE_0."""
    rubik = legal(case, "CONTRACT")
    return replace(case, subject=replace(rubik, contract_group_bytes=rubik.contract_group_bytes + ALIGN_BYTES))


def contract_line(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """Another CONTRACT_STRIDE_1."""
    rubik = legal(case, "CONTRACT")
    return replace(case, subject=replace(rubik, contract_line_bytes=rubik.contract_line_bytes + ALIGN_BYTES))


def contract_width(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """An output that is too wide."""
    return replace(case, subject=legal(case, "CONTRACT", width=CONTRACT_WIDTH_AT_MOST // 2 + 1, height=1))


def address_range(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """A side whose end lies behind the last address."""
    rubik, side_name = legal(case, "CONTRACT"), str(rng.choice(["source", "destination"]))
    side: Side = getattr(rubik, side_name)
    last = (1 << case.context.config.port(side.ram).address_bits) - case.context.config.atom_bytes
    return replace(case, subject=_with_side(rubik, side_name, address=last))


def overlap(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """An output on the input."""
    rubik = legal(case, "MERGE")
    return replace(case, subject=_with_side(rubik, "destination", ram=rubik.source.ram, address=rubik.source.address))


def legal(case: RubikCase, mode: str, width: int = 4, height: int = 3) -> Rubik:
    """A small legal layer of a mode, its strides without gaps, its sides far apart."""
    config, contract = case.context.config, mode == "CONTRACT"
    factor = 2 if contract else 1
    surfaces, out_channels = 2, 2 * config.atom_bytes
    line_bytes, rams = width * config.atom_bytes, (case.subject.source.ram, case.subject.destination.ram)
    source = _packed(rams[0], SOURCE_AT, line_bytes, height)
    destination = _packed(rams[1], DESTINATION_AT, line_bytes * factor, height * factor)
    return Rubik(
        mode=mode,
        precision="INT8",
        width=width,
        height=height,
        channels=out_channels * factor * factor,
        out_channels=out_channels,
        x_stride=factor,
        y_stride=factor,
        source=source,
        destination=destination,
        contract_group_bytes=surfaces * source.surface_stride_bytes if contract else 0,
        contract_line_bytes=factor * destination.line_stride_bytes if contract else 0,
    )


def _packed(ram: str, address: int, line_bytes: int, lines: int) -> Side:
    """A side without gaps but what planes need."""
    line = ceil_div(line_bytes, PLANE_ALIGN_BYTES) * PLANE_ALIGN_BYTES
    return Side(ram=ram, address=address, line_stride_bytes=line, surface_stride_bytes=lines * line)


def _cube(case: RubikCase, rng: np.random.Generator) -> tuple[Rubik, str]:
    """A legal layer, and a side of it that is a cube whose lines just fill their stride."""
    mode, side_name = (("SPLIT", "source"), ("MERGE", "destination"), ("CONTRACT", "source"))[int(rng.integers(3))]
    return legal(case, mode, width=PLANE_ALIGN_BYTES), side_name


def _planar(rng: np.random.Generator) -> tuple[str, str]:
    """A mode and its planar side."""
    return (("MERGE", "source"), ("SPLIT", "destination"))[int(rng.integers(2))]


def _with_side(rubik: Rubik, name: str, **changes: Any) -> Rubik:  # noqa: ANN401 - any attribute of a side
    sides: dict[str, Any] = {name: replace(getattr(rubik, name), **changes)}
    return replace(rubik, **sides)
