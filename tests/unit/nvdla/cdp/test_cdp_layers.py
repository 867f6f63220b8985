"""CDP layers on the reference device: what is written, what is counted, what must not happen meanwhile."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.counts import LUT_COUNTS
from models.nvdla.cdp.normalise import Normaliser
from models.nvdla.lut.config import LutConfig, Tables
from tests.unit.nvdla.cdp.cdp_device import TYPES, CdpDevice
from tests.unit.nvdla.cdp.plain_cdp import plain_column, plain_factor

NOT_A_NUMBER, INFINITY, ONE = 0x7C01, 0xFC00, 0x3C00


@pytest.fixture
def device(config):
    return CdpDevice(config)


def shape_of(device, precision, height=2, width=3):
    """A surface and two channels more."""
    return device.config.atom_bytes // np.dtype(TYPES[precision]).itemsize + 2, height, width


def drawn(rng, precision, shape):
    if precision == "FP16":
        return rng.uniform(-2, 2, shape).astype(np.float16).view(np.uint16)
    return rng.integers(-100, 100, shape).astype(TYPES[precision])


def tables_of(device, precision, rng):
    sizes = device.config.table_entries.values()
    return Tables(*(drawn(rng, "FP16" if precision == "FP16" else "INT16", size).view(np.int16) for size in sizes))


def squares(device, precision, rng, **fields):
    """A layer whose input and tables are in place."""
    shape = fields.pop("shape", shape_of(device, precision))
    cdp = device.layer(precision, shape, out_convertor=CdpConvertor(shift=6), **fields)
    tables, values = tables_of(device, precision, rng), drawn(rng, precision, shape)
    device.write_tables(tables)
    device.put(cdp, values)
    return cdp, tables, values


def plain(device, cdp, tables, values):
    """What single numbers give: codes, saturated ones, what was counted, all of it of all lanes."""
    how = Normaliser(
        precision=cdp.precision,
        lut=cdp.lut,
        tables=tables,
        local_size=cdp.local_size,
        nan_to_zero=cdp.nan_to_zero,
        bypass_product=cdp.bypass_product,
        in_convertor=cdp.in_convertor,
        out_convertor=cdp.out_convertor,
    )
    lanes = cdp.layout(device.config).channels
    padded = np.zeros((lanes, *values.shape[1:]), values.dtype)
    padded[: cdp.channels] = values
    columns = [plain_column(column, cdp.channels, how) for column in padded.reshape(lanes, -1).T.tolist()]
    codes = np.array([codes for codes, *_ in columns]).T.reshape(padded.shape)
    flags = np.array([flags for _, flags, _ in columns]).T.reshape(padded.shape)
    counted = {}
    for *_, counts in columns:
        for name, count in counts.items():
            counted[name] = counted.get(name, 0) + count
    return codes, flags, counted


@pytest.mark.parametrize("size", [(2, 3), (1, 1), (1, 2)])
@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
def test_a_layer_writes_what_single_numbers_give(device, rng, precision, size):
    cdp, tables, values = squares(device, precision, rng, shape=shape_of(device, precision, *size), local_size=7)
    happened = device.play(cdp)
    assert (happened.warnings, happened.refused) == ([], [])
    codes, _, counted = plain(device, cdp, tables, values)
    assert (device.output(cdp) == codes[: cdp.channels].astype(TYPES[precision])).all()
    names = {"D_PERF_LUT_UFLOW": "underflow", "D_PERF_LUT_OFLOW": "overflow", "D_PERF_LUT_LE_HIT": "le_hit"}
    assert {name: device.word(name) for name in names} == {name: counted.get(what, 0) for name, what in names.items()}
    idle = 0 if precision == "INT8" else codes.size  # counters that have no element of 16 bits
    assert device.word("D_PERF_LUT_HYBRID") == counted.get("hybrid", 0) + idle


def test_lanes_that_fill_up_the_last_atom_are_written_too(device, rng):
    cdp, tables, values = squares(device, "INT8", rng)
    device.start(cdp)
    (layer,) = device.layers_in_flight
    codes, *_ = plain(device, cdp, tables, values)
    (stream,) = layer.writes
    assert stream.care.all()
    assert (stream.data == cdp.layout(device.config).pack(codes[..., None].astype(np.int8).view(np.uint8), 0)).all()


def test_what_is_unknown_spoils_its_neighbourhood(device, rng):
    cdp, *_ = squares(device, "INT16", rng, local_size=5, shape=(shape_of(device, "INT16")[0], 1, 2))
    device.memories["DBB"].forget(np.array([device.place(cdp.source, "INT16", (1, 0, 0))], np.uint64), 2)
    device.start(cdp)
    (layer,) = device.layers_in_flight
    care = cdp.layout(device.config).unpack(layer.writes[0].care)[..., 0]
    assert [lane for lane, known in enumerate(care[:, 0, 0]) if not known] == [0, 1, 2, 3]
    assert care[:, 0, 1].all()
    assert not device.predict(device.registers.CDP.D_PERF_LUT_HYBRID.address).known


@pytest.mark.parametrize("flush", [False, True])
def test_nan_are_counted_but_for_the_last_beat_and_only_of_the_output(device, rng, flush):
    beat = max(device.config.port("DBB").data_bytes // device.config.atom_bytes, 1)
    shape = shape_of(device, "FP16", width=2 * beat)
    cdp, _, values = squares(device, "FP16", rng, shape=shape, local_size=3, nan_to_zero=flush)
    values[0, 0, 0] = values[-1, -1, -1] = NOT_A_NUMBER
    values[1, 1, 0] = INFINITY
    device.put(cdp, values)
    device.play(cdp)
    assert device.word("D_NAN_OUTPUT_NUM") == 0
    assert [device.word(f"D_{name}_INPUT_NUM") for name in ("NAN", "INF")] == [0, 0]
    device.play(cdp, 1)
    device.select(1)
    # Of the first one itself and its neighbour; the last one's lie in the last beat. Each layer shows the one before.
    assert device.word("D_NAN_OUTPUT_NUM") == (0 if flush else 2)


def test_half_a_beat_counts_what_an_earlier_layer_has_left(device, rng):
    beat = max(device.config.port("DBB").data_bytes // device.config.atom_bytes, 1)
    shape = shape_of(device, "FP16", width=1)
    clean, _, values = squares(device, "FP16", rng, shape=shape)

    def may_count_more(group):
        """Play a layer, which shows the count of the one before."""
        device.play(clean, group)
        device.select(group)
        return device.allows("D_NAN_OUTPUT_NUM", 9)

    assert not may_count_more(0)
    assert may_count_more(1) == (beat > 1)  # behind a reset nobody knows what is there
    wide, _, wide_values = squares(device, "FP16", rng, shape=shape_of(device, "FP16", width=2 * beat + 1))
    device.play(wide)
    device.put(clean, values)
    device.play(clean, 1)
    assert not may_count_more(0)  # a full beat has taken its place
    assert device.word("D_NAN_OUTPUT_NUM") == 0
    device.put(wide, np.full_like(wide_values, NOT_A_NUMBER))
    device.play(wide, 1)
    device.put(clean, values)
    device.play(clean)
    assert may_count_more(1) == (beat > 1)


@pytest.mark.parametrize(("extra", "sums"), [(-5, (30_000, 10_000, 0, 0)), (0, (30_000, 30_000, 30_000, 20_000))])
def test_integers_of_16_bits_count_in_each_step_what_the_last_one_of_8_bits_has_left(device, rng, extra, sums):
    atom = device.config.atom_bytes
    narrow, tables, values = squares(device, "INT8", rng, shape=(atom + extra, 1, 1), local_size=3)
    values[:] = 100
    device.put(narrow, values)
    device.play(narrow)
    left = Counter(plain_factor(number, narrow.lut, tables, floating=False)[1] for number in sums)
    wide = device.layer("INT16", shape_of(device, "INT16"), out_convertor=CdpConvertor(shift=6))
    values = drawn(rng, "INT16", (wide.channels, wide.height, wide.width))
    device.put(wide, values)
    for precision in ("INT16", "FP16", "INT16"):
        device.play(replace(wide, precision=precision), 1)
    device.select(1)
    codes, _, counted = plain(device, wide, tables, values)
    steps = codes.size // len(sums)

    assert {what: device.word(register) for register, what in LUT_COUNTS.items()} == {
        what: counted.get(what, 0) + steps * left[what] for what in LUT_COUNTS.values()
    }


def test_an_integer_that_saturates_counts_at_least_once_and_into_the_next_layer(device, rng):
    big = replace(squares(device, "INT16", rng)[0], out_convertor=CdpConvertor(scale=1 << 12))
    calm = replace(big, out_convertor=CdpConvertor(shift=30))
    shape = big.channels, big.height, big.width
    values = np.zeros(shape, np.int16)
    device.write_tables()
    for layer, group, exact in ((calm, 0, True), (big, 1, False), (calm, 0, True)):
        values[0, 0, 0] = 100  # far above both tables, which end with small numbers
        device.put(layer, values)
        device.play(layer, group)
        device.select(group)
        assert device.allows("D_OUT_SATURATION", 1000) != exact
        assert device.allows("D_OUT_SATURATION", 0) == exact
    values[-1, -1, -1] = 100
    device.put(big, values)
    device.play(replace(big, local_size=3), 1)
    device.play(calm)
    device.select(0)
    assert device.allows("D_OUT_SATURATION", 0)


def test_the_largest_floating_point_numbers_count_as_saturated(device, rng):
    cdp, tables, values = squares(device, "FP16", rng)
    values[:] = 0x7BFF
    device.put(cdp, values)
    device.play(cdp)
    _, flags, _ = plain(device, cdp, tables, values)
    assert device.word("D_OUT_SATURATION") == flags.sum()


def test_stalls_are_counted_by_their_own_switch_and_never_cleared(device, rng):
    cdp, *_ = squares(device, "INT8", rng)
    block = device.registers.CDP
    for group, switch in enumerate(("LUT_EN", "DMA_EN")):
        device.write(block.S_POINTER.address, group)
        device.write(block.D_PERF_ENABLE.address, block.D_PERF_ENABLE.encode(**{switch: "ENABLE"}))
        layer = replace(cdp, count_lut=switch == "LUT_EN")
        for part in reversed(layer.encode(device.registers, device.config)):
            words = dict(part.words[0])
            words.pop("D_PERF_ENABLE", None)
            target = device.registers.blocks[part.block]
            device.write(target.S_POINTER.address, group)
            for name, word in words.items():
                device.write(target.registers[name].address, word)
            device.write(target.D_OP_ENABLE.address, 1)
        while device.advance():
            pass
        device.write(block.S_POINTER.address, group)
        assert device.allows("D_PERF_WRITE_STALL", 5) == (switch == "DMA_EN")


@pytest.mark.parametrize("entries", [64, 66])
def test_a_table_that_is_not_written_whole_breaks_a_rule(device, rng, entries):
    cdp, *_ = squares(device, "INT8", rng)
    block = device.registers.CDP
    device.write(
        block.S_LUT_ACCESS_CFG.address, block.S_LUT_ACCESS_CFG.encode(LUT_TABLE_ID="LE", LUT_ACCESS_TYPE="WRITE")
    )
    for entry in range(entries):
        device.write(block.S_LUT_ACCESS_DATA.address, entry)
    warnings = device.play(cdp).warnings
    assert ["table LE was not written whole" in text for text in warnings] == [True]
    device.write_tables()
    assert device.play(cdp, 1).warnings == []


@pytest.mark.parametrize("what", ["entry", "register"])
def test_what_a_layer_looks_up_may_not_change(device, rng, what):
    cdp, *_ = squares(device, "INT8", rng)
    device.start(cdp)
    (layer,) = device.layers_in_flight
    if what == "register":
        device.write(device.registers.CDP.S_LUT_LE_START_LOW.address, 0)
    else:
        device.write_tables()
    assert layer.races
    assert "looks values up while CDP.S_LUT_" in layer.races[0]
    assert not layer.writes[0].care.any()


def test_tables_are_those_of_the_claim(device, rng):
    cdp, *_ = squares(device, "INT8", rng)
    device.start(cdp, only=("CDP",))
    assert device.layers_in_flight == []
    device.write_tables()
    device.start(cdp, only=("CDP_RDMA",))
    (layer,) = device.layers_in_flight
    assert len(layer.lead.races) == 1
    assert not layer.writes[0].care.any()


def test_both_blocks_end_with_the_layer(device, rng):
    cdp, *_ = squares(device, "INT8", rng)
    device.start(cdp)
    end = device.advance()
    assert end.bit == "CDP_DONE_STATUS0"
    happened = device.take_happened()
    assert {str(item.claim.block) for item in happened.ended} == {"CDP", "CDP_RDMA"}
    assert [layer.stage for layer in happened.finished] == ["CDP"]


def test_a_start_that_22_bits_do_not_hold_is_not_compared(device, rng):
    cdp, *_ = squares(device, "INT8", rng)
    lut = LutConfig.of("INT8", exponential=True)
    far = replace(lut, lo=replace(lut.lo, start=lut.lo.start + (1 << 22), end=lut.lo.end + (1 << 22)))
    cdp = replace(cdp, lut=far)
    device.start(cdp)
    (layer,) = device.layers_in_flight
    assert not layer.writes[0].care.any()
    assert ["starts at 4194204, of INT8" in text for text in device.take_happened().warnings] == [True]


@pytest.mark.parametrize("register", ["CDP.D_DATA_FORMAT", "CDP_RDMA.D_DATA_FORMAT"])
def test_a_reserved_precision_is_refused(device, rng, register):
    cdp, *_ = squares(device, "INT8", rng)
    block, name = register.split(".")
    target = device.registers.blocks[block].registers[name]
    real = device.write
    device.write = lambda address, data: real(address, 3 if address == target.address else data)
    device.start(cdp)
    assert device.take_happened().refused
    assert device.layers_in_flight == []


def test_tables_are_looked_up_as_floating_point_numbers(device):
    shape = (1, 1, 1)
    cdp = device.layer("FP16", shape, bypass_squares=True, bypass_product=True)
    sizes = device.config.table_entries.values()
    device.write_tables(Tables(*(np.full(size, ONE, np.uint16).view(np.int16) for size in sizes)))
    device.put(cdp, np.array([[[0]]], np.uint16))
    assert device.play(cdp).warnings == []
    assert device.output(cdp).tolist() == [[[ONE]]]


def test_the_reader_waits_for_cdp_as_long_as_it_takes(device, rng):
    cdp, *_ = squares(device, "INT8", rng)
    device.start(cdp, only=("CDP_RDMA",))
    (claim,) = device.claims_waiting
    device.allow(claim.free)  # all has been read
    enable = device.registers.CDP_RDMA.D_OP_ENABLE
    prediction = device.predict(enable.address)
    assert [prediction.mismatch(word) for word in (0, 1)] == [None, None]
    assert not claim.free.prompt, "nobody says that it must have ended by now"
