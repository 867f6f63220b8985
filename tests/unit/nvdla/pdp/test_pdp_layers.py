"""PDP layers on the reference device: all methods, strips, on the fly, statuses, ends, and what is refused."""

import re
from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.pdp.aspects import FLYING, SPLIT_IN_TWO, WHOLE
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average, PadValues, Window
from models.nvdla.rules import check_layer
from sequences.nvdla.pdp.draw import MODES, draw_pdp, packed
from tests.unit.nvdla.pdp.pdp_device import PdpDevice, lanes_of, plain_pooled
from tests.unit.nvdla.sdp.sdp_device import SOURCE

NOT_A_NUMBER, OTHER_NAN, INFINITY, ONE = 0x7C01, 0xFE00, 0x7C00, 0x3C00
CODES = np.array([0, 0x8000, 1, 0x8001, 0x3FF, 0x400, ONE, 0xBC00, 0x7BFF, INFINITY, 0xFC00, NOT_A_NUMBER, OTHER_NAN])


@pytest.fixture
def device(config):
    return PdpDevice(config)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def elements(rng, pdp, config):
    """Elements for whole atoms; of FP16 one in eight is of a special kind."""
    shape = lanes_of(config, pdp), pdp.height, pdp.width
    if pdp.precision != "FP16":
        bits = 8 if pdp.precision == "INT8" else 16
        return rng.integers(-(1 << bits - 1), 1 << bits - 1, shape)
    usual = rng.normal(size=shape).astype(np.float16).view(np.uint16)
    return np.where(rng.integers(8, size=shape), usual, rng.choice(CODES, shape)).astype(np.uint16)


def flushed(pdp, values):
    """What is pooled of elements in memory."""
    nan = (values & 0x7FFF) > INFINITY
    return np.where(nan & (pdp.nan_to_zero and pdp.precision == "FP16"), 0, values)


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != FLYING])
def test_a_layer_pools_each_window(device, rng, mode, method, precision):
    for _ in range(2):
        pdp = device.placed(draw_pdp(rng, device.config, mode, method, precision))
        assert check_layer(pdp, device.config) == []
        values = elements(rng, pdp, device.config)
        device.put_input(pdp, values)
        device.reset()
        happened = device.play(pdp)
        assert (happened.warnings, happened.refused) == ([], [])
        assert (device.pooled(pdp) == plain_pooled(pdp, flushed(pdp, values))).all()


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("method", METHODS)
def test_what_sdp_hands_on_is_pooled(device, rng, method, precision):
    pdp = device.placed(replace(draw_pdp(rng, device.config, FLYING, method, precision), nan_to_zero=True))
    values = elements(rng, pdp, device.config)
    if precision == "FP16":
        values &= 0xBFFF  # neither infinities nor NaN, which SDP changes
    shape = pdp.channels, pdp.height, pdp.width
    sdp = device.layer(precision, shape, to_pdp=True)
    device.put_input(replace(pdp, source=sdp.source.side), values)
    device.start(pdp)
    happened = device.play(sdp)
    assert (happened.warnings, happened.refused) == ([], [])
    assert [layer.stage for layer in happened.started] == ["SDP", "PDP"]
    assert [layer.stage for layer in happened.finished] == ["SDP", "PDP"]
    assert (device.pooled(pdp) == plain_pooled(pdp, values)).all()


@pytest.mark.parametrize("mode", [WHOLE, SPLIT_IN_TWO])
def test_the_derivation_of_an_average_shows_its_sums(device, rng, mode):
    pdp = device.placed(draw_pdp(rng, device.config, mode, AVERAGE, "INT16"))
    values = elements(rng, pdp, device.config)
    device.put_input(pdp, values)
    (layer,) = device.play(pdp).started
    layout, plain = pdp.layout(device.config), plain_pooled(pdp, values)
    for index in [(0, 0, 0), (len(plain) - 1, pdp.out_height - 1, pdp.out_width - 1)]:
        steps = list(layer.derivation.written(0, layout.address_of(*index)))
        rows = [step for step in steps if step.what.startswith("sum of line ")]
        read, above = [int(step.value.split()[0]) for step in steps if step.unit == "PDP_RDMA"], pdp.average.pads.values
        columns, lines = len(read) // len(rows), len(rows)
        sums = np.array(read).reshape(lines, columns).sum(1)
        sums = [int(one) + (above[pdp.x.kernel - columns] if columns < pdp.x.kernel else 0) for one in sums]
        assert [int(step.value) for step in rows] == sums
        (total,) = (int(step.value) for step in steps if step.what.startswith("sum of lines"))
        assert total == sum(sums) + (above[pdp.y.kernel - lines] * pdp.x.kernel if lines < pdp.y.kernel else 0)
        assert int(steps[-1].value.split()[0]) == plain[index]


