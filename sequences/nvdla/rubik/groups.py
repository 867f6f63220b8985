"""Programming Rubik: a layer into a register group, started, waited for (guide 'Rubik programming')."""

from __future__ import annotations

from models.nvdla.interrupts import done_bits
from models.nvdla.rubik.descriptor import UNIT, encode_rubik
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import enable, program, select
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik


async def start_rubik(bench: NvdlaBench, group: int, shape: RubikShape, pool: SurfacePool | None = None) -> None:
    """Program a layer into a group and enable it; surfaces come from the pool where there is one."""
    await program_rubik(bench, group, shape, pool)
    await enable(bench, bench.registers.RBK)


async def program_rubik(bench: NvdlaBench, group: int, shape: RubikShape, pool: SurfacePool | None = None) -> None:
    """Program a layer into a group."""
    block = bench.registers.RBK
    words = encode_rubik(block, allocate_rubik(bench, shape, pool), bench.config)
    words["D_PERF_ENABLE"] = block.D_PERF_ENABLE.encode(PERF_EN=int(shape.count_stalls))
    await program(bench, block, group, words)


async def serve_rubik(bench: NvdlaBench, *groups: int) -> None:
    """Wait for the interrupts of groups and read their statuses."""
    block = bench.registers.RBK
    await serve(bench, [bit for group in groups for bit in done_bits(UNIT, group)])
    await bench.host.read(block.S_STATUS)
    for group in groups:
        await select(bench, block, group)
        for register in (block.D_OP_ENABLE, block.D_PERF_READ_STALL, block.D_PERF_WRITE_STALL):
            await bench.host.read(register)
