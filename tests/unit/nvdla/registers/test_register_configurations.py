"""The same description with another configuration's parameters."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from models.nvdla.config import NV_FULL
from tb.registers.compile import compile_description
from tb.registers.sources import description

# The map of the master branch's small configuration: other bases, an atom of 8 bytes, wider fields, bypasses set.
SMALL = replace(
    NV_FULL,
    name="small",
    atom_bytes=8,
    block_bases=MappingProxyType(
        {
            "GLB": 0x1000,
            "GEC": 0xE000,
            "MCIF": 0x2000,
            "CVIF": 0xF000,
            "BDMA": 0x10000,
            "CDMA": 0x3000,
            "CSC": 0x4000,
            "CMAC_A": 0x5000,
            "CMAC_B": 0x6000,
            "CACC": 0x7000,
            "SDP_RDMA": 0x8000,
            "SDP": 0x9000,
            "PDP_RDMA": 0xA000,
            "PDP": 0xB000,
            "CDP_RDMA": 0xC000,
            "CDP": 0xD000,
            "RBK": 0x11000,
        }
    ),
    register_parameters=MappingProxyType(
        {
            "ADDRESS_LSB": 0,
            "COPY_LSB": 5,
            "CACC_STRIDE_LSB": 0,
            "WEIGHT_LSB": 0,
            "WMB_LSB": 0,
            "ENTRIES_BITS": 14,
            "BANK_BITS": 5,
            "BYPASS_RESET": 1,
        }
    ),
)


@pytest.fixture(scope="module")
def small():
    return compile_description(description("nvdla"), "nvdla", [SMALL])[0].register_map


def changed(full, small, of):
    """The registers and fields that differ in what `of` says."""
    return {
        f"{register.full_name}.{field.name}"
        for register in full
        for field in register.fields.values()
        if of(field) != of(small.blocks[register.block].registers[register.name].fields[field.name])
    }


def test_bases_move_and_offsets_stay(full, small):
    assert {name: block.base for name, block in small.blocks.items()} == dict(SMALL.block_bases)
    for register in full:
        other = small.blocks[register.block].registers[register.name]
        offset = register.address - full.blocks[register.block].base
        assert other.address - small.blocks[other.block].base == offset, register.full_name


def test_field_ranges_that_differ(full, small):
    """54 registers, two of which have two such fields (banks)."""
    fields = changed(full, small, lambda field: (field.low, field.width))
    registers = {name.rpartition(".")[0] for name in fields}
    assert (len(fields), len(registers)) == (56, 54)
    assert {name.partition(".")[0] for name in fields}.isdisjoint({"BDMA", "RBK"})
    assert small.CDMA.D_LINE_STRIDE.LINE_STRIDE.width == 32
    assert (small.CACC.D_LINE_STRIDE.LINE_STRIDE.low, small.CACC.D_LINE_STRIDE.LINE_STRIDE.high) == (0, 23)
    assert (small.CSC.D_WMB_BYTES.WMB_BYTES.low, small.CSC.D_WMB_BYTES.WMB_BYTES.high) == (0, 27)
    assert (small.CSC.D_BANK.WEIGHT_BANK.low, small.CSC.D_BANK.WEIGHT_BANK.high) == (16, 20)
    assert small.CDMA.D_ENTRY_PER_SLICE.ENTRIES.width == 14


def test_resets_that_differ(full, small):
    fields = changed(full, small, lambda field: field.reset)
    assert fields == {
        *(f"SDP_RDMA.D_{unit}_CFG.{unit}_DISABLE" for unit in ("BRDMA", "NRDMA", "ERDMA")),
        *(
            f"SDP.D_DP_{unit}_CFG.{unit}_{part}BYPASS"
            for unit, last in (("BS", "RELU_"), ("BN", "RELU_"), ("EW", "LUT_"))
            for part in ("", "ALU_", "MUL_", last)
        ),
        "SDP.D_DP_EW_ALU_CFG.EW_ALU_CVT_BYPASS",
        "SDP.D_DP_EW_MUL_CFG.EW_MUL_CVT_BYPASS",
        "SDP.D_DP_BS_CFG.BS_MUL_PRELU",
    }
    assert len(fields) == 18


def test_names_do_not_differ(full, small):
    """One type stub serves all configurations."""
    assert {r.full_name: list(r.fields) for r in full} == {r.full_name: list(r.fields) for r in small}