def test_the_way_on_the_fly_begins_with_that_of_what_comes_out(device, rng):
    pdp = device.placed(draw_pdp(rng, device.config, FLYING, "MAX", "INT8"))
    sdp = device.layer("INT8", (pdp.channels, pdp.height, pdp.width), to_pdp=True)
    device.put_input(replace(pdp, source=sdp.source.side), elements(rng, pdp, device.config))
    device.start(pdp)
    layer = device.play(sdp).started[-1]
    first, *others = layer.derivation.written(0, pdp.destination.address)
    (chosen,) = (step for step in others if step.what.endswith(", as above"))
    assert first.unit == "SDP_RDMA"
    assert re.search(r"h \d+, w \d+", first.what)[0] in chosen.what
    assert (chosen.unit, chosen.value) == ("SDP", others[-1].value)


def point(config, precision, **changes):
    """A maximum of single elements, of a whole surface."""
    size = {"INT8": 1}.get(precision, 2)
    x = Window(kernel=1)
    pdp = Pdp.of(config, precision, x, x)
    pdp = replace(pdp, method="MAX", channels=config.atom_bytes // size, average=Average())
    return packed(replace(pdp, **changes), config)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"width": 4}, "width 4 of PDP is 3 in the SDP layer that feeds it"),
        ({"height": 3}, "height 3 of PDP is 2 in the SDP layer that feeds it"),
        ({"channels": 1}, "channels 1 of PDP is "),
        ({"precision": "FP16"}, "precision FP16 of PDP is INT16 in the SDP layer that feeds it"),
    ],
)
def test_a_cube_that_sdp_does_not_make_is_refused(device, changes, why):
    pdp = point(device.config, "INT16", source=None)
    sdp = device.layer("INT16", (pdp.channels, pdp.height, pdp.width), to_pdp=True)
    device.put(sdp, np.zeros((sdp.channels, sdp.height, sdp.width), np.int16))
    wrong = replace(pdp, **changes)
    wrong = packed(replace(wrong, out_height=wrong.height, out_width=wrong.width), device.config)
    device.start(device.placed(wrong))
    happened = device.play(sdp)
    assert [why in text for text in happened.warnings] == [True]
    assert [layer.stage for layer in happened.started] == ["SDP"]
    assert ["its blocks disagree" in text for text in happened.refused] == [True]


def test_strips_and_what_pdp_rdma_reads_must_agree(device, rng):
    pdp = device.placed(draw_pdp(rng, device.config, "split2", "MAX", "INT8"))
    device.put_input(pdp, elements(rng, pdp, device.config))
    reader = device.registers.PDP_RDMA.D_PARTIAL_WIDTH_IN
    real = device.write
    device.write = lambda address, data: real(address, data ^ (1 if address == reader.address else 0))
    (warning,) = device.play(pdp).warnings
    assert "PDP.D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN_FIRST" in warning
    device.write = real


def test_a_layer_that_is_not_split_is_read_whole_whatever_its_strips_say(device, rng):
    pdp = device.placed(draw_pdp(rng, device.config, "whole", "MAX", "INT8"))
    values = elements(rng, pdp, device.config)
    device.put_input(pdp, values)
    for block in (device.registers.PDP_RDMA, device.registers.PDP):
        device.write(block.D_PARTIAL_WIDTH_IN.address, 0x3FF if block.name == "PDP" else 0)
    happened = device.play(pdp)
    assert (happened.warnings, happened.refused) == ([], [])
    assert (device.pooled(pdp) == plain_pooled(pdp, values)).all()


