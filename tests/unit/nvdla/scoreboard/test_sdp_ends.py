"""How SDP layers end that read memory: their data paths are not done before the last read, and may wait for writes."""

from dataclasses import replace

import pytest

from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, YSettings
from tests.unit.nvdla.sdp.sdp_device import SOURCE, SdpDevice

LONG = 5000
MEMORY_BYTES = 1 << 13


@pytest.fixture
def layers(config):
    return SdpDevice(config)


def play(bench, sdp):
    """Start a layer of INT16; returns it."""
    for operands in [operator.operands for _, operator in sdp.operators if operator.operands]:
        bench.load("DBB", operands.side.address, bench.rng.integers(0, 256, MEMORY_BYTES, "u1"))
    bench.load("DBB", SOURCE, bench.rng.integers(0, 256, MEMORY_BYTES, "u1"))
    for part in reversed(sdp.encode(bench.device.registers, bench.hw)):
        block = bench.device.registers.blocks[part.block]
        for name, word in (*part.words[0].items(), ("D_OP_ENABLE", 1)):
            bench.write(block.registers[name], word)
    (layer,) = bench.device.layers_in_flight
    return layer


def enabled(bench, block="SDP"):
    """What its enable may read."""
    return set(bench.device.predict(bench.device.registers.blocks[block].D_OP_ENABLE.address).allowed("OP_EN"))


def test_the_data_path_works_until_the_last_read_and_perhaps_longer(bench, layers):
    layer = play(bench, layers.layer("INT16", (3, 2, 2)))
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    bench.wait(LONG)
    assert (enabled(bench), enabled(bench, "SDP_RDMA")) == ({1}, {1})
    bench.send(port, beats[-1:])
    bench.wait(LONG)
    assert (enabled(bench), enabled(bench, "SDP_RDMA")) == ({0, 1}, {0, 1})
    for where, beats in bench.writes(layer):
        bench.send(where, beats)
        bench.send(where, bench.responses(where, beats))
    bench.wait(LONG)
    assert (enabled(bench), enabled(bench, "SDP_RDMA")) == ({0}, {0})
    assert set(bench.errors) == {"lost-interrupt"}, "nobody raised the pin"


def test_an_interrupt_edge_alone_frees_the_groups(bench, layers):
    """It proves that both blocks are done: their pointers stand on the other group."""
    layer = play(bench, layers.layer("INT16", (3, 2, 2)))
    bench.run(layer)
    assert (enabled(bench), enabled(bench, "SDP_RDMA")) == ({0, 1}, {0, 1})
    bench.interrupt()
    for name in ("SDP", "SDP_RDMA"):
        block = bench.device.registers.blocks[name]
        assert enabled(bench, name) == {0}
        assert bench.device.predict(block.S_POINTER.address).allowed("CONSUMER") == {1}
        bench.read(block.S_STATUS, 0)
    assert bench.errors == {}


def test_a_comparison_ends_with_its_last_read(bench, layers):
    lanes = bench.hw.atom_bytes // 2
    operands = layers.operands("y", "ALU", ("INT16", (lanes, 2, 2)), per_element=True)
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL, alu_source=MEMORY, operands=operands)
    layer = play(bench, layers.layer("INT16", (lanes, 2, 2), y=y))
    for port, beats in bench.reads(layer):
        assert enabled(bench) == {1}
        bench.send(port, beats)
    bench.interrupt()
    status = bench.device.registers.GLB.S_INTR_STATUS
    bench.read(status, status.encode(SDP_DONE_STATUS0=1))
    assert enabled(bench) == {0}
    bench.read(bench.device.registers.SDP.D_STATUS, 0)
    assert bench.errors == {"wrong-status": 1}


def test_a_comparison_may_end_long_after_each_beat_was_seen(bench, layers):
    """Where lines have a beat in common, or lie on top of each other as here, the last read shows nothing new."""
    lanes = bench.hw.atom_bytes // 2
    operands = layers.operands("y", "ALU", ("INT16", (lanes, 2, 2)), per_element=False)
    y = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL, alu_source=MEMORY, operands=operands)
    sdp = layers.layer("INT16", (lanes, 2, 2), y=y)
    on_top = replace(sdp.source.side, line_stride_bytes=0)
    layer = play(bench, replace(sdp, source=replace(sdp.source, side=on_top)))
    for port, beats in bench.reads(layer):
        bench.send(port, beats)
    bench.wait(LONG)
    bench.read(bench.device.registers.GLB.S_INTR_STATUS, 0)
    assert set(bench.errors) <= {"broken-rule"}
