"""Rubik layers: contract, split and merge (guide 'Rubik programming')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.nvdla.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.limits import PLANE_ALIGN_BYTES
from models.nvdla.rubik_layer import RubikLayer, encode_rubik
from sequences.nvdla.grouped import enable, program
from sequences.nvdla.interrupts import serve
from sequences.nvdla.stage import NvdlaStage

Strides = tuple[int, int]  # of lines, and of surfaces or planes, in bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class RubikShape:
    """What a reordering looks like, before it has a place in memory.

    Attributes:
        mode: ``CONTRACT``, ``SPLIT`` or ``MERGE``.
        precision: name of the number format.
        width: of the input; `height` likewise.
        out_channels: channels of the output; for a split or merge, of input and output.
        x_stride: of a contract; `y_stride` likewise.
        source: RAM type; `destination` likewise.
        source_gaps: alignment units between lines and between surfaces or planes; `destination_gaps` likewise.
        count_stalls: whether the stall counters are on.
    """

    mode: str
    precision: str = "INT8"
    width: int = 1
    height: int = 1
    out_channels: int = 1
    x_stride: int = 1
    y_stride: int = 1
    source: str
    destination: str
    source_gaps: tuple[int, int] = (0, 0)
    destination_gaps: tuple[int, int] = (0, 0)
    count_stalls: bool = False

    @property
    def groups(self) -> int:
        """Input channels for each output channel."""
        return self.x_stride * self.y_stride if self.mode == "CONTRACT" else 1


def place_rubik(stage: NvdlaStage, shape: RubikShape) -> RubikLayer:
    """Give a layer surfaces of its own and fill them."""
    if shape.mode == "CONTRACT":
        return _place_contract(stage, shape)
    cube = "source" if shape.mode == "SPLIT" else "destination"
    plane = "destination" if shape.mode == "SPLIT" else "source"
    cube_strides, cube_address = _place_cube(stage, shape, cube, (shape.out_channels, shape.width, shape.height))
    plane_strides, plane_address = _place_planes(stage, shape, plane)
    return RubikLayer(
        mode=shape.mode,
        precision=shape.precision,
        width=shape.width,
        height=shape.height,
        channels=shape.out_channels,
        out_channels=shape.out_channels,
        source=shape.source,
        destination=shape.destination,
        **{
            f"{cube}_address": cube_address,
            f"{cube}_line_stride_bytes": cube_strides[0],
            f"{cube}_surface_stride_bytes": cube_strides[1],
            f"{plane}_address": plane_address,
            f"{plane}_line_stride_bytes": plane_strides[0],
            f"{plane}_plane_stride_bytes": plane_strides[1],
        },
    )


def _place_contract(stage: NvdlaStage, shape: RubikShape) -> RubikLayer:
    out_surfaces = _surfaces(stage, shape, shape.out_channels)
    elements = stage.config.atom_bytes // ELEMENT_BYTES[shape.precision]
    # Each channel group begins a surface of its own in the input.
    padded = out_surfaces * elements * shape.groups
    source, source_address = _place_cube(stage, shape, "source", (padded, shape.width, shape.height))
    out_extent = (shape.out_channels, shape.width * shape.x_stride, shape.height * shape.y_stride)
    destination, destination_address = _place_cube(stage, shape, "destination", out_extent)
    return RubikLayer(
        mode=shape.mode,
        precision=shape.precision,
        width=shape.width,
        height=shape.height,
        channels=shape.out_channels * shape.groups,
        out_channels=shape.out_channels,
        x_stride=shape.x_stride,
        y_stride=shape.y_stride,
        source=shape.source,
        source_address=source_address,
        source_line_stride_bytes=source[0],
        source_surface_stride_bytes=source[1],
        destination=shape.destination,
        destination_address=destination_address,
        destination_line_stride_bytes=destination[0],
        destination_surface_stride_bytes=destination[1],
        contract_group_bytes=out_surfaces * source[1],
        contract_line_bytes=shape.y_stride * destination[0],
    )


def _surfaces(stage: NvdlaStage, shape: RubikShape, channels: int) -> int:
    return ceil_div(channels * ELEMENT_BYTES[shape.precision], stage.config.atom_bytes)


def _place_cube(stage: NvdlaStage, shape: RubikShape, side: str, extent: tuple[int, int, int]) -> tuple[Strides, int]:
    """Strides and address of a feature cube of so many channels, pixels of a line, and lines."""
    channels, width, height = extent
    atom_bytes = stage.config.atom_bytes
    gaps = getattr(shape, f"{side}_gaps")
    line = (width + gaps[0]) * atom_bytes
    surface = height * line + gaps[1] * atom_bytes
    return (line, surface), _place(stage, shape, side, _surfaces(stage, shape, channels) * surface, atom_bytes)


def _place_planes(stage: NvdlaStage, shape: RubikShape, side: str) -> tuple[Strides, int]:
    """Strides and address of planes."""
    gaps = getattr(shape, f"{side}_gaps")
    units = ceil_div(shape.width * ELEMENT_BYTES[shape.precision], PLANE_ALIGN_BYTES)
    line = (units + gaps[0]) * PLANE_ALIGN_BYTES
    plane = shape.height * line + gaps[1] * PLANE_ALIGN_BYTES
    return (line, plane), _place(stage, shape, side, shape.out_channels * plane, PLANE_ALIGN_BYTES)


def _place(stage: NvdlaStage, shape: RubikShape, side: str, size_bytes: int, align_bytes: int) -> int:
    surface = stage.plan.place(stage.config.ports[getattr(shape, side)].name, size_bytes, align_bytes)
    stage.plan.fill(stage.host, surface)
    return surface.address


async def start_rubik(stage: NvdlaStage, group: int, shape: RubikShape) -> None:
    """Program a layer into a group and enable it."""
    block = stage.registers.RBK
    words = encode_rubik(block, place_rubik(stage, shape), stage.config)
    words["D_PERF_ENABLE"] = block.D_PERF_ENABLE.encode(PERF_EN=int(shape.count_stalls))
    await program(stage, block, group, words)
    await enable(stage, block)


async def serve_rubik(stage: NvdlaStage, *groups: int) -> None:
    """Wait for the interrupts of groups and read their statuses."""
    block = stage.registers.RBK
    await serve(stage, [f"RUBIK_DONE_STATUS{group}" for group in groups])
    await stage.host.read(block.S_STATUS)
    for group in groups:
        await stage.host.write(block.S_POINTER, block.S_POINTER.encode(PRODUCER=group))
        for register in (block.D_OP_ENABLE, block.D_PERF_READ_STALL, block.D_PERF_WRITE_STALL):
            await stage.host.read(register)


def modes(stage: NvdlaStage, shapes: Sequence[RubikShape]) -> list[RubikShape]:
    """Each shape in every precision."""
    return [replace(shape, precision=precision) for shape in shapes for precision in stage.config.precisions]


async def every_mode(stage: NvdlaStage) -> None:
    """Contract, split and merge in every precision, odd extents, between both memories, the groups in turn."""
    first, second = stage.config.ports
    shapes = (
        RubikShape(
            mode="CONTRACT",
            width=3,
            height=2,
            out_channels=20,
            x_stride=2,
            y_stride=3,
            source=first,
            destination=second,
        ),
        RubikShape(mode="SPLIT", width=35, height=3, out_channels=9, source=second, destination=first),
        RubikShape(mode="MERGE", width=37, height=2, out_channels=33, source=first, destination=first),
    )
    for number, shape in enumerate(modes(stage, shapes)):
        gaps = ((0, 0), (1, 0), (2, 1))[number % 3]
        spread = replace(shape, source_gaps=gaps, destination_gaps=gaps[::-1], count_stalls=bool(number % 2))
        await start_rubik(stage, number % 2, spread)
        await serve_rubik(stage, number % 2)


async def rubik_back_to_back(stage: NvdlaStage) -> None:
    """Program and enable a group while the other one runs, several times, and serve both together."""
    first, second = stage.config.ports
    for mode in ("CONTRACT", "SPLIT", "MERGE"):
        for group in (0, 1):
            shape = RubikShape(
                mode=mode, width=16, height=4, out_channels=40, x_stride=2, source=second, destination=first
            )
            await start_rubik(stage, group, shape)
        await serve_rubik(stage, 0, 1)
