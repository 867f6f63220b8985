"""Programming Rubik: a layer into a register group, started, waited for (guide 'Rubik programming')."""

from __future__ import annotations

from models.nvdla.interrupts import done_bits
from models.nvdla.rubik.descriptor import UNIT, encode_rubik
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import enable, program
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik


async def start_rubik(bench: NvdlaBench, group: int, shape: RubikShape) -> None:
    """Program a layer into a group and enable it."""
    block = bench.registers.RBK
    words = encode_rubik(block, allocate_rubik(bench, shape), bench.config)
    words["D_PERF_ENABLE"] = block.D_PERF_ENABLE.encode(PERF_EN=int(shape.count_stalls))
    await program(bench, block, group, words)
    await enable(bench, block)


async def serve_rubik(bench: NvdlaBench, *groups: int) -> None:
    """Wait for the interrupts of groups and read their statuses."""
    block = bench.registers.RBK
    await serve(bench, [bit for group in groups for bit in done_bits(UNIT, group)])
    await bench.host.read(block.S_STATUS)
    for group in groups:
        await bench.host.write(block.S_POINTER, block.S_POINTER.encode(PRODUCER=group))
        for register in (block.D_OP_ENABLE, block.D_PERF_READ_STALL, block.D_PERF_WRITE_STALL):
            await bench.host.read(register)
