"""Blocks that make a layer together: whatever order software and pins take, and what happens in between."""

import numpy as np
import pytest

from models.nvdla.groups import group_of
from tb.memory.traffic import TrafficKind
from tests.toy.descriptors import WEIGHT_BYTES
from tests.toy.stages import CONV_ADDS, SDP_ADDS
from tests.unit.scoreboard.join_bench import AT, JoinBench, bits, ended, offline


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, config):
    return JoinBench(config, request.param)


@pytest.mark.parametrize("order", [("SDP_RDMA", "SDP"), ("SDP", "SDP_RDMA")])
def test_a_read_unit_and_its_partner_join_in_either_order(bench, order):
    data = bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), order[:1])
    assert bench.device.layers_in_flight == []
    bench.program(bench.sdp("input", "output"), order[1:])
    layer = offline(bench)
    assert [claim.block for claim in layer.claims] == ["SDP", "SDP_RDMA"]
    assert (bench.result() == (data + SDP_ADDS) % 256).all()
    ended(bench)


def test_a_read_unit_may_read_before_its_partner_is_enabled(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    assert not claim.free.allowed, "nothing has taken what it read"
    bench.wait(500)
    bench.program(bench.sdp("input", "output"), ["SDP"])
    (layer,) = bench.device.layers_in_flight
    bench.write_out(layer)
    bench.raised(*bits("SDP"))
    ended(bench)


def test_a_read_before_any_claim_is_stray(bench):
    bench.filled("input")
    bench.program(bench.sdp("input", "output"), ["SDP"])
    where = np.array([AT["input"]], np.uint64)
    bench.send("DBB", bench._beats("DBB", TrafficKind.READ, bench.hw.read_ids["SDP"], where))
    assert bench.errors == {"stray-read": 1}


def test_pointers_that_drifted_apart(bench):
    """The first layer is fed and does not use SDP_RDMA: the second has SDP's group 1 and SDP_RDMA's group 0."""
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    middle = bench.filled("middle")
    bench.filled("output")
    bench.program(bench.sdp(None, "middle"))
    bench.program(bench.conv())
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    bench.fetch(conv)
    bench.raised(*bits("CDMA"))
    bench.write_out(sdp)
    bench.raised(*bits("CACC"), *bits("SDP"))
    assert (bench.result("middle") == (data + CONV_ADDS + weights.sum() + SDP_ADDS) % 256).all()
    assert not (bench.result("middle") == middle).all()
    bench.program(bench.sdp("middle", "output"))
    layer = offline(bench)
    assert [(claim.block, group_of(claim)) for claim in layer.claims] == [("SDP", 1), ("SDP_RDMA", 0)]
    ended(bench)


@pytest.mark.parametrize("late", ["SDP", "CDMA", "CACC"])
def test_a_layer_that_feeds_another_in_any_order(bench, late):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    order = [name for name in ("CMAC_A", "SDP", "CDMA", "CSC", "CACC", "CMAC_B") if name != late]
    for name in [*order, late]:
        descriptor = bench.sdp(None, "output") if name == "SDP" else bench.conv()
        bench.program(descriptor, [name])
        assert len(bench.device.layers_in_flight) == (
            2 if name == late else 1 if late == "SDP" and name == "CMAC_B" else 0
        )
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    assert (sdp.feeder, conv.taken_by) == (conv, sdp)
    bench.fetch(conv)
    bench.write_out(sdp)
    bench.raised(*bits("CDMA"), *bits("CACC"), *bits("SDP"))
    assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS) % 256).all()
    ended(bench)


def test_state_is_carried_to_the_next_layer_and_a_reset_takes_it(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for before in (0, 1, 2, 0):
        if before == 0:
            bench.checker.reset()
            bench.groups.clear()
        bench.program(bench.sdp(None, "output"))
        bench.program(bench.conv())
        conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
        bench.fetch(conv)
        bench.write_out(sdp)
        bench.raised(
            *bits("CDMA", group_of(conv.claims[1])), *bits("CACC", group_of(conv)), *bits("SDP", group_of(sdp))
        )
        assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS + before) % 256).all()
        cacc = bench.device.registers.CACC
        bench.write(cacc.S_POINTER, group_of(conv))
        bench.read(cacc.D_OUT_SATURATION, int(data.sum()))
    ended(bench)


