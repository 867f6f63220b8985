"""SDP alone: what the convolution gave, in memory as a plain computation has it, and nothing else."""

from pathlib import Path

import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.sim.sdp.sdp_layers import expectation
from tests.simulation import SIMULATORS, check, cocotb_tests, play

HERE = Path(__file__).parent
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.sdp.sdp_cases"
SIZE_BITS = 30
STAGES = ("operator_pkg", "plan", "input", "x", "y", "lut", "lut_counts", "convert", "counts", "pack", "fly")
PACKAGES = ("config", "csb", "bdma", "sdp")
SOURCES = (
    *(RTL / "debug" / f"nvdla_{name}.sv" for name in ("debug_pkg", "check_pkg", "dice_pkg", "link_check", "tap")),
    RTL / "link" / "nvdla_link_pkg.sv",
    RTL / "memory" / "nvdla_memory_pkg.sv",
    *(RTL / "dma" / f"nvdla_dma_{name}.sv" for name in ("pkg", "ends", "write")),
    *(RTL / "common" / f"nvdla_{name}.sv" for name in ("round_pkg", "convert_pkg", "fp17_pkg", "fp32_pkg", "lut_pkg", "lut_port")),
    *(RTL / "sdp" / f"nvdla_sdp_{name}.sv" for name in STAGES),
    RTL / "sdp" / "nvdla_sdp.sv",
    ROOT / "tests" / "sim" / "dma" / "dma_write_memory.sv",
    HERE / "sdp_top.sv",
)


def design(hw):
    generated = RTL / "generated" / hw.name
    registers = (*(generated / f"nvdla_{name}_pkg.sv" for name in PACKAGES), generated / "nvdla_sdp_regs.sv")
    return Design(name=f"sdp_top-{hw.name}", top="sdp_top", sources=(*registers, *SOURCES))


@pytest.mark.parametrize("hw", [CONFIGS["nv_full"], CONFIGS["tiny"]], ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", SIMULATORS)
def test_layers_from_the_convolution_to_memory(sim, hw):
    result = play(design(hw), MODULE, sim, plusargs=("+taps=.",), env={CONFIG_VARIABLE: hw.name})
    names = cocotb_tests(MODULE)
    for name in names:
        check(result, name)
    expected = expectation(hw).memory
    for times in written(hw, read_taps(result.job.run_dir), len(names)):
        assert times == expected


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
