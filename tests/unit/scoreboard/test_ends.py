"""The ends of layers of several blocks: each in its own time, proven by what the pins show."""

import numpy as np
import pytest

from models.layer import EndKind
from models.nvdla.groups import group_of
from tests.toy.descriptors import WEIGHT_BYTES
from tests.toy.stages import CONV_ADDS, PDP_ADDS, SDP_ADDS
from tests.unit.scoreboard.join_bench import AT, JoinBench, bits, ended, offline


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, config):
    return JoinBench(config, request.param)


def test_three_stages_and_interrupts_at_their_own_times(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for descriptor in (bench.pdp(), bench.sdp(), bench.conv()):
        bench.program(descriptor)
    conv, pdp = bench.layers["CONV"], bench.layers["PDP"]
    streams = dict(zip(("data", "weights"), bench.reads(conv), strict=True))
    bench.send(*streams["weights"])
    bench.raised(bits("CDMA")[1])
    bench.send(*streams["data"])
    bench.raised(bits("CDMA")[0])
    bench.raised(*bits("CACC"))
    bench.raised(*bits("SDP"))
    bench.write_out(pdp)
    bench.raised(*bits("PDP"))
    assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS + PDP_ADDS) % 256).all()
    ended(bench)


def test_a_fetchs_interrupt_before_its_last_read_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    (port, beats), _ = bench.reads(bench.layers["CONV"])
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {}, "CACC's may come as soon as its flow is taken: no pin shows when"
    status = bench.device.registers.GLB.S_INTR_STATUS
    bench.read(status, status.encode(CDMA_DAT_DONE_STATUS0=1))
    assert bench.errors == {"wrong-status": 1}


def test_a_fetch_may_end_before_its_partners_are_enabled(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.conv(), ["CDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.raised(*bits("CDMA"))
    cdma = bench.device.registers.CDMA
    bench.write(cdma.S_POINTER, 0)
    bench.read(cdma.D_OP_ENABLE, 0)
    assert bench.errors == {}
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv(), ["CACC", "CMAC_A", "CMAC_B", "CSC"])
    bench.write_out(bench.layers["SDP"])
    bench.raised(*bits("CACC"), *bits("SDP"))
    ended(bench)


def test_the_end_of_the_fed_proves_that_of_its_feeder(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    bench.fetch(conv)
    bench.write_out(sdp)
    bench.raised(*bits("CDMA"), *bits("CACC"), *bits("SDP"))
    assert all(end.confirmed for layer in (conv, sdp) for end in layer.ends)
    for name in ("CSC", "CMAC_A", "CACC", "CDMA"):
        block = bench.device.registers.blocks[name]
        assert bench.device.predict(block.S_POINTER.address).allowed("CONSUMER") == {1}
        bench.read(block.S_STATUS, 0)
    ended(bench)


@pytest.mark.parametrize("unequal", [0, 1])
def test_a_layer_that_writes_nothing(bench, unequal):
    zeros = np.full(bench.size, 256 - SDP_ADDS, np.uint8)
    zeros[7] += unequal
    bench.load("DBB", AT["input"], zeros)
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    assert layer.writes == ()
    bench.fetch(layer)
    bench.raised(*bits("SDP"))
    sdp = bench.device.registers.SDP
    bench.write(sdp.S_POINTER, 0)
    bench.read(sdp.D_STATUS, unequal)
    ended(bench)


def test_a_status_that_is_wrong_at_the_end(bench):
    bench.load("DBB", AT["input"], np.full(bench.size, 256 - SDP_ADDS, np.uint8))
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    sdp = bench.device.registers.SDP
    bench.write(sdp.S_POINTER, 0)
    bench.read(sdp.D_STATUS, 1)
    assert bench.errors == {}, "it is not known while the layer runs"
    bench.fetch(layer)
    bench.raised(*bits("SDP"))
    bench.read(sdp.D_STATUS, 1)
    ended(bench, "wrong-status")
    assert bench.message("wrong-status").startswith("SDP.D_STATUS")


def test_an_interrupt_before_the_reads_of_a_layer_that_writes_nothing(bench):
    bench.load("DBB", AT["input"], np.full(bench.size, 256 - SDP_ADDS, np.uint8))
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").endswith("although SDP group 0 (layer 0) has not read all of its input")


def test_an_interrupt_edge_alone_frees_the_group(bench):
    """Software that waits for the pin, clears without reading and writes the same group at once is legal."""
    bench.filled("input")
    bench.filled("output")
    status = bench.device.registers.GLB.S_INTR_STATUS
    bench.program(bench.sdp("input", "output"))
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.interrupt()
    bench.write(status, status.encode(**dict.fromkeys(bits("SDP"), 1)))
    bench.groups = dict.fromkeys(("SDP", "SDP_RDMA"), 0)  # the group that has just run: it waits for the other one
    bench.program(bench.sdp("input", "output"))
    bench.wait(14)
    bench.pin(0)
    assert bench.device.predict(bench.device.registers.SDP.S_STATUS.address).allowed("STATUS_0") == {2}
    bench.program(bench.sdp("input", "output"))
    for group in (1, 0):
        layer = bench.device.layers_in_flight[0]
        assert group_of(layer) == group
        bench.fetch(layer)
        bench.write_out(layer)
        bench.raised(*bits("SDP", group))
    ended(bench)


def test_an_edge_with_two_causes_proves_neither(bench):
    bench.filled("input")
    bench.filled("output")
    bench.write(bench.device.registers.GLB.S_INTR_SET, 1 << 9)
    bench.program(bench.sdp("input", "output"))
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.interrupt()
    assert not any(end.confirmed for end in layer.ends)


def test_what_a_layer_ends_with_is_published(bench):
    bench.filled("input")
    bench.filled("output")
    heard = []
    bench.checker.listeners.append(heard.append)
    bench.program(bench.sdp("input", "output"))
    offline(bench)
    bench.finish()
    names = [type(event).__name__ for event in heard]
    assert names.count("Claimed") == 2
    assert names.count("Started") == names.count("Finished") == 1
    ends = [event.end for event in heard if type(event).__name__ == "Ended"]
    assert [(end.kind, end.claim.block) for end in ends] == [
        (EndKind.FREE, "SDP_RDMA"),
        (EndKind.FREE, "SDP"),
        (EndKind.RAISE, "SDP"),
    ]
    assert {"RegisterAccess", "Traffic", "InterruptEdge"} <= set(names)
    assert all(event.time_ns > 0 for event in heard if type(event).__name__ in ("Started", "Ended"))
