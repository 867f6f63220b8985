"""SDP with its RDMA: what the convolution gave or memory has, in memory as plain computing has it, and nothing else."""

from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.sdp.operand_layers import operand_expectation
from tests.sim.nvdla.units.sdp.sdp_layers import expectation
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE, OPERANDS = "tests.sim.nvdla.units.sdp.sdp_cases", "tests.sim.nvdla.units.sdp.operand_cases"
CHOSEN = quick_on_tiny("nv_full")
SIZE_BITS = 30
RDMA = ("_plan", "_input", "_specials", "_operands", "")
STAGES = (
    "operator_pkg",
    "operand_stage",
    *("plan", "input", "x", "y", "lut", "lut_counts", "convert", "counts", "fly"),
)
NUMBERS = ("round_pkg", "convert_pkg", "fp17_pkg", "fp32_pkg", "lut_pkg")
PACKAGES = ("config", "csb", "sdp", "sdp_rdma")
SOURCES = (
    *(DEBUG / f"{name}.sv" for name in ("debug_pkg", "check_pkg", "dice_pkg", "link_check", "link_tap")),
    RTL / "debug" / "nvdla_table_clock.sv",
    RTL / "link" / "nvdla_link_pkg.sv",
    RTL / "memory" / "nvdla_memory_pkg.sv",
    *(RTL / "dma" / f"nvdla_dma_{name}.sv" for name in ("pkg", "absent", "ends", "read", "write")),
    *(
        RTL / "common" / f"nvdla_{name}.sv"
        for name in ("atom_pkg", *NUMBERS, "stage", "pack", "unpack", "walk", "fifo", "lut_port", "lut")
    ),
    *(RTL / "sdp_rdma" / f"nvdla_sdp_rdma{name}.sv" for name in RDMA),
    *(RTL / "sdp" / f"nvdla_sdp_{name}.sv" for name in STAGES),
    RTL / "sdp" / "nvdla_sdp.sv",
    *(HERE.parent / "dma" / f"dma_{name}.sv" for name in ("pattern_pkg", "read_memory", "write_memory")),
    HERE / "sdp_top.sv",
)


def design(hw):
    generated = RTL / "generated" / hw.name
    packages = (generated / f"nvdla_{name}_pkg.sv" for name in PACKAGES)
    registers = (generated / f"nvdla_{name}_regs.sv" for name in ("sdp", "sdp_rdma"))
    return Design(name=f"sdp_top-{hw.name}", top="sdp_top", sources=(*packages, *registers, *SOURCES))


def played(module, sim, hw):
    """What the taps saw when all tests of a module passed, and how many these are."""
    result = play(design(hw), module, sim, plusargs=("+taps=.",), env={CONFIG_VARIABLE: hw.name})
    names = cocotb_tests(module)
    for name in names:
        check(result, name)
    return read_taps(result.job.run_dir), len(names)


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_layers_from_the_convolution_to_memory(sim, hw):
    expected = expectation(hw).memory
    for times in written(hw, *played(MODULE, sim, hw)):
        assert times == expected


@pytest.mark.parametrize("hw", quick_on_tiny("nv_full", "nv_small"), ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_layers_with_operands(sim, hw):
    expected = operand_expectation(hw)
    taps, times = played(OPERANDS, sim, hw)
    for memory in written(hw, taps, times):
        assert memory == expected.memory
    assert [row.tobytes()[: hw.atom_bytes] for row in taps["pdp"].payload] == expected.pdp * times


def written(hw, taps, times):
    """The bytes of each memory, for each time that all layers were played."""
    port = next(iter(hw.ports.values()))
    members = taps["lines"].members({"ports": len(hw.ports), "address": port.address_bits, "size": SIZE_BITS})
    lines = [[int.from_bytes(row.tobytes(), "little") for row in members[name]] for name in members]
    rams = [{"DBB": "MC", "CVSRAM": "CV"}[name] for name in ram_order(hw)]
    words, memories = iter(taps["words"].payload), []
    count = len(lines[0]) // times
    for index, (ports, address, size) in enumerate(zip(*lines, strict=True)):
        if index % count == 0:
            memories.append({"MC": {}, "CV": {}})
        atoms = (size + 1) * hw.atom_bytes
        data = b"".join(next(words).tobytes() for _ in range(-(-atoms // port.data_bytes)))[:atoms]
        memory = memories[-1][rams[ports.bit_length() - 1]]
        assert not memory.keys() & range(address, address + atoms), f"written twice: {atoms} bytes at {address:#x}"
        memory.update(enumerate(data, address))
    assert next(words, None) is None
    return memories


def ram_order(hw):
    """The names of memory ports, in the order of the RTL's numbers."""
    return sorted(hw.ports)
