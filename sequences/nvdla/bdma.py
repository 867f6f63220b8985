"""BDMA layers: operations gathered into a group, launched, waited for (guide 'BDMA programming')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.nvdla.transfer import BdmaTransfer, encode_transfer
from sequences.memory_plan import Surface
from sequences.nvdla.interrupts import serve
from sequences.nvdla.stage import NvdlaStage
from sequences.polling import poll


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyShape:
    """What a copy looks like, before it has a place in memory.

    Attributes:
        source: RAM type that it reads, ``MC`` or ``CVSRAM``.
        destination: RAM type that it writes.
        line_atoms: atoms of a line.
        lines: lines of a surface.
        surfaces: surfaces.
        source_gaps: atoms between two lines and between two surfaces of the source.
        destination_gaps: the same of the destination.
    """

    source: str
    destination: str
    line_atoms: int = 1
    lines: int = 1
    surfaces: int = 1
    source_gaps: tuple[int, int] = (0, 0)
    destination_gaps: tuple[int, int] = (0, 0)


def place_copy(stage: NvdlaStage, shape: CopyShape) -> BdmaTransfer:
    """Give a copy surfaces of its own and fill them: the source, and the destination with bytes to be overwritten."""
    source_strides, source = _place_side(stage, shape, shape.source, shape.source_gaps)
    destination_strides, destination = _place_side(stage, shape, shape.destination, shape.destination_gaps)
    return BdmaTransfer(
        source=shape.source,
        source_address=source.address,
        source_line_stride_bytes=source_strides[0],
        source_surface_stride_bytes=source_strides[1],
        destination=shape.destination,
        destination_address=destination.address,
        destination_line_stride_bytes=destination_strides[0],
        destination_surface_stride_bytes=destination_strides[1],
        line_atoms=shape.line_atoms,
        lines=shape.lines,
        surfaces=shape.surfaces,
    )


def _place_side(
    stage: NvdlaStage, shape: CopyShape, ram: str, gaps: tuple[int, int]
) -> tuple[tuple[int, int], Surface]:
    """Strides and surface of one side of a copy."""
    atom_bytes = stage.config.atom_bytes
    line_stride = (shape.line_atoms + gaps[0]) * atom_bytes
    surface_stride = shape.lines * line_stride + gaps[1] * atom_bytes
    surface = stage.plan.place(stage.config.ports[ram].name, shape.surfaces * surface_stride, atom_bytes)
    stage.plan.fill(stage.host, surface)
    return (line_stride, surface_stride), surface


async def gather(stage: NvdlaStage, transfers: Sequence[BdmaTransfer]) -> None:
    """Write operations into the BDMA's slots, each once a slot is free."""
    block, host = stage.registers.BDMA, stage.host
    for transfer in transfers:
        await _wait_for_slot(stage)
        for name, word in encode_transfer(block, transfer).items():
            await host.write(block.registers[name], word)
        await host.write(block.CFG_OP, block.CFG_OP.encode(EN="ENABLE"))


async def _wait_for_slot(stage: NvdlaStage) -> None:
    """Return when a slot is free for certain.

    The count lags behind the last CFG_OP: where it shows the last free slot, that may be taken already, and what is
    gathered beyond is dropped but counted (seen on the real part). So it is looked at again.

    Raises:
        HangError: no slot became free.
    """
    status = stage.registers.BDMA.STATUS
    if status.FREE_SLOT.get(await stage.host.read(status)) > 1:
        return
    await stage.host.pause()

    async def free() -> bool:
        return bool(status.FREE_SLOT.get(await stage.host.read(status)))

    await poll(stage.host, free, "no BDMA slot became free")


async def launch(stage: NvdlaStage, group: int) -> None:
    """Launch the gathered operations as a group."""
    block = stage.registers.BDMA
    if group == 0:
        await stage.host.write(block.CFG_LAUNCH0, block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES"))
    else:
        await stage.host.write(block.CFG_LAUNCH1, block.CFG_LAUNCH1.encode(GRP1_LAUNCH="YES"))


async def serve_groups(stage: NvdlaStage, *groups: int) -> None:
    """Wait for the interrupts of groups and read the unit's statuses."""
    await serve(stage, [f"BDMA_DONE_STATUS{group}" for group in groups])
    block = stage.registers.BDMA
    await stage.host.read(block.STATUS)
    for group in groups:
        await stage.host.read(block.registers[f"STATUS_GRP{group}_READ_STALL"])
        await stage.host.read(block.registers[f"STATUS_GRP{group}_WRITE_STALL"])


async def count_stalls(stage: NvdlaStage, *, enable: bool) -> None:
    """Switch the stall counters on or off."""
    register = stage.registers.BDMA.CFG_STATUS
    await stage.host.write(register, register.encode(STALL_COUNT_EN="YES" if enable else "NO"))


async def copy_group(stage: NvdlaStage, group: int, shapes: Sequence[CopyShape]) -> None:
    """One layer from end to end: place, gather, launch, wait."""
    await gather(stage, [place_copy(stage, shape) for shape in shapes])
    await launch(stage, group)
    await serve_groups(stage, group)


def routes(stage: NvdlaStage) -> list[CopyShape]:
    """The four directions in which the BDMA copies."""
    rams = list(stage.config.ports)
    return [CopyShape(source=source, destination=destination) for source in rams for destination in rams]


async def every_route(stage: NvdlaStage) -> None:
    """Each direction with the smallest copy, odd and even line lengths, packed and with gaps, both groups in turn."""
    extents = ((1, 1, 1), (3, 4, 2), (8, 3, 3))
    gaps = ((0, 0), (1, 2), (2, 1))
    group = 0
    for route in routes(stage):
        for (atoms, lines, surfaces), gap in zip(extents, gaps, strict=True):
            shape = replace(route, line_atoms=atoms, lines=lines, surfaces=surfaces, source_gaps=gap)
            await copy_group(stage, group, [replace(shape, destination_gaps=gap[::-1])])
            group ^= 1


async def longest_line(stage: NvdlaStage) -> None:
    """The longest line that the line size field holds, from one memory to the other."""
    atoms = stage.registers.BDMA.CFG_LINE.SIZE.limit + 1
    first, second = stage.config.ports
    await copy_group(stage, 0, [CopyShape(source=first, destination=second, line_atoms=atoms)])


async def many_lines(stage: NvdlaStage) -> None:
    """As many lines, then as many surfaces, as fit a simulation: the repeat counts beyond a byte."""
    first, second = stage.config.ports
    await copy_group(stage, 1, [CopyShape(source=second, destination=first, lines=300, source_gaps=(1, 0))])
    await copy_group(stage, 0, [CopyShape(source=first, destination=first, surfaces=300, destination_gaps=(0, 1))])


async def full_slots(stage: NvdlaStage) -> None:
    """A group that fills every slot."""
    shapes = [replace(route, line_atoms=2, lines=2) for route in routes(stage) if route.destination == "MC"]
    count = stage.config.bdma_slots
    await count_stalls(stage, enable=True)
    await copy_group(stage, 1, [shapes[slot % len(shapes)] for slot in range(count)])
    await count_stalls(stage, enable=False)


async def back_to_back(stage: NvdlaStage) -> None:
    """Launch a group while the other one runs, several times, and serve both together."""
    for route in routes(stage):
        for group in (0, 1):
            shape = replace(route, line_atoms=16, lines=8, destination_gaps=(1, 0))
            await gather(stage, [place_copy(stage, shape)])
            await launch(stage, group)
        await serve_groups(stage, 0, 1)