def test_a_reset_between_claim_and_join(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.checker.reset()
    bench.groups.clear()
    assert bench.device.claims_waiting == []
    bench.program(bench.sdp("input", "output"), ["SDP"])
    assert bench.device.layers_in_flight == [], "the claim before the reset is gone"
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    offline(bench)
    ended(bench)


def test_blocks_that_disagree_are_named_and_refused(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv(precision=1), words={"CSC": {"D_MISC_CFG": 2 << 12}})
    assert bench.device.layers_in_flight == []
    assert bench.errors == {"not-modelled": 1}
    text = bench.message("illegal-program")
    assert "[shared-field:" in text
    assert "CSC.D_MISC_CFG.PROC_PRECISION is 0x2" in text
    assert "CDMA.D_MISC_CFG.PROC_PRECISION is 0x1" in text


def test_a_claim_that_no_layer_needs_ends_alone(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    flying = {"SDP_RDMA": {"D_FEATURE_MODE_CFG": 1}}
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"], words=flying)
    assert "[needless-claim:" in bench.message("illegal-program")
    rdma = bench.device.registers.SDP_RDMA
    bench.read(rdma.S_STATUS, 0)
    bench.program(bench.sdp("input", "output"))
    layer = offline(bench)
    assert [(claim.block, group_of(claim)) for claim in layer.claims] == [("SDP", 0), ("SDP_RDMA", 1)]
    ended(bench)


def test_a_claim_without_partners_is_told_at_the_end(bench):
    bench.filled("input")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    bench.read(bench.device.registers.GLB.S_INTR_MASK, 0)
    ended(bench, "unfinished-claim")
    assert bench.message("unfinished-claim").startswith("SDP_RDMA group 0 was enabled, but no layer came of it")
    assert "SDP_RDMA waits without end: no layer of SDP takes what it gives" in bench.message("illegal-program")


def test_a_load_between_claim_and_join_is_a_race_of_these_bytes_only(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    bench.load("DBB", AT["input"] + 40, np.zeros(3, np.uint8))
    assert bench.warnings == {"software-race": 1}
    assert "SDP_RDMA group 0: is loaded while it is read" in bench.message("software-race")
    bench.program(bench.sdp("input", "output"), ["SDP"])
    (layer,) = bench.device.layers_in_flight
    care = layer.writes[0].care.reshape(-1)
    assert np.flatnonzero(~care).tolist() == [40, 41, 42]
    offline(bench)
    ended(bench)


def test_a_write_under_a_claims_reads_is_a_race_of_both(bench):
    for name in ("input", "middle", "output"):
        bench.filled(name)
    bench.program(bench.sdp("middle", "output"), ["SDP_RDMA"])  # reads what the layer before it writes
    claim = bench.device.claims_waiting[0]
    bench.program(bench.sdp("input", "middle"), ["SDP_RDMA"])
    assert bench.device.claims_waiting == [claim], "the other group has its turn behind it"
    bench.program(bench.sdp("middle", "output"), ["SDP"])
    bench.program(bench.sdp("input", "middle"), ["SDP"])
    first, second = bench.device.layers_in_flight
    assert "the former writes what the other reads" in second.races[0]
    assert first.races == second.races
    assert not first.writes[0].care.any()
    assert second.writes[0].care.all()


def test_a_wrong_result_of_a_chain_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    bench.fetch(bench.layers["CONV"])
    ((port, beats),) = bench.writes(bench.layers["SDP"])
    beats["data"][0][5] ^= 1
    bench.send(port, beats)
    assert bench.errors == {"wrong-data": 1}


def test_reads_of_the_next_layer_are_reported_with_those_that_let_it_claim(bench):
    """Ids and ports are reported one after the other: data of the second layer before weights of the first one."""
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    for destination in ("middle", "output"):
        bench.filled(destination)
        bench.program(bench.sdp(None, destination))
        bench.program(bench.conv())
    first = bench.layers["CONV"]
    reads = [beats for _, beats in bench.reads(first)]
    bench.send("DBB", np.concatenate([*reads, *reads]))
    assert bench.errors == {}
    second = bench.layers["CONV"]
    assert second is not first
    fetches = [
        end for layer in (first, second) for claim in layer.claims if claim.block == "CDMA" for end in claim.ends
    ]
    assert all(end.allowed for end in fetches)
    cdma = bench.device.registers.CDMA
    bench.read(cdma.S_STATUS, 0)
    assert bench.errors == {}, "both groups may be idle"


def test_a_layer_has_not_read_what_the_one_before_read_again(bench):
    """What the first layer reads twice is not taken for the second one's, which reads the same."""
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    for destination in ("middle", "output"):
        bench.filled(destination)
        bench.program(bench.sdp(None, destination))
        bench.program(bench.conv())
    reads = [beats for _, beats in bench.reads(bench.layers["CONV"])]
    bench.send("DBB", np.concatenate([reads[0], *reads]))
    cdma = next(claim for claim in bench.layers["CONV"].claims if claim.block == "CDMA")
    assert not any(end.allowed for end in cdma.ends)
