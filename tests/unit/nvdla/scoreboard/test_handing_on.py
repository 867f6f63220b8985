"""When SDP ends that hands results on: half an atom of INT8, or one of 16 bits, may stand in the link to PDP."""

from dataclasses import replace

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.window import Window
from tests.unit.nvdla.scoreboard.bench import Bench
from tests.unit.nvdla.scoreboard.test_sdp_ends import LONG, enabled, play
from tests.unit.nvdla.sdp.sdp_device import OUTPUT, SdpDevice

ENDED, BUSY = {0, 1}, {1}
"""What an enable reads when the data path may be done, and when it is not."""


@pytest.fixture
def layers(config):
    return SdpDevice(config)


def lanes(bench, precision):
    return bench.hw.atom_bytes // (1 if precision == "INT8" else 2)


def handed_on(bench, layers, precision="INT16", width=1, **fields):
    """An SDP layer of one surface that has read all of its input; nobody takes what it hands on."""
    layer = play(bench, layers.layer(precision, (lanes(bench, precision), 1, width), to_pdp=True, **fields))
    for port, beats in bench.reads(layer):
        bench.send(port, beats)
    bench.wait(LONG)
    return layer


def take(bench, layers, precision="INT16", width=1):
    """PDP takes what was handed on, and writes it."""
    side = layers.side(OUTPUT, 1, 1, width)
    pdp = Pdp.of(bench.hw, precision, Window(kernel=1), Window(kernel=1), columns=(width,), lines=1)
    pdp = replace(pdp, channels=lanes(bench, precision), source=None, destination=side, method="MAX")
    block = bench.device.registers.PDP
    for part in pdp.encode(bench.device.registers, bench.hw):
        for name, word in part.words[0].items() if part.block == "PDP" else ():
            bench.write(block.registers[name], word)
    bench.write(block.D_OP_ENABLE, 1)
    (layer,) = (layer for layer in bench.device.layers_in_flight if layer.stage == "PDP")
    return layer


def status(bench):
    """What the bit of SDP's first group may read."""
    register = bench.device.registers.GLB.S_INTR_STATUS
    return set(bench.device.predict(register.address).allowed("SDP_DONE_STATUS0"))


@pytest.mark.parametrize("precision", ["INT16", "FP16"])
def test_one_atom_of_16_bits_stands_in_the_link(bench, layers, precision):
    layer = handed_on(bench, layers, precision)
    assert (enabled(bench), status(bench)) == (ENDED, {0, 1})
    bench.interrupt()
    assert (enabled(bench), bench.errors, bench.device.layers_in_flight) == ({0}, {}, [])
    fed = take(bench, layers, precision)
    assert fed.feeder is layer


@pytest.mark.parametrize(("precision", "width"), [("INT16", 2), ("INT8", 1)])
def test_more_waits_for_pdp(bench, layers, precision, width):
    handed_on(bench, layers, precision, width)
    assert (enabled(bench), status(bench)) == (BUSY, {0})
    take(bench, layers, precision, width)
    assert (enabled(bench), status(bench)) == (ENDED, {0, 1})


@pytest.mark.parametrize(
    ("name", "width", "ends"),
    [("nv_large", 1, True), ("nv_large", 2, False), ("nv_medium_1024_full", 1, False), ("nv_small", 1, False)],
)
def test_room_for_an_atom_of_8_bits_is_a_feature(name, width, ends):
    hw = CONFIGS[name]
    bench = Bench(hw, batch=1)
    handed_on(bench, SdpDevice(hw), "INT8", width)
    assert (enabled(bench), status(bench)) == ((ENDED, {0, 1}) if ends else (BUSY, {0}))


def test_an_interrupt_before_pdp_has_taken_enough_is_found(bench, layers):
    handed_on(bench, layers, width=2)
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").endswith("although SDP group 0 (layer 0) hands on what nobody has taken")


def test_an_interrupt_before_the_last_read_is_found(bench, layers):
    play(bench, layers.layer("INT16", (lanes(bench, "INT16"), 1, 1), to_pdp=True))
    assert (enabled(bench), status(bench)) == (BUSY, {0})
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
