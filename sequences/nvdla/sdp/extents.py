"""Sizes and gaps of SDP's cubes of every order, from none to the most that registers hold."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.sdp.descriptor import UNIT, Sdp
from models.nvdla.sdp.operators.absent import without_absent
from models.nvdla.sdp.operators.settings import MEMORY, XSettings, YSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.kinds.extents import GAPS, cube_sizes
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.sdp.small import operands_of, small_sdp, with_values
from sequences.nvdla.tensors.side_shape import SideShape, two_sides


async def every_sdp_size(bench: NvdlaBench) -> None:
    """Width, height and channels, each from 1 to the most that registers hold."""
    config, precision = bench.config, bench.config.precisions[0]
    block = bench.registers.blocks[UNIT]
    most = block.D_DATA_CUBE_WIDTH.WIDTH.limit + 1
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    sizes = cube_sizes(lanes, most)
    await SdpKind(bench).play([with_values(small_sdp(config, precision, size)) for size in sizes])


async def every_sdp_gap(bench: NvdlaBench) -> None:
    """Gaps between lines and surfaces of the input, of each operator's operands and of the output."""
    config, count = bench.config, len(GAPS)
    first, second = two_sides(config)
    shapes = []
    for at in range(count):
        precision = config.precisions[at % len(config.precisions)]
        lanes = config.atom_bytes // ELEMENT_BYTES[precision]
        sdp = small_sdp(config, precision, (2 * lanes, 2, 2))
        assert sdp.source is not None
        gaps = [(GAPS[(at + step) % count], GAPS[(at + 3 * step + 1) % count]) for step in range(5)]
        sides = [
            replace(side, gaps=gap).at_zero(sdp.width, sdp.height, config.atom_bytes)
            for side, gap in zip((first, second), gaps, strict=False)
        ]
        sdp = replace(sdp, source=replace(sdp.source, side=sides[0]), destination=sides[1])
        shapes.append(with_values(_with_operands(sdp, gaps[2:], bench)))
    await SdpKind(bench).play(shapes)


def _with_operands(sdp: Sdp, gaps: list[tuple[int, int]], bench: NvdlaBench) -> Sdp:
    """The layer with operands for each element of the operators that there are."""
    packed = operands_of(sdp, bench.config, "ALU")
    one, two, three = (
        replace(packed, side=SideShape(packed.side.ram, gap).at_zero(sdp.width, sdp.height, bench.config.atom_bytes))
        for gap in gaps
    )
    alu = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY)
    y = YSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=three)
    converted = replace(y.alu_convertor, bypass=False)
    all_three = replace(
        sdp, x1=replace(alu, operands=one), x2=replace(alu, operands=two), y=replace(y, alu_convertor=converted)
    )
    return without_absent(all_three, bench.config)
