"""Winograd's pre-addition alone, against what that of the public part gave."""

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.csc.recorded_tiles import recorded_tiles

HW = chosen_hardware()
SIDE = 4
CHANNELS = HW.mac_channels // SIDE**2
"""Tiles side by side in an operation."""


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def tiles_are_what_the_part_gives(dut):
    Clock(dut.clk, 10, unit="ns").start()
    for name in ("reset_n", "load", "prepare"):
        getattr(dut, name).value = 0
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1
    for (precision, truncate), (tiles, results) in recorded_tiles().items():
        dut.narrow.value, dut.floats.value, dut.truncate.value = precision == "INT8", precision == "FP16", truncate
        for first in range(0, len(tiles) - CHANNELS + 1, CHANNELS):
            made = await operation(dut, precision, tiles[first : first + CHANNELS])
            np.testing.assert_array_equal(made, results[first : first + CHANNELS])


async def operation(dut, precision, tiles):
    """What is made of a tile for each channel; tiles and results are codes of shape (channel, position)."""
    size = 1 if precision == "INT8" else 2
    atoms = np.zeros((SIDE**2, HW.atom_bytes // size), "u1" if size == 1 else "<u2")
    atoms[:, :CHANNELS] = tiles.T
    for row in range(SIDE):
        dut.row.value, dut.load.value = row, 1
        dut.pixels.value = int.from_bytes(atoms[SIDE * row : SIDE * (row + 1)].tobytes(), "little")
        await FallingEdge(dut.clk)
    dut.load.value, dut.prepare.value = 0, 1
    await FallingEdge(dut.clk)
    dut.prepare.value = 0
    made = int(dut.made.value).to_bytes(HW.cbuf_entry_bytes, "little")
    return np.frombuffer(made, "<u2").reshape(-1, CHANNELS).T
