"""What the registers of CDP and CDP_RDMA hold of a layer."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.reading import CdpReading
from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.rules import check_layer
from models.nvdla.surfaces.side import Side

EDGE = 1 << 37


def everything():
    slope = LutSlope(scale=-3, shift=-16)
    return Cdp(
        precision="INT16",
        channels=8192,
        height=3,
        width=7,
        source=Side(ram="DBB", address=0x1000, line_stride_bytes=0x100, surface_stride_bytes=0x400),
        destination=Side(ram="DBB", address=0x20_0000_2000, line_stride_bytes=0x140, surface_stride_bytes=0x480),
        lut=LutConfig(
            le=LutRange(start=-EDGE, end=EDGE - 1, select=-128, underflow=slope),
            lo=LutRange(start=-1, end=1 << 32, select=127, overflow=slope),
            exponential=False,
            le_offset=-64,
            overflow_lo=True,
        ),
        local_size=9,
        nan_to_zero=True,
        bypass_squares=True,
        bypass_product=True,
        in_convertor=CdpConvertor(offset=-(1 << 15), scale=-1, shift=31),
        out_convertor=CdpConvertor(offset=-(1 << 31), scale=-7, shift=63),
        count_lut=False,
    )


def settings_of(cdp, registers, config):
    return {part.block: part.words[0] for part in cdp.encode(registers, config)}


@pytest.mark.parametrize("flip", [{}, {"local_size": 3}, {"precision": "FP16"}, {"bypass_product": False}])
def test_registers_hold_all_of_a_layer(config, registers, flip):
    cdp = replace(everything(), **flip)
    if cdp.precision == "FP16":
        words = LutRange(start=-1, end=1 << 30), LutRange(start=-(1 << 31), end=(1 << 31) - 1)
        cdp = replace(cdp, lut=replace(cdp.lut, le=words[0], lo=words[1]))
    settings = settings_of(cdp, registers, config)
    assert list(settings) == ["CDP_RDMA", "CDP"]
    assert decode(Cdp, Words(registers.blocks, config, settings)) == cdp
    assert decode(CdpReading, Words(registers.blocks, config, {"CDP_RDMA": settings["CDP_RDMA"]}), Cdp) == cdp.reading


def test_the_high_words_do_not_count_for_floating_point_numbers(config, registers):
    cdp = Cdp.of(config, "FP16")
    settings = settings_of(cdp, registers, config)
    other = {**settings["CDP"], "S_LUT_LE_START_HIGH": 0x3F, "S_LUT_LO_END_HIGH": 5}
    assert decode(Cdp, Words(registers.blocks, config, settings | {"CDP": other})) == cdp


@pytest.mark.parametrize(("precision", "edge"), [("INT16", EDGE), ("INT8", -EDGE - 1), ("FP16", 1 << 31)])
def test_an_edge_that_does_not_fit_is_told(config, registers, precision, edge):
    cdp = Cdp.of(config, precision)
    cdp = replace(cdp, lut=replace(cdp.lut, lo=replace(cdp.lut.lo, end=edge)))
    with pytest.raises(ValueError, match=f"S_LUT_LO_END_LOW, S_LUT_LO_END_HIGH: {edge} does not fit"):
        cdp.encode(registers, config)


def test_tables_go_with_the_program_and_must_have_the_parts_sizes(config, registers):
    sizes = config.table_entries
    tables = Tables(*(np.zeros(sizes[name], np.int16) for name in ("LE", "LO")))
    cdp = replace(Cdp.of(config, "INT8"), tables=tables)
    assert [part.tables for part in cdp.encode(registers, config)] == [None, tables]
    with pytest.raises(ValueError, match=r"table LE has \d+ entries, must have 65"):
        replace(cdp, tables=Tables(tables.lo, tables.lo)).encode(registers, config)


def test_a_layer_says_what_it_is(config):
    cdp = replace(Cdp.of(config, "INT8"), bypass_squares=True)
    first, second = cdp.explain()
    assert "CDP INT8, " in first
    assert "local size 5, no squares, " in first
    assert second.endswith("table LE linear")


def test_no_register_holds_a_larger_neighbourhood(config, registers):
    cdp = replace(Cdp.of(config, "INT8"), local_size=11)
    assert [item.rule for item in check_layer(cdp, config)] == ["cdp-local-size"]
    with pytest.raises(ValueError, match="LEN11"):
        cdp.encode(registers, config)