def test_the_reader_waits_for_pdp_as_long_as_it_takes(device, rng):
    pdp = device.placed(draw_pdp(rng, device.config, WHOLE, AVERAGE, "INT8"))
    device.start(pdp)
    (layer,) = device.layers_in_flight
    (claim,) = (claim for claim in layer.claims if claim.block == "PDP_RDMA")
    device.allow(claim.free)  # all has been read
    prediction = device.predict(device.registers.PDP_RDMA.D_OP_ENABLE.address)
    assert [prediction.mismatch(word) for word in (0, 1)] == [None, None]
    assert not claim.free.prompt, "nobody says that it must have ended by now"


def test_a_reader_on_the_fly_is_needed_by_nobody(device):
    block = device.registers.PDP_RDMA
    device.write(block.D_OP_ENABLE.address, 1)
    (warning,) = device.take_happened().warnings
    assert "no layer needs it: it is on the fly" in warning


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"out_height": 1}, "lines make 2 lines of output, not 1"),
        ({"out_width": 2}, "3 columns make 3 columns of output, not 2"),
        (
            {"strips": Strips(count=2, first_in=2, first_out=2, last_out=2)},
            "its strips have 4 columns of output, not 3",
        ),
        ({"x": Window(kernel=1, before=1), "out_width": 4}, "windows lie in the padding alone along its width"),
        ({"strips": Strips(count=2, first_in=2, first_out=1, last_out=2)}, "strip 0: 2 columns make 2 columns"),
        ({"method": "0x3"}, "0x3 of precision INT8 is reserved"),
        ({"precision": "0x3"}, "precision 0x3 is reserved"),
    ],
)
def test_what_is_not_settled_is_refused(device, changes, why):
    pdp = device.placed(point(device.config, "INT8"))
    device.put_input(pdp, np.zeros((device.config.atom_bytes, pdp.height, pdp.width)))
    happened = device.play(replace(pdp, **changes))
    assert happened.started == []
    assert happened.warnings
    assert why in happened.refused[0]


def test_unknown_elements_make_unknown_windows(device):
    x = Window(kernel=2)
    pdp = Pdp.of(device.config, "INT16", x, Window(kernel=1))
    pdp = device.placed(packed(replace(pdp, channels=device.config.atom_bytes // 2), device.config))
    device.put_input(replace(pdp, height=1), np.ones((pdp.channels, 1, pdp.width)))
    device.start(pdp)
    (layer,) = device.layers_in_flight
    care = layer.writes[0].care.reshape(pdp.out_height, pdp.out_width, -1)
    assert care[0].all()
    assert not care[1:].any()
    while device.advance():
        pass
    assert not device.predict(device.registers.PDP.D_NAN_OUTPUT_NUM.address).known


def allowed(device, name):
    """What a count may be."""
    register = device.registers.PDP.registers[name]
    prediction = device.predict(register.address)
    assert prediction.known
    return {number for number in range(700) if prediction.mismatch(number) is None}


def beat_atoms(config):
    return max(port.data_bytes for port in config.ports.values()) // config.atom_bytes


def test_nan_are_counted_but_for_those_of_the_last_beat(device):
    beat = beat_atoms(device.config)
    pdp = replace(point(device.config, "FP16"), width=2 * beat, out_width=2 * beat)
    pdp = device.placed(packed(pdp, device.config))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), NOT_A_NUMBER))
    device.play(pdp)
    assert allowed(device, "D_NAN_OUTPUT_NUM") == {pdp.channels * (pdp.height * pdp.width - beat)}
    assert allowed(device, "D_NAN_INPUT_NUM") == allowed(device, "D_INF_INPUT_NUM") == {0}


def play_integers(device, code, group, width=4):
    """Play a layer that writes one value only."""
    pdp = replace(point(device.config, "INT16"), width=width, out_width=width)
    pdp = device.placed(packed(pdp, device.config))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), code))
    device.play(pdp, group)


