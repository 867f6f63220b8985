"""SDP layers from memory on the reference device: operands of every kind, comparisons, counts, tables and races."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, XSettings, YSettings
from tests.unit.nvdla.sdp.sdp_device import TYPES, SdpDevice

NOT_A_NUMBER, INFINITY, ONE, TWO, THREE = 0x7C01, 0xFC00, 0x3C00, 0x4000, 0x4200


@pytest.fixture
def device(config):
    return SdpDevice(config)


def drawn(rng, precision, shape, most=100):
    return rng.integers(-most, most, shape).astype(TYPES[precision])


def shape_of(device, precision, height=2, width=3):
    """A surface and a channel more."""
    return device.config.atom_bytes // np.dtype(TYPES[precision]).itemsize + 1, height, width


@pytest.mark.parametrize("size", [(2, 3), (1, 1), (1, 2)])
@pytest.mark.parametrize("element_bytes", [1, 2])
@pytest.mark.parametrize("per_element", [False, True])
def test_operands_of_one_part_and_of_both(device, rng, per_element, element_bytes, size):
    shape = shape_of(device, "INT8", *size)
    both = device.operands("x1", "BOTH", ("INT8", shape), per_element=per_element, element_bytes=element_bytes)
    one = device.operands("y", "MUL", ("INT8", shape), per_element=per_element, element_bytes=element_bytes)
    sdp = device.layer(
        "INT8",
        shape,
        x1=XSettings(
            bypass=False, alu_bypass=False, alu_source=MEMORY, mul_bypass=False, mul_source=MEMORY, operands=both
        ),
        y=YSettings(
            bypass=False,
            mul_bypass=False,
            mul_source=MEMORY,
            mul_convertor=OperandConvertor(bypass=False, offset=-3, scale=2, shift=0),
            operands=one,
        ),
        convertor=OutputConvertor(shift=12),
    )
    kind, space = ("INT8", "INT16")[element_bytes - 1], shape if per_element else (shape[0], 1, 1)
    values, pairs, factors = drawn(rng, "INT8", shape), drawn(rng, kind, (2, *space)), drawn(rng, kind, (1, *space))
    device.put(sdp, values)
    device.put_operands(sdp, both, pairs)
    device.put_operands(sdp, one, factors)
    happened = device.play(sdp)
    assert (happened.warnings, happened.refused) == ([], [])
    first = (values.astype(np.int64) + pairs[0]) * pairs[1]
    product = first * ((factors[0].astype(np.int64) + 3) * 2)
    rounded = np.sign(product) * ((np.abs(product) + (1 << 11)) >> 12)
    assert (device.output(sdp) == np.clip(rounded, -128, 127)).all()


@pytest.mark.parametrize("precision", ["INT16", "FP16"])
def test_a_layer_adds_its_register_to_each_element(device, precision):
    shape = shape_of(device, precision)
    operand = -5 if precision == "INT16" else ONE
    sdp = device.layer(precision, shape, x2=XSettings(bypass=False, alu_bypass=False, alu_operand=operand))
    device.put(sdp, np.full(shape, 7 if precision == "INT16" else TWO, TYPES[precision]))
    device.play(sdp)
    assert (device.output(sdp) == (2 if precision == "INT16" else THREE)).all()


def test_inputs_of_16_bits_become_elements_of_8(device, rng):
    lanes = device.config.atom_bytes
    shape = (lanes + 1, 2, 3)
    sdp = device.layer("INT8", shape, convertor=OutputConvertor(shift=8))
    sdp = replace(sdp, source=replace(sdp.source, precision="INT16"))
    values = drawn(rng, "INT16", (2 * lanes, 2, 3), 1 << 14)
    assert [where.addresses.size for where in sdp.reads(device.config)] == [4 * 6], "whole pairs of surfaces"
    device.put(sdp, values)
    device.play(sdp)
    kept = values[: lanes + 1].astype(np.int64)
    assert (device.output(sdp) == np.sign(kept) * ((np.abs(kept) + 128) >> 8)).all()


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("differs", [False, True])
def test_a_comparison_writes_nothing_and_tells(device, rng, precision, differs):
    shape = (shape_of(device, precision)[0] - 1, 2, 3)
    size = np.dtype(TYPES[precision]).itemsize
    cube = device.operands("y", "ALU", (precision, shape), per_element=True, element_bytes=size)
    compare = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL, alu_source=MEMORY, operands=cube)
    convertor = OperandConvertor(bypass=precision != "FP16")
    sdp = device.layer(precision, shape, y=replace(compare, alu_convertor=convertor))
    values = drawn(rng, precision, shape)
    device.put(sdp, values)
    other = values.copy()
    other[-1, 1, 2] += differs
    device.put_operands(sdp, cube, other[None])
    happened = device.play(sdp)
    assert (happened.warnings, happened.started[0].writes) == ([], ())
    assert device.word("SDP", "D_STATUS") == differs
    assert device.word("GLB", "S_INTR_STATUS") == device.registers.GLB.S_INTR_STATUS.SDP_DONE_STATUS0.mask


def test_counts_of_floating_point_numbers(device):
    shape = (shape_of(device, "FP16")[0] - 1, 1, 2)
    values = np.full(shape, ONE, np.uint16)
    values[0, 0, 0], values[1, 0, 1], values[2, 0, 0], values[3, 0, 0] = NOT_A_NUMBER, NOT_A_NUMBER, INFINITY, 0x7BFF
    for flush in (False, True):
        sdp = device.layer("FP16", shape, nan_to_zero=flush)
        device.put(sdp, values)
        device.play(sdp, int(flush))
        counts = [device.word("SDP_RDMA", f"D_STATUS_{kind}_INPUT_NUM") for kind in ("NAN", "INF")]
        assert (counts, device.word("SDP", "D_STATUS_NAN_OUTPUT_NUM")) == ([2, 1], 0 if flush else 2)
        assert device.word("SDP", "D_PERF_OUT_SATURATION") == 2, "the infinity becomes the largest number too"


def test_what_never_counted_is_0_and_what_counted_is_kept(device, rng):
    shape = shape_of(device, "FP16")
    names = [("SDP_RDMA", "D_STATUS_NAN_INPUT_NUM"), ("SDP", "D_PERF_OUT_SATURATION"), ("SDP", "D_PERF_LUT_HYBRID")]
    off = device.layer("FP16", shape, count_saturation=False, count_lut=False)
    off = replace(off, source=replace(off.source, count=False))
    on = replace(off, source=replace(off.source, count=True), count_saturation=True, count_lut=True)
    for number, (sdp, known) in enumerate([(off, [1, 1, 1]), (on, [0, 0, 0]), (off, [0, 0, 0])]):
        device.put(sdp, drawn(rng, "INT16", shape).view(np.uint16))
        device.play(sdp, number % 2)
        registers = [device.registers.blocks[block].registers[name] for block, name in names]
        found = [device.predict(register.address).known for register in registers]
        assert found == [bool(item) for item in known] or number == 1
    assert found == [False, False, False]


def looking_up(device, precision="INT16"):
    shape = shape_of(device, precision)
    tables = LutConfig.of(precision)
    return device.layer(precision, shape, y=YSettings(bypass=False, lut_bypass=False), lut=tables)


def test_values_are_looked_up_and_counted(device, rng):
    sdp = looking_up(device)
    le, lo = (10 * np.arange(entries) for entries in device.config.table_entries.values())
    device.write_table("LE", le)
    device.write_table("LO", lo)
    values = drawn(rng, "INT16", (sdp.channels, sdp.height, sdp.width), 90)
    device.put(sdp, values)
    assert device.play(sdp).warnings == []
    # Entries are 16 apart from -100 on; LE has the value where both have.
    distance = 10 * (values.astype(np.int64) + 100)
    assert (device.output(sdp) == (distance + 8) // 16).all()


def test_lut_counts_have_a_least_value(device, rng):
    sdp = looking_up(device)
    channels = sdp.channels - 1
    sdp = replace(sdp, channels=channels)
    for table, entries in device.config.table_entries.items():
        device.write_table(table, np.arange(entries))
    device.put(sdp, drawn(rng, "INT16", (channels, sdp.height, sdp.width), 90))
    device.play(sdp)
    hit = device.registers.SDP.D_PERF_LUT_LE_HIT
    prediction, elements = device.predict(hit.address), channels * sdp.height * sdp.width
    assert prediction.mismatch(elements) is None
    assert prediction.mismatch(elements - 1) is not None
    assert prediction.mismatch(elements + 1000) is None, "the part counts what waits again"


@pytest.mark.parametrize("entries", [64, 66])
def test_a_table_that_is_not_written_whole_breaks_a_rule(device, entries):
    sdp = looking_up(device)
    device.put(sdp, np.zeros((sdp.channels, sdp.height, sdp.width), np.int16))
    device.write_table("LO", range(device.config.table_entries["LO"]))
    device.write_table("LE", range(entries))
    (warning,) = device.play(sdp).warnings
    assert "table LE was not written whole" in warning
    device.write_table("LE", range(device.config.table_entries["LE"]))
    assert device.play(sdp, 1).warnings == []


@pytest.mark.parametrize("what", ["entry", "register", "choice", "other layer"])
def test_what_a_layer_looks_up_may_not_change(device, what):
    sdp = looking_up(device)
    for table, entries in device.config.table_entries.items():
        device.write_table(table, range(entries))
    if what == "other layer":
        sdp = replace(sdp, y=YSettings(), lut=None)
    device.put(sdp, np.zeros((sdp.channels, sdp.height, sdp.width), np.int16))
    device.start(sdp)
    (layer,) = device.layers_in_flight
    block = device.registers.SDP
    if what == "register":
        device.write(block.S_LUT_INFO.address, 0)
    elif what == "choice":
        device.write(block.S_LUT_ACCESS_CFG.address, 0)
    else:
        device.write_table("LE", [1])
    raced = what in ("entry", "register")
    assert len(layer.races) == raced
    assert layer.writes[0].care.any() != raced
    if raced:
        assert "looks values up while SDP.S_LUT_" in layer.races[0]
    while device.advance():
        pass
    device.write_table("LE", [2])
    assert len(layer.races) == raced, "it has ended"


def test_what_is_written_beside_a_layer_without_look_ups_may_not_arrive(device):
    """The part has no clock for its tables then."""
    sdp, data = looking_up(device), device.registers.SDP.S_LUT_ACCESS_DATA
    for table, entries in device.config.table_entries.items():
        device.write_table(table, range(entries))
    device.put(sdp, np.zeros((sdp.channels, sdp.height, sdp.width), np.int16))
    device.start(replace(sdp, y=YSettings(), lut=None))
    (layer,) = device.layers_in_flight
    device.write_table("LO", range(5))
    assert not device.predict(data.address).known
    while device.advance():
        pass
    assert layer.writes[0].care.any(), "the layer itself looks nothing up"
    device.write_table("LO", range(5, device.config.table_entries["LO"]), first=5)

    def read_from(first):
        block = device.registers.SDP
        word = block.S_LUT_ACCESS_CFG.encode(LUT_ADDR=first, LUT_TABLE_ID="LO", LUT_ACCESS_TYPE="READ")
        device.write(block.S_LUT_ACCESS_CFG.address, word)
        return device.predict(data.address)

    assert [read_from(entry).known for entry in (0, 4, 5)] == [False, False, True]
    device.take_happened()
    happened = device.play(sdp, 1)
    (raced,) = happened.started
    assert happened.warnings == []
    assert "table LO was written while SDP ran a layer without look-ups" in raced.lead.races[0]
    assert not raced.writes[0].care.any()
    device.write_table("LO", range(device.config.table_entries["LO"]))
    (clean,) = device.play(sdp).started
    assert clean.lead.races == []
    assert clean.writes[0].care.any()


def test_a_race_before_the_partner_is_there_spoils_the_layer(device):
    sdp = looking_up(device)
    for table, entries in device.config.table_entries.items():
        device.write_table(table, range(entries))
    device.put(sdp, np.zeros((sdp.channels, sdp.height, sdp.width), np.int16))
    enable = device.registers.SDP_RDMA.D_OP_ENABLE
    held = []
    real, device.write = (
        device.write,
        lambda address, data: held.append((address, data)) if address == enable.address else real(address, data),
    )
    device.start(sdp)
    device.write = real
    assert device.layers_in_flight == []
    device.write_table("LE", [1])
    device.write(*held[0])
    (layer,) = device.layers_in_flight
    assert len(layer.lead.races) == 1
    assert not layer.writes[0].care.any()


def test_unknown_operands_make_unknown_elements(device, rng):
    shape = (shape_of(device, "INT16")[0] - 1, 1, 2)
    operands = device.operands("x1", "ALU", ("INT16", shape), per_element=False)
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands)
    sdp = device.layer("INT16", shape, x1=x1)
    device.put(sdp, drawn(rng, "INT16", shape))
    device.put_operands(sdp, operands, drawn(rng, "INT16", (1, shape[0] - 1, 1, 1)))
    device.start(sdp)
    (layer,) = device.layers_in_flight
    assert layer.unknown_reads == 2
    care = layer.writes[0].care.reshape(2, -1, 2)
    assert care[:, :-1].all()
    assert not care[:, -1].any()
    assert not device.predict(device.registers.SDP.D_PERF_OUT_SATURATION.address).known


def test_what_goes_to_pdp_stays_there(device, rng):
    shape = shape_of(device, "INT16")
    sdp = device.layer("INT16", shape, to_pdp=True)
    device.put(sdp, drawn(rng, "INT16", shape))
    device.start(sdp)
    (layer,) = device.layers_in_flight
    assert layer.writes == ()
    assert layer.flow.to == "PDP"
    while device.advance():
        pass
    assert device.layers_in_flight == [layer], "nobody takes it"


def test_a_reader_that_reads_nothing_is_needed_by_nobody(device):
    block = device.registers.SDP_RDMA
    device.write(block.D_FEATURE_MODE_CFG.address, block.D_FEATURE_MODE_CFG.encode(FLYING_MODE="ON"))
    for letter in "BNE":
        register = block.registers[f"D_{letter}RDMA_CFG"]
        device.write(register.address, register.encode(**{f"{letter}RDMA_DISABLE": "YES"}))
    device.write(block.D_OP_ENABLE.address, 1)
    (warning,) = device.take_happened().warnings
    assert "no layer needs it: it is on the fly and has no operand" in warning


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"winograd": True}, "SDP takes tiles and batches on the fly only"),
        (
            {"x1": XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY)},
            "X1: ALU of it takes operands from memory",
        ),
        ({"out_precision": "FP16"}, "SDP makes no FP16 of INT8 to FP16 from memory"),
    ],
)
def test_what_cannot_be_computed_is_refused(device, change, why):
    shape = shape_of(device, "INT8")
    happened = device.play(device.layer("INT8", shape, **change))
    assert happened.started == []
    assert [why in text for text in happened.refused] == [True]
    assert happened.warnings
