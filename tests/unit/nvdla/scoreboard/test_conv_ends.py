"""How convolutions end whose last read is for a beat that was read before: when nobody can say before SDP's end."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.constructor import INPUT_AT, WEIGHTS_AT, small_conv
from models.nvdla.conv.parts import Kernel, Padding
from tests.unit.nvdla.models.convolutions import with_partner
from tests.unit.nvdla.scoreboard.bench import Bench

CONFIG = CONFIGS["nv_full"]
LONG, MEMORY_BYTES = 5000, 1 << 12
DATA, WEIGHTS = "CDMA_DAT_DONE_STATUS0", "CDMA_WT_DONE_STATUS0"
BEHIND = "CACC_DONE_STATUS0", "SDP_DONE_STATUS0"


@pytest.fixture(params=[1, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    return Bench(CONFIG, batch=request.param)


def start(bench, width):
    """Start a convolution of two lines and its SDP layer; returns CDMA's claim and SDP's layer."""
    point = {"kernel": Kernel(height=1, width=1), "padding": Padding()}
    conv = small_conv(CONFIG, "INT8", channels=CONFIG.atom_bytes, height=2, width=width, **point)
    for address in (INPUT_AT, WEIGHTS_AT):
        bench.load("DBB", address, bench.rng.integers(0, 256, MEMORY_BYTES, np.uint8))
    bench.device.pass_cycles(CONFIG.cbuf_flush_cycles)
    parts = [part for item in with_partner(conv, CONFIG) for part in item.encode(bench.device.registers, CONFIG)]
    for part in reversed(parts):
        block = bench.device.registers.blocks[part.block]
        for name, word in (*part.words[0].items(), ("D_OP_ENABLE", 1)):
            bench.write(block.registers[name], word)
    layer, sdp = bench.device.layers_in_flight
    return next(claim for claim in layer.claims if claim.block == "CDMA"), sdp


def read_status(bench, *bits):
    register = bench.device.registers.GLB.S_INTR_STATUS
    bench.read(register, register.encode(**dict.fromkeys(bits, 1)))


def see_each_beat(bench, cdma):
    """Read each beat once, weights first; returns those of data, of which the last one may be read again."""
    (port, data), (_, weights) = sorted(bench.reads(cdma), key=lambda item: item[1]["axi_id"][0])
    bench.send(port, weights)
    bench.interrupt()
    bench.send(port, data)
    bench.wait(LONG)
    return port, data


def test_the_interrupt_may_come_long_after_each_beat_was_seen(bench):
    cdma, _ = start(bench, width=1)
    port, data = see_each_beat(bench, cdma)
    read_status(bench, WEIGHTS)
    bench.read(bench.device.registers.CDMA.S_STATUS, 1)
    bench.send(port, data)
    bench.wait(LONG)
    read_status(bench, WEIGHTS, DATA)
    assert bench.errors == {}


def test_it_is_due_when_the_last_beat_was_new(bench):
    cdma, _ = start(bench, width=2)
    see_each_beat(bench, cdma)
    read_status(bench, WEIGHTS)
    assert bench.errors == {"wrong-status": 1}


@pytest.mark.parametrize("lost", [False, True])
def test_it_has_come_when_sdp_has_ended(bench, lost):
    cdma, sdp = start(bench, width=1)
    see_each_beat(bench, cdma)
    bench.run(sdp)
    bench.wait(LONG)
    read_status(bench, WEIGHTS, *(() if lost else (DATA,)), *BEHIND)
    assert bench.errors == ({"wrong-status": 1} if lost else {})
