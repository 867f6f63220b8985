"""The layers that are measured."""

import json
import os
from pathlib import Path
from time import process_time

import pyuvm
from cocotb.simtime import get_sim_time
from cocotb.triggers import Timer

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.bdma.descriptor import encode_copy
from models.nvdla.interrupts import done_bits
from models.nvdla.sdp.descriptor import UNIT as SDP
from models.registers import WORD_BYTES
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.enabling import guide_order
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.side_shape import two_sides
from tb.memory.hdl.commands import load_commands
from tb.memory.profile import PROFILES
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tests.bench.nvdla.names import IDLE_CYCLES, LINES, LOADS, PROFILE, PROGRAM, RESULT

SDP_ATOMS = 1024
"""Of a line that SDP copies: it may take a cycle for each element."""


def long_copy(bench):
    """The longest lines that there are, from one memory to the other: by BDMA, or by SDP where there is none.

    Returns:
        Register writes, those that start it, and the interrupt that ends it: (registers with words, likewise, bits).
    """
    lines, (first, second) = int(os.environ[LINES]), two_sides(bench.config)
    if BDMA in bench.config.units:
        block = bench.registers.BDMA
        shape = CopyShape(source=first, destination=second, line_atoms=block.CFG_LINE.SIZE.limit + 1, lines=lines)
        words = encode_copy(block, allocate_copy(bench, shape), bench.config)
        words |= {"CFG_OP": block.CFG_OP.encode(EN="ENABLE")}
        starts = [(block.CFG_LAUNCH0, block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES"))]
        return [(block.registers[name], word) for name, word in words.items()], starts, done_bits(BDMA, 0)
    shape = bench.config.atom_bytes, lines, SDP_ATOMS
    x = bench.tensor(bench.rng.integers(-128, 128, shape), "INT8", ram=first.ram)
    (job,) = jobs_of([SdpLayer(bench.empty(shape, "INT8", ram=second.ram), x=x)], bench.config)
    blocks = bench.registers.blocks
    words = [(blocks[part.block], *item) for part in job.parts for each in part.words for item in each.items()]
    writes = [(block.registers[name], word) for block, name, word in words]
    enables = [blocks[name].D_OP_ENABLE for name in guide_order(part.block for part in job.parts)]
    return writes, [(enable, enable.encode(OP_EN="ENABLE")) for enable in enables], done_bits(SDP, 0)


def write_program(writes, path):
    """Register writes for a bench without Python."""
    lines = [f"{register.address // WORD_BYTES:04x}{word:08x}" for register, word in writes]
    Path(path).write_text("\n".join(lines) + "\n")


def write_loads(env):
    """What the memories hold, as commands for a bench without Python."""
    for port in env.config.hw.ports.values():
        pages = env.memories[port.name].pages()
        commands = [piece for address, data, _ in pages for piece in load_commands(address, data, port.data_bytes)]
        Path(LOADS.format(port.pin_prefix)).write_bytes(b"".join(commands))


@pyuvm.test()
class LongCopyTest(NvdlaBaseTest):
    """One long copy; measures the time from its launch until all of it has been checked."""

    def configure(self):
        profile = PROFILES[os.environ[PROFILE]]
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": profile, "CVSRAM": profile})

    async def stimulus(self, bench):
        env = self.env
        writes, starts, ends = long_copy(bench)
        write_program([*writes, *starts], PROGRAM)
        write_loads(env)
        for register, word in writes:
            await bench.host.write(register, word)
        start_s, start_ns = process_time(), get_sim_time("ns")
        for register, word in starts:
            await bench.host.write(register, word)
        await bench.host.wait_interrupt()
        end_ns = get_sim_time("ns")
        await serve(bench, ends)
        await bench.host.quiet()
        checked_s = process_time() - start_s
        measured = {
            "cpu_s": checked_s,
            "cycles": round((end_ns - start_ns) / env.config.core_period_ns),
        }
        Path(RESULT).write_text(json.dumps(measured))


@pyuvm.test()
class IdleTest(NvdlaBaseTest):
    """Nothing happens for long."""

    async def stimulus(self, bench):
        start_s = process_time()
        await Timer(IDLE_CYCLES * self.env.config.core_period_ns, "ns")
        Path(RESULT).write_text(json.dumps({"cpu_s": process_time() - start_s, "cycles": IDLE_CYCLES}))
        await bench.host.read(bench.registers.GLB.S_INTR_MASK)
        write_loads(self.env)
