"""Rubik: modes, sizes, strides, addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, group_of
from models.nvdla.rubik.descriptor import MODES, UNIT, Rubik
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import each, flag, names, octaves, ranges
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.layers import LayerSampler, descriptor_points
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import GAPS, MOST, side_crosses, side_points

SINGLE_EXTENTS = 2
PLANAR = {("MERGE", "input"), ("SPLIT", "output")}
"""Sides that are planes."""
PLANE_GAPS = ranges([(0, 0), (1, 1), (2, 3), (4, MOST)], ["0", "1", "2-3", "4 and more"])
SIDES = ("input", "output")


@dataclass(frozen=True, slots=True)
class RubikSide:
    """One side of a layer: where it lies, and how far its lines and its surfaces, or planes, are apart."""

    side: Side
    size_bytes: int
    planar: bool
    line_gap: int | None
    surface_gap: int | None


class RubikSampler(LayerSampler):
    """Counts the group: of all layers whose mode and precision are no reserved values."""

    def __init__(self, device: DeviceState) -> None:
        super().__init__(Covergroup("rubik", _points(device), _crosses(device.config)), device, Rubik)

    def concerns(self, layer: Layer) -> bool:
        """Whether a layer counts, legal or not."""
        return isinstance(layer.descriptor, Rubik) and layer.descriptor.known


def _points(device: DeviceState) -> Iterator[Coverpoint]:
    config, block = device.config, device.registers.blocks[UNIT]
    size, strides, counting = block.D_DATAIN_SIZE_0, block.D_DECONV_STRIDE, block.D_PERF_ENABLE
    channels = octaves(SINGLE_EXTENTS, block.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1)
    width = octaves(SINGLE_EXTENTS, size.DATAIN_WIDTH.limit + 1)
    height = octaves(SINGLE_EXTENTS, size.DATAIN_HEIGHT.limit + 1)
    x_strides, y_strides = (each(range(1, field.limit + 2)) for field in strides.fields.values())
    merged = names("less than an atom", "whole atoms", "atoms and a part")
    sides = {name: remembered(partial(_side, name, config)) for name in SIDES}
    yield from descriptor_points(
        [
            Coverpoint("mode", names(*MODES), lambda rubik: rubik.mode),
            Coverpoint("precision", names(*config.precisions), lambda rubik: rubik.precision),
            Coverpoint("width", width, lambda rubik: rubik.width),
            Coverpoint("height", height, lambda rubik: rubik.height),
            Coverpoint("input channels", channels, lambda rubik: rubik.channels),
            Coverpoint("output channels", channels, lambda rubik: rubik.out_channels),
            Coverpoint("planes merged", merged, partial(_merged, config)),
            Coverpoint("x stride", x_strides, lambda rubik: rubik.x_stride if rubik.mode == "CONTRACT" else None),
            Coverpoint("y stride", y_strides, lambda rubik: rubik.y_stride if rubik.mode == "CONTRACT" else None),
        ]
    )
    for name, side in sides.items():
        yield from points_of(side, side_points(name, config))
    for name, side in sides.items():
        yield from points_of(
            side,
            [
                Coverpoint(f"{name} line gap", GAPS, lambda it: it.line_gap),
                Coverpoint(f"{name} surface gap", GAPS, lambda it: None if it.planar else it.surface_gap),
                Coverpoint(f"{name} plane gap", PLANE_GAPS, lambda it: it.surface_gap if it.planar else None),
            ],
        )
    yield Coverpoint("group", each(GROUPS), group_of)
    yield Coverpoint("stalls counted", flag(), lambda layer: counting.PERF_EN.get(layer.lead.settings[counting.name]))


def _crosses(config: HwConfig) -> Iterator[CrossOf]:
    yield cross("mode", "precision")
    yield cross("mode", "input memory", "output memory")
    yield cross("mode", "group")
    yield cross("mode", "stalls counted")
    yield cross("y stride", "x stride")
    for side in SIDES:
        yield from side_crosses(side, config)


def _merged(config: HwConfig, rubik: Rubik) -> str | None:
    if rubik.mode != "MERGE":
        return None
    atoms, rest = divmod(rubik.channels, config.atom_bytes // ELEMENT_BYTES[rubik.precision])
    return "whole atoms" if not rest else "atoms and a part" if atoms else "less than an atom"


def _side(name: str, config: HwConfig, layer: Layer) -> RubikSide:
    """One side: planes have lines of elements, surfaces lines of atoms; where there is but one there is no gap."""
    rubik = layer.descriptor
    assert isinstance(rubik, Rubik)
    layout = rubik.source_layout(config) if name == "input" else rubik.destination_layout(config)
    width, height = rubik.width, rubik.height
    if rubik.mode == "CONTRACT" and name == "output":
        width, height = width * rubik.x_stride, height * rubik.y_stride
    planar = (rubik.mode, name) in PLANAR
    unit_bytes = config.plane_align_bytes if planar else config.atom_bytes
    line_bytes = width * (ELEMENT_BYTES[rubik.precision] if planar else unit_bytes)
    surfaces = rubik.channels if planar and name == "input" else rubik.out_channels
    if not planar:
        surfaces = ceil_div(surfaces, config.atom_bytes // ELEMENT_BYTES[rubik.precision])
    side = layout.side
    return RubikSide(
        side=side,
        size_bytes=int(layout.addresses.max()) + config.atom_bytes - side.address,
        planar=planar,
        line_gap=(side.line_stride_bytes - line_bytes) // unit_bytes if height > 1 else None,
        surface_gap=(side.surface_stride_bytes - height * side.line_stride_bytes) // unit_bytes
        if surfaces > 1
        else None,
    )
