"""Which results of the output convertor count as saturated, around the ends of what it keeps, by each shift."""

import cocotb
import numpy as np

from models.nvdla.numbers.saturated import saturation_flags
from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.sdp.cell_cases import edge, write

HW = chosen_hardware()
SDP = registers(HW).SDP
KEPT_BITS = 17
SHIFTS = (0, 1, 5)


def around(shift):
    """Words whose results lie up to 3 away from either end, in halves of what the shift leaves."""
    halves = np.arange(-6, 7) << shift >> 1
    return np.concatenate([(end << shift) + halves for end in (-(1 << KEPT_BITS - 1), (1 << KEPT_BITS - 1) - 1)])


@cocotb.test()
async def the_convertor_counts_what_the_configuration_says(dut):
    for name in ("clk", "reset_n", "req_valid", "layer_done", "to_x", "to_y", "to_convertor"):
        getattr(dut, name).value = 0
    dut.req_write.value = 1
    await edge(dut)
    dut.reset_n.value = 1
    margin = "sdp-saturation-margin" in HW.errata
    for number, shift in enumerate(SHIFTS):
        layer = ((SDP.S_POINTER, number % 2), (SDP.D_CVT_SCALE, 1), (SDP.D_CVT_SHIFT, shift), (SDP.D_OP_ENABLE, 1))
        for register, value in layer:
            await write(dut, register, value)
        words = around(shift)
        expected = saturation_flags(words, shift, KEPT_BITS, margin=margin).tolist()
        assert saturation_flags(words, shift, KEPT_BITS, margin=not margin).tolist() != expected
        seen = []
        for word in words.tolist():
            dut.words.value, dut.to_convertor.value = word & 0xFFFF_FFFF, 1
            await edge(dut)
            seen.append(bool(int(dut.flags.value) & 1))
        assert seen == expected, f"shift {shift}"
        dut.to_convertor.value, dut.layer_done.value = 0, 1
        await edge(dut)
        dut.layer_done.value = 0
