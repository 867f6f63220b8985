"""What an operation of the whole MAC array costs, its cells alone: all kernels there, weights for 16 operations."""

from models.nvdla.config import NV_FULL
from tb.runner.design import Design
from tb.runner.paths import ROOT
from tests.bench.nvdla.instructions import instructions_each
from tests.bench.nvdla.plain import HERE, build_bare, run_plain

RTL = ROOT / "rtl_stubs" / "nvdla"
SOURCES = ("link/nvdla_link_pkg", "cmac/nvdla_tile_pkg", "cmac/nvdla_cmac_integers", "cmac/nvdla_cmac_floats")
PRECISIONS = ("int8", "int16", "fp16")
OPERATIONS = {"verilator": 16_000, "icarus": 320}
MOST_US = {
    "verilator": {"int8": 5, "int16": 5, "fp16": 200},
    "icarus": {"int8": 500, "int16": 500, "fp16": 6000},
}
"""What an operation may cost."""
COUNTED = 160, 320
"""Operations of the two runs whose instructions are counted."""


def operations_design():
    """Both halves' cells on nv_full."""
    package = RTL / "generated" / NV_FULL.name / "nvdla_config_pkg.sv"
    sources = (package, *(RTL / f"{name}.sv" for name in SOURCES), HERE / "mac_operations.sv")
    return Design(name="mac_operations", top="mac_operations", sources=sources)


def operation_us(sim, precision):
    """Microseconds of CPU time for one operation."""
    command = build_bare(sim, operations_design())
    cpu_s, count = run_plain(command, None, f"+{precision}", f"+operations={OPERATIONS[sim]}")
    return cpu_s / count * 1e6


def operation_instructions(sim, precision):
    """Instructions for one operation."""
    runs = [(None, f"+{precision}", f"+operations={count}") for count in COUNTED]
    return instructions_each(build_bare(sim, operations_design()), *runs)
