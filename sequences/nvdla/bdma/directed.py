"""BDMA layers: operations gathered into a group, launched, waited for (guide 'BDMA programming')."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.nvdla.bdma.descriptor import BdmaCopy, encode_copy
from sequences.nvdla.bdma.shapes import CopyShape, place_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.interrupts.serve import serve
from sequences.nvdla.tensors.side_shape import SideShape
from sequences.polling import poll


async def gather(bench: NvdlaBench, copies: Sequence[BdmaCopy]) -> None:
    """Write operations into the BDMA's slots, each once a slot is free."""
    await gather_words(bench, [encode_copy(bench.registers.BDMA, copy, bench.config) for copy in copies])


async def gather_words(bench: NvdlaBench, operations: Sequence[Mapping[str, int]]) -> None:
    """The same, of operations as register values by register name."""
    block, host = bench.registers.BDMA, bench.host
    for words in operations:
        await _wait_for_slot(bench)
        for name, word in words.items():
            await host.write(block.registers[name], word)
        await host.write(block.CFG_OP, block.CFG_OP.encode(EN="ENABLE"))


async def _wait_for_slot(bench: NvdlaBench) -> None:
    """Return when a slot is free for certain.

    The count lags behind the last CFG_OP: where it shows the last free slot, that may be taken already, and what is
    gathered beyond is dropped but counted (seen on the real part). So it is looked at again.

    Raises:
        HangError: no slot became free.
    """
    status = bench.registers.BDMA.STATUS
    if status.FREE_SLOT.get(await bench.host.read(status)) > 1:
        return
    await bench.host.pause()

    async def free() -> bool:
        return bool(status.FREE_SLOT.get(await bench.host.read(status)))

    await poll(bench.host, free, "no BDMA slot became free")


async def launch(bench: NvdlaBench, group: int) -> None:
    """Launch the gathered operations as a group."""
    block = bench.registers.BDMA
    if group == 0:
        await bench.host.write(block.CFG_LAUNCH0, block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES"))
    else:
        await bench.host.write(block.CFG_LAUNCH1, block.CFG_LAUNCH1.encode(GRP1_LAUNCH="YES"))


async def serve_groups(bench: NvdlaBench, *groups: int) -> None:
    """Wait for the interrupts of groups and read the unit's statuses."""
    await serve(bench, [f"BDMA_DONE_STATUS{group}" for group in groups])
    block = bench.registers.BDMA
    await bench.host.read(block.STATUS)
    for group in groups:
        await bench.host.read(block.registers[f"STATUS_GRP{group}_READ_STALL"])
        await bench.host.read(block.registers[f"STATUS_GRP{group}_WRITE_STALL"])


async def count_stalls(bench: NvdlaBench, *, enable: bool) -> None:
    """Switch the stall counters on or off."""
    register = bench.registers.BDMA.CFG_STATUS
    await bench.host.write(register, register.encode(STALL_COUNT_EN="YES" if enable else "NO"))


async def copy_group(bench: NvdlaBench, group: int, shapes: Sequence[CopyShape]) -> None:
    """One layer from end to end: place, gather, launch, wait."""
    await gather(bench, [place_copy(bench, shape) for shape in shapes])
    await launch(bench, group)
    await serve_groups(bench, group)


def routes(bench: NvdlaBench) -> list[CopyShape]:
    """The four directions in which the BDMA copies."""
    rams = [SideShape(ram) for ram in bench.config.ports]
    return [CopyShape(source=source, destination=destination) for source in rams for destination in rams]


async def every_route(bench: NvdlaBench) -> None:
    """Each direction with the smallest copy, odd and even line lengths, packed and with gaps, both groups in turn."""
    extents = ((1, 1, 1), (3, 4, 2), (8, 3, 3))
    gaps = ((0, 0), (1, 2), (2, 1))
    group = 0
    for route in routes(bench):
        for (atoms, lines, surfaces), gap in zip(extents, gaps, strict=True):
            source, destination = replace(route.source, gaps=gap), replace(route.destination, gaps=gap[::-1])
            shape = replace(route, source=source, destination=destination)
            await copy_group(bench, group, [replace(shape, line_atoms=atoms, lines=lines, surfaces=surfaces)])
            group ^= 1


async def longest_line(bench: NvdlaBench) -> None:
    """The longest line that the line size field holds, from one memory to the other."""
    atoms = bench.registers.BDMA.CFG_LINE.SIZE.limit + 1
    first, second = (SideShape(ram) for ram in bench.config.ports)
    await copy_group(bench, 0, [CopyShape(source=first, destination=second, line_atoms=atoms)])


async def many_lines(bench: NvdlaBench) -> None:
    """As many lines, then as many surfaces, as fit a simulation: the repeat counts beyond a byte."""
    first, second = (SideShape(ram) for ram in bench.config.ports)
    await copy_group(bench, 1, [CopyShape(source=replace(second, gaps=(1, 0)), destination=first, lines=300)])
    await copy_group(bench, 0, [CopyShape(source=first, destination=replace(first, gaps=(0, 1)), surfaces=300)])


async def full_slots(bench: NvdlaBench) -> None:
    """A group that fills every slot."""
    shapes = [
        replace(route, line_atoms=2, lines=2)
        for route in routes(bench)
        if route.destination.ram == next(iter(bench.config.ports))
    ]
    count = bench.config.bdma_slots
    await count_stalls(bench, enable=True)
    await copy_group(bench, 1, [shapes[slot % len(shapes)] for slot in range(count)])
    await count_stalls(bench, enable=False)


async def back_to_back(bench: NvdlaBench) -> None:
    """Launch a group while the other one runs, several times, and serve both together."""
    for route in routes(bench):
        for group in (0, 1):
            spread = replace(route.destination, gaps=(1, 0))
            shape = replace(route, line_atoms=16, lines=8, destination=spread)
            await gather(bench, [place_copy(bench, shape)])
            await launch(bench, group)
        await serve_groups(bench, 0, 1)
