"""Cycles at the pins between what is asked and what comes of it: the figures of docs/differences.md, 'At the pins'."""

from dataclasses import replace

import cocotb
import pyuvm
from cocotb.triggers import FallingEdge

from models.nvdla.rubik.descriptor import encode_rubik
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.groups import enable, program
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.rubik.directed import serve_rubik
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape
from tb.memory.profile import FAST
from tb.nvdla.base_test import NvdlaBaseTest

PERIOD_NS = 2.0
ANSWER = 9
"""From a request on the CSB to its answer."""
OVERTAKEN = 7
"""By so much later with +answers_overtake."""
FIRST_READ = {"BDMA": 11, "RBK": 10}
"""From the register write that starts a layer to the first read request."""
RISE, FALL = 3, 6
"""From the last write response to the interrupt; from the write that clears its bit until it is gone."""
LONGEST = {"DBB": 1, "CVSRAM": 4}
"""Beats of the longest burst, of reads and of writes."""


class Probe:
    """The cycles in which things happened at the pins, both clocks being one."""

    def __init__(self, dut, ports):
        self.dut, self.ports = dut, ports
        self.asked, self.answered, self.completed, self.interrupts = [], [], [], []
        self.reads, self.responses, self.lengths = [], [], {}
        cocotb.start_soon(self._watch())

    async def _watch(self):
        cycle, level = 0, 0
        while True:
            await FallingEdge(self.dut.dla_csb_clk)
            cycle += 1
            dut = self.dut
            if dut.csb2nvdla_valid.value == 1 and dut.csb2nvdla_ready.value == 1:
                self.asked.append(cycle)
            if dut.nvdla2csb_valid.value == 1:
                self.answered.append(cycle)
            if dut.nvdla2csb_wr_complete.value == 1:
                self.completed.append(cycle)
            if dut.dla_intr.value != level:
                level = dut.dla_intr.value
                self.interrupts.append(cycle)
            for port in self.ports:
                self._watch_port(cycle, port)

    def _watch_port(self, cycle, port):
        def pin(name):
            return getattr(self.dut, f"{port.pin_prefix}_{name}").value

        for channel in ("ar", "aw"):
            if pin(f"{channel}_{channel}valid") == 1 and pin(f"{channel}_{channel}ready") == 1:
                self.lengths.setdefault((port.name, channel), set()).add(int(pin(f"{channel}_{channel}len")) + 1)
                if channel == "ar":
                    self.reads.append(cycle)
        if pin("b_bvalid") == 1 and pin("b_bready") == 1:
            self.responses.append(cycle)


class LatencyBase(NvdlaBaseTest):
    """One clock, memories as fast as the pins allow."""

    overtaken = 0

    def configure(self):
        config = super().configure()
        profiles = dict.fromkeys(config.hw.ports, FAST)
        return replace(config, core_period_ns=PERIOD_NS, csb_period_ns=PERIOD_NS, profiles=profiles)

    async def stimulus(self, bench):
        probe = Probe(self.env.dut, bench.config.ports.values())
        await self.registers(bench, probe)
        sides = [SideShape(ram=ram) for ram in bench.config.ports]
        for source, destination in (sides, sides[::-1]):
            await self.copy(bench, probe, source, destination)
        for port, longest in LONGEST.items():
            assert [max(probe.lengths[port, channel]) for channel in ("ar", "aw")] == [longest, longest]
        await self.rubik(bench, probe, sides[0])

    async def registers(self, bench, probe):
        registers = bench.registers
        prompt = ((registers.GLB.S_INTR_MASK, 0), (registers.MCIF.CFG_RD_WEIGHT_0, 0))
        for register, later in (*prompt, (registers.CMAC_A.S_POINTER, self.overtaken)):
            await bench.host.read(register)
            assert probe.answered[-1] - probe.asked[-1] == ANSWER + later
        await bench.host.write(registers.GLB.S_INTR_MASK, 0, posted=False)
        assert probe.completed[-1] - probe.asked[-1] == ANSWER

    async def copy(self, bench, probe, source, destination):
        shape = CopyShape(source=source, destination=destination, line_atoms=16, lines=2)
        await gather(bench, [allocate_copy(bench, shape)])
        await bench.host.drain()
        probe.reads.clear()
        await launch(bench, 0)
        await serve_groups(bench, 0)
        self.check_layer(probe, "BDMA")

    async def rubik(self, bench, probe, side):
        block = bench.registers.RBK
        shape = RubikShape(
            mode="CONTRACT", width=6, height=3, out_channels=8, x_stride=1, source=side, destination=side
        )
        await program(bench, block, 0, encode_rubik(block, allocate_rubik(bench, shape), bench.config))
        await bench.host.drain()
        probe.reads.clear()
        await enable(bench, block)
        await serve_rubik(bench, 0)
        self.check_layer(probe, "RBK")

    def check_layer(self, probe, unit):
        first, (rise, fall) = probe.reads[0], probe.interrupts[-2:]
        assert first - last_before(probe.asked, first) == FIRST_READ[unit]
        assert rise - last_before(probe.responses, rise) == RISE
        assert fall - last_before(probe.asked, fall) == FALL


@pyuvm.test()
class PlainLatencyTest(LatencyBase):
    """Without a plusarg."""


@pyuvm.test()
class OvertakenLatencyTest(LatencyBase):
    """With +answers_overtake."""

    overtaken = OVERTAKEN


def last_before(cycles, end):
    return max(cycle for cycle in cycles if cycle < end)
