"""Random layers on a part whose rready and bready drop, which is counted at the pins."""

import cocotb
import pyuvm
from cocotb.triggers import RisingEdge

from sequences.nvdla.bdma.random import random_layers
from sequences.nvdla.rubik.random import random_rubik
from tb.nvdla.base_test import NvdlaBaseTest

CHANNELS = (("r", "rvalid", "rready"), ("b", "bvalid", "bready"))


class DropsTest(NvdlaBaseTest):
    """Counts cycles in which a memory waits for the part, by channel and port."""

    drops = True

    async def stimulus(self, bench):
        held = {}
        for port in bench.config.ports.values():
            for name, valid, ready in CHANNELS:
                pins = [getattr(self.env.dut, f"{port.pin_prefix}_{name}_{pin}") for pin in (valid, ready)]
                held[port.name, name] = [0]
                cocotb.start_soon(count(self.env.dut.dla_core_clk, *pins, held[port.name, name]))
        await random_layers(bench, layers=8)
        await random_rubik(bench, layers=8)
        assert all((number > 10) is self.drops for (number,) in held.values()), held


async def count(clock, valid, ready, number):
    """Count the cycles in which a channel waits."""
    while True:
        await RisingEdge(clock)
        if valid.value == 1 and ready.value == 0:
            number[0] += 1


@pyuvm.test()
class ReadyDropsTest(DropsTest):
    """With both plusargs."""


@pyuvm.test()
class ReadyStaysTest(DropsTest):
    """Without: the part is always ready."""

    drops = False
