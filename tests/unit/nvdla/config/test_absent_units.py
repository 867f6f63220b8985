"""A program that uses what a configuration lacks is told so."""

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.device import Device
from models.nvdla.registers import registers
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import make_bench
from tests.unit.nvdla.models.heard import HeardDevice

SMALL, TINY = CONFIGS["nv_small"], CONFIGS["tiny"]


def bench_of(config):
    return make_bench(ModelHost(Device(config)), config, np.random.default_rng(1))


def test_a_memory_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(ValueError, match="no memory is called 'CVSRAM'; tiny has DBB"):
        bench_of(TINY).empty((1, 1, 1), "INT8", ram="CVSRAM")


def test_a_layer_of_a_unit_that_is_not_there_is_refused_before_it_is_programmed():
    bench = bench_of(SMALL)
    x, y = bench.empty((1, 1, 1), "INT8"), bench.empty((1, 1, 1), "INT8")
    with pytest.raises(ValueError, match="nv_small has no BDMA; its units are CACC, CDMA, "):
        run(bench.play(Copy(x, y)))


def test_a_block_that_is_not_there_is_named_in_the_register_map():
    with pytest.raises(AttributeError, match="register map nv_small has no block 'BDMA'"):
        _ = registers(SMALL).BDMA


def test_absent_registers_read_0_and_a_write_is_told_once():
    device, base = HeardDevice(SMALL), SMALL.absent_bases[BDMA]
    for address in (base, base + 4, SMALL.absent_bases["RBK"]):
        assert device.predict(address).value == 0
        device.write(address, 1)
        assert device.read(address) == 0
    said = device.take_happened().warnings
    assert [text.partition(" [")[0] for text in said] == [
        "write to 0x10000: nv_small has no BDMA",
        "write to 0x11000: nv_small has no RBK",
    ]


def test_a_write_where_no_configuration_has_anything_is_told_once_an_address():
    device = HeardDevice(SMALL)
    for _ in range(2):
        device.write((4 << SMALL.csb_address_bits) - 4, 1)
    (said,) = device.take_happened().warnings
    assert said.startswith("no register is at 0x3fffc: the write does nothing [unmapped-register: ")


@pytest.mark.parametrize("side", ["SRC", "DST"])
def test_a_layer_in_a_memory_that_is_not_there_breaks_a_rule_and_is_refused(side):
    device, block = HeardDevice(TINY), registers(TINY).BDMA
    rams = {"SRC_RAM_TYPE": "MC", "DST_RAM_TYPE": "MC"} | {f"{side}_RAM_TYPE": "CVSRAM"}
    device.write(block.CFG_CMD.address, block.CFG_CMD.encode(**rams))
    device.write(block.CFG_OP.address, 1)
    device.write(block.CFG_LAUNCH0.address, 1)
    happened = device.take_happened()
    assert any("tiny has no CVSRAM; it has DBB [absent-memory: " in text for text in happened.warnings)
    assert happened.refused == ["BDMA group 0 was started, but no memory is called 'CVSRAM'; tiny has DBB"]


def test_a_write_to_an_absent_unit_reaches_nothing_else():
    written, untouched = Device(SMALL), Device(SMALL)
    for base in SMALL.absent_bases.values():
        written.write(base + 4, 0xFFFF_FFFF)
    for register in registers(SMALL):
        assert written.read(register.address) == untouched.read(register.address)


def test_interrupts_of_absent_units_do_not_exist():
    glb = registers(SMALL).GLB
    assert not [name for name in glb.S_INTR_STATUS.fields if "BDMA" in name or "RUBIK" in name]
    device = Device(SMALL)
    device.write(glb.S_INTR_SET.address, 0xFFFF_FFFF)
    assert device.read(glb.S_INTR_STATUS.address) == glb.S_INTR_STATUS.write_mask
    assert glb.S_INTR_STATUS.write_mask < registers(NV_FULL).GLB.S_INTR_STATUS.write_mask
