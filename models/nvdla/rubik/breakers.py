"""What breaks the rules of Rubik: a small layer on the sides of a legal one, with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import CONTRACT_WIDTH_AT_MOST, MODES, Rubik
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


def planar_alignment(case: RubikCase, rng: np.random.Generator) -> RubikCase | None:
    """An address or a stride of planes that is a multiple of an atom only; None where that is all that it must be."""
    config = case.context.config
    step = config.atom_bytes
    if step == config.plane_align_bytes:
        return None

    def shift(side: Side) -> Side:
        return (
            replace(side, address=side.address + step),
            replace(side, line_stride_bytes=side.line_stride_bytes + step),
            replace(side, surface_stride_bytes=side.surface_stride_bytes + step),
        )[rng.integers(3)]

    return replace(case, subject=_change_planes(case, rng, shift))


def line_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Lines of a cube that overlap."""
    atom_bytes = case.context.config.atom_bytes

    def shorten(side: Side) -> Side:
        return replace(side, line_stride_bytes=side.line_stride_bytes - atom_bytes)

    return replace(case, subject=_change_cube(case, str(rng.choice(MODES)), shorten))


def surface_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Surfaces of a cube that overlap."""
    atom_bytes = case.context.config.atom_bytes

    def shorten(side: Side) -> Side:
        return replace(side, surface_stride_bytes=side.surface_stride_bytes - atom_bytes)

    return replace(case, subject=_change_cube(case, str(rng.choice(["SPLIT", "MERGE"])), shorten))


def planar_stride(case: RubikCase, rng: np.random.Generator) -> RubikCase:
    """Planes that overlap."""

    def shorten(side: Side) -> Side:
        return replace(side, surface_stride_bytes=side.line_stride_bytes)

    return replace(case, subject=_change_planes(case, rng, shorten))


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
    config, rubik = case.context.config, legal(case, "CONTRACT")

    def move(side: Side) -> Side:
        return replace(side, address=(1 << config.port(side.ram).address_bits) - config.atom_bytes)

    if rng.integers(2):
        return replace(case, subject=replace(rubik, source=move(rubik.source)))
    return replace(case, subject=replace(rubik, destination=move(rubik.destination)))


def overlap(case: RubikCase, _: np.random.Generator) -> RubikCase:
    """An output on the input."""
    rubik = legal(case, "MERGE")
    destination = replace(rubik.destination, ram=rubik.source.ram, address=rubik.source.address)
    return replace(case, subject=replace(rubik, destination=destination))


def legal(case: RubikCase, mode: str, width: int = 4, height: int = 3) -> Rubik:
    """A small legal layer of a mode, its strides without gaps, its sides far apart."""
    config, contract = case.context.config, mode == "CONTRACT"
    factor = 2 if contract else 1
    surfaces, out_channels = 2, 2 * config.atom_bytes
    line_bytes, rams = width * config.atom_bytes, (case.subject.source.ram, case.subject.destination.ram)
    source = _packed(rams[0], SOURCE_AT, line_bytes, height, config.plane_align_bytes)
    destination = _packed(rams[1], DESTINATION_AT, line_bytes * factor, height * factor, config.plane_align_bytes)
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


def _packed(ram: str, address: int, line_bytes: int, lines: int, align_bytes: int) -> Side:
    """A side without gaps but what planes need."""
    line = ceil_div(line_bytes, align_bytes) * align_bytes
    return Side(ram=ram, address=address, line_stride_bytes=line, surface_stride_bytes=lines * line)


def _change_cube(case: RubikCase, mode: str, change: Callable[[Side], Side]) -> Rubik:
    """A legal layer of a mode with one of its cubes changed, whose lines just fill their stride."""
    rubik = legal(case, mode, width=case.context.config.plane_align_bytes)
    if mode == "MERGE":
        return replace(rubik, destination=change(rubik.destination))
    return replace(rubik, source=change(rubik.source))


def _change_planes(case: RubikCase, rng: np.random.Generator, change: Callable[[Side], Side]) -> Rubik:
    """A legal layer with its planes changed; which mode is drawn."""
    if rng.integers(2):
        rubik = legal(case, "MERGE")
        return replace(rubik, source=change(rubik.source))
    rubik = legal(case, "SPLIT")
    return replace(rubik, destination=change(rubik.destination))