@pytest.mark.parametrize(
    ("before", "known"),
    [
        pytest.param((), False, id="nothing"),
        pytest.param((ONE,), True, id="no-nan"),
        pytest.param((ONE, NOT_A_NUMBER), False, id="nan"),
        pytest.param((NOT_A_NUMBER, ONE), True, id="no-nan-behind-nan"),
        pytest.param((ONE, None), False, id="no-nan-before-a-reset"),
    ],
)
def test_a_beat_that_is_not_full_counts_what_was_there_before(config, before, known):
    device = PdpDevice(config)
    played = 0
    for code in before:
        if code is None:
            device.reset()
            played = 0
        else:
            play_integers(device, code, played % 2)
            played += 1
    pdp = replace(point(config, "FP16"), width=1, out_width=1)
    pdp = device.placed(packed(pdp, config))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), ONE))
    device.play(pdp, played % 2)
    device.write(device.registers.PDP.S_POINTER.address, played % 2)
    most = 0 if known else pdp.channels * (pdp.height - 1) * (-1 % beat_atoms(config))
    assert allowed(device, "D_NAN_OUTPUT_NUM") == set(range(most + 1))


@pytest.mark.parametrize("width", [1, 3])
def test_the_first_full_beat_takes_the_place_of_what_was_there(config, width):
    device = PdpDevice(config)
    play_integers(device, NOT_A_NUMBER, 0)
    play_integers(device, ONE, 1, width=width)
    pdp = device.placed(packed(replace(point(config, "FP16"), width=1, out_width=1), config))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), ONE))
    device.play(pdp)
    beat = beat_atoms(config)
    most = pdp.channels * (pdp.height - 1) * (-1 % beat) if width < beat else 0
    assert allowed(device, "D_NAN_OUTPUT_NUM") == set(range(most + 1))


def test_a_line_with_a_full_beat_shows_nothing_of_layers_before(config):
    device = PdpDevice(config)
    play_integers(device, NOT_A_NUMBER, 0)
    pdp = device.placed(packed(replace(point(config, "FP16"), width=3, out_width=3), config))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), ONE))
    device.play(pdp, 1)
    device.write(device.registers.PDP.S_POINTER.address, 1)
    assert allowed(device, "D_NAN_OUTPUT_NUM") == {0}


def test_reciprocals_beyond_the_kernels_wrap(device):
    pdp = replace(point(device.config, "INT8"), method="AVERAGE")
    most = (1 << 17) - 1
    pdp = device.placed(replace(pdp, average=Average(recip_width=most, recip_height=1 << 16)))
    device.put_input(pdp, np.full((pdp.channels, pdp.height, pdp.width), 100))
    (warning,) = device.play(pdp).warnings
    assert "RECIP_KERNEL_WIDTH 131071 is more than 65536 / 1, at most 65536" in warning
    assert (device.pooled(pdp) == 200 - 128).all(), "of a number that is not negative the part keeps 7 bits"


def test_padded_sums_keep_the_parts_bits(device):
    pads = PadValues(one=1 << 10)
    x = Window(kernel=2, before=1)
    pdp = Pdp.of(device.config, "INT8", x, Window(kernel=1), columns=(1,))
    pdp = replace(pdp, average=Average(recip_width=1 << 16, recip_height=1 << 16, pads=pads), channels=1)
    pdp = device.placed(packed(pdp, device.config))
    device.put_input(pdp, np.full((device.config.atom_bytes, pdp.height, pdp.width), 3))
    device.play(pdp)
    assert (device.pooled(pdp) == 3).all(), "11 bits of 1027"


def test_the_end_of_a_layer_frees_both_blocks_and_interrupts(device):
    pdp = device.placed(point(device.config, "INT8"))
    device.put_input(pdp, np.zeros((pdp.channels, pdp.height, pdp.width)))
    ended = [str(end) for end in device.play(pdp).ended]
    reader, unit = "the end of PDP_RDMA group 0 (PDP group 0 (layer 0))", "PDP group 0 (layer 0)"
    assert ended == [reader, f"the end of {unit}", f"PDP_DONE_STATUS0 {unit}"]
    assert device.read(device.registers.PDP_RDMA.S_STATUS.address) == 0


def test_messages_name_the_column_of_the_whole_input(device, rng):
    pdp = device.placed(draw_pdp(rng, device.config, "split2", "MAX", "INT8"))
    _, second = pdp.reads(device.config)
    first = int(second.addresses[0])
    column = pdp.strips.first_in - pdp.x.overlap
    assert first == SOURCE + column * device.config.atom_bytes
    assert second.describe(first) == f"input of strip 1 [c 0, h 0, w {column}]"
