"""The layers that are measured."""

import json
import os
from pathlib import Path
from time import process_time

import pyuvm
from cocotb.simtime import get_sim_time
from cocotb.triggers import Timer

from models.nvdla.bdma.descriptor import encode_copy
from models.registers import WORD_BYTES
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.tensors.side_shape import two_sides
from tb.memory.hdl.commands import load_commands
from tb.memory.profile import PROFILES
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tests.bench.nvdla.names import IDLE_CYCLES, LINES, LOADS, PROFILE, PROGRAM, RESULT


def copy(bench):
    """The longest lines that there are, from one memory to the other."""
    atoms = bench.registers.BDMA.CFG_LINE.SIZE.limit + 1
    first, second = two_sides(bench.config)
    shape = CopyShape(source=first, destination=second, line_atoms=atoms, lines=int(os.environ[LINES]))
    return allocate_copy(bench, shape)


def write_program(bench, transfer, path):
    """The register writes of a layer, for a bench without Python."""
    block = bench.registers.BDMA
    words = encode_copy(block, transfer, bench.config)
    words |= {"CFG_OP": block.CFG_OP.encode(EN="ENABLE"), "CFG_LAUNCH0": block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES")}
    lines = [f"{block.registers[name].address // WORD_BYTES:04x}{word:08x}" for name, word in words.items()]
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
        transfer = copy(bench)
        write_program(bench, transfer, PROGRAM)
        write_loads(env)
        await gather(bench, [transfer])
        start_s, start_ns = process_time(), get_sim_time("ns")
        await launch(bench, 0)
        await bench.host.wait_interrupt()
        end_ns = get_sim_time("ns")
        await serve_groups(bench, 0)
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
