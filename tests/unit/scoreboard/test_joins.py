"""Blocks that make a layer together: whatever order software and pins take, and what happens in between."""

import numpy as np
import pytest

from tb.memory.traffic import TrafficKind
from tests.toy.descriptors import IDS, PORT
from tests.toy.stages import FED, MOVE_ADDS, SUM_ADDS
from tests.unit.scoreboard.join_bench import AT, WEIGHT_BYTES, JoinBench, ended, offline


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    return JoinBench(request.param)


@pytest.mark.parametrize("order", [("MOVE_READ", "MOVE"), ("MOVE", "MOVE_READ")])
def test_a_read_unit_and_its_partner_join_in_either_order(bench, order):
    data = bench.filled("input")
    bench.filled("output")
    bench.program(bench.move("input", "output"), order[:1])
    assert bench.device.layers_in_flight == []
    bench.program(bench.move("input", "output"), order[1:])
    layer = offline(bench)
    assert [claim.block for claim in layer.claims] == ["MOVE", "MOVE_READ"]
    assert (bench.result() == (data + MOVE_ADDS) % 256).all()
    ended(bench)


def test_a_read_unit_may_read_before_its_partner_is_enabled(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.move("input", "output"), ["MOVE_READ"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    assert not claim.free.allowed, "nothing has taken what it read"
    bench.wait(500)
    bench.program(bench.move("input", "output"), ["MOVE"])
    (layer,) = bench.device.layers_in_flight
    bench.write_out(layer)
    bench.raised("MOVE")
    ended(bench)


def test_a_read_before_any_claim_is_stray(bench):
    bench.filled("input")
    bench.program(bench.move("input", "output"), ["MOVE"])
    where = np.array([AT["input"]], np.uint64)
    bench.send(PORT, bench._beats(PORT, TrafficKind.READ, IDS["input"], where))
    assert bench.errors == {"stray-read": 1}


def test_instances_that_drifted_apart(bench):
    """The first layer is fed and does not use MOVE_READ: the second has MOVE's run 1 and MOVE_READ's run 0."""
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    middle = bench.filled("middle")
    bench.filled("output")
    bench.program(bench.move(None, "middle"))
    bench.program(bench.sum())
    fed_by, fed = bench.layers["SUM"], bench.layers["MOVE"]
    bench.fetch(fed_by)
    bench.raised("SUM_READ")
    bench.write_out(fed)
    bench.raised("SUM", "MOVE")
    assert (bench.result("middle") == (data + SUM_ADDS + weights.sum() + MOVE_ADDS) % 256).all()
    assert not (bench.result("middle") == middle).all()
    bench.program(bench.move("middle", "output"))
    layer = offline(bench)
    assert [(claim.block, claim.instance) for claim in layer.claims] == [("MOVE", "run 1"), ("MOVE_READ", "run 0")]
    ended(bench)


@pytest.mark.parametrize("late", ["MOVE", "SUM_READ", "SUM"])
def test_a_layer_that_feeds_another_in_any_order(bench, late):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    order = [name for name in ("SUM_READ", "MOVE", "SUM", "SUM_TURN") if name != late]
    for name in [*order, late]:
        descriptor = bench.move(None, "output") if name == "MOVE" else bench.sum()
        bench.program(descriptor, [name])
        assert len(bench.device.layers_in_flight) == (
            2 if name == late else 1 if late == "MOVE" and name == "SUM_TURN" else 0
        )
    fed_by, fed = bench.layers["SUM"], bench.layers["MOVE"]
    assert (fed.feeder, fed_by.taken_by) == (fed_by, fed)
    bench.fetch(fed_by)
    bench.write_out(fed)
    bench.raised("SUM_READ", "SUM", "MOVE")
    assert (bench.result() == (data + SUM_ADDS + weights.sum() + MOVE_ADDS) % 256).all()
    ended(bench)


def test_state_is_carried_to_the_next_layer_and_a_reset_takes_it(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for before in (0, 1, 2, 0):
        if before == 0:
            bench.checker.reset()
        bench.program(bench.move(None, "output"))
        bench.program(bench.sum())
        fed_by, fed = bench.layers["SUM"], bench.layers["MOVE"]
        bench.fetch(fed_by)
        bench.write_out(fed)
        bench.raised("SUM_READ", "SUM", "MOVE")
        assert (bench.result() == (data + SUM_ADDS + weights.sum() + MOVE_ADDS + before) % 256).all()
        bench.read(bench.device.registers.SUM.RESULT, int(data.sum()))
    ended(bench)


def test_a_reset_between_claim_and_join(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.move("input", "output"), ["MOVE_READ"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.checker.reset()
    assert bench.device.claims_waiting == []
    bench.program(bench.move("input", "output"), ["MOVE"])
    assert bench.device.layers_in_flight == [], "the claim before the reset is gone"
    bench.program(bench.move("input", "output"), ["MOVE_READ"])
    offline(bench)
    ended(bench)


def test_blocks_that_disagree_are_named_and_refused(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.move(None, "output"))
    bench.program(bench.sum(precision=1), words={"SUM_TURN": {"MODE": 2 << 4}})
    assert bench.device.layers_in_flight == []
    assert bench.errors == {"not-modelled": 1}
    text = bench.message("illegal-program")
    assert "[blocks-agree:" in text
    assert "SUM_TURN.MODE.PRECISION is 0x2" in text
    assert "SUM_READ.MODE.PRECISION is 0x1" in text


def test_a_claim_that_no_layer_needs_ends_alone(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    fed = {"MOVE_READ": {"MODE": FED}}
    bench.program(bench.move("input", "output"), ["MOVE_READ"], words=fed)
    assert "[claim-needed:" in bench.message("illegal-program")
    bench.read(bench.device.registers.MOVE_READ.RUNNING, 0)
    bench.program(bench.move("input", "output"))
    layer = offline(bench)
    assert [(claim.block, claim.instance) for claim in layer.claims] == [("MOVE", "run 0"), ("MOVE_READ", "run 1")]
    ended(bench)


def test_a_claim_without_partners_is_told_at_the_end(bench):
    bench.filled("input")
    bench.program(bench.move("input", "output"), ["MOVE_READ"])
    bench.read(bench.device.registers.INTERRUPTS.MASK, 0)
    ended(bench, "unfinished-claim")
    assert bench.message("unfinished-claim").startswith("MOVE_READ run 0 was enabled, but no layer came of it")
    assert "MOVE_READ waits without end: no layer of MOVE takes what it gives" in bench.message("illegal-program")


def test_a_load_between_claim_and_join_is_a_race_of_these_bytes_only(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.move("input", "output"), ["MOVE_READ"])
    bench.load(PORT, AT["input"] + 40, np.zeros(3, np.uint8))
    assert bench.warnings == {"software-race": 1}
    assert "MOVE_READ run 0: is loaded while it is read" in bench.message("software-race")
    bench.program(bench.move("input", "output"), ["MOVE"])
    (layer,) = bench.device.layers_in_flight
    care = layer.writes[0].care.reshape(-1)
    assert np.flatnonzero(~care).tolist() == [40, 41, 42]
    offline(bench)
    ended(bench)


def test_a_write_under_a_claims_reads_is_a_race_of_both(bench):
    for name in ("input", "middle", "output"):
        bench.filled(name)
    bench.program(bench.move("middle", "output"), ["MOVE_READ"])  # reads what the layer before it writes
    claim = bench.device.claims_waiting[0]
    bench.program(bench.move("input", "middle"), ["MOVE_READ"])
    assert bench.device.claims_waiting == [claim], "the other run has its turn behind it"
    bench.program(bench.move("middle", "output"), ["MOVE"])
    bench.program(bench.move("input", "middle"), ["MOVE"])
    first, second = bench.device.layers_in_flight
    assert "the former writes what the other reads" in second.races[0]
    assert first.races == second.races
    assert not first.writes[0].care.any()
    assert second.writes[0].care.all()


def test_a_wrong_result_of_a_chain_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.move(None, "output"))
    bench.program(bench.sum())
    bench.fetch(bench.layers["SUM"])
    ((port, beats),) = bench.writes(bench.layers["MOVE"])
    beats["data"][0][5] ^= 1
    bench.send(port, beats)
    assert bench.errors == {"wrong-data": 1}


def test_reads_of_the_next_layer_are_reported_with_those_that_let_it_claim(bench):
    """Ids and ports are reported one after the other: data of the second layer before weights of the first one."""
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    for destination in ("middle", "output"):
        bench.filled(destination)
        bench.program(bench.move(None, destination))
        bench.program(bench.sum())
    first = bench.layers["SUM"]
    reads = [beats for _, beats in bench.reads(first)]
    bench.send(PORT, np.concatenate([*reads, *reads]))
    assert bench.errors == {}
    second = bench.layers["SUM"]
    assert second is not first
    fetches = [
        end for layer in (first, second) for claim in layer.claims if claim.block == "SUM_READ" for end in claim.ends
    ]
    assert all(end.allowed for end in fetches)
    bench.read(bench.device.registers.SUM_READ.RUNNING, 0)
    assert bench.errors == {}, "both runs may have ended"


def test_a_layer_has_not_read_what_the_one_before_read_again(bench):
    """What the first layer reads twice is not taken for the second one's, which reads the same."""
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    for destination in ("middle", "output"):
        bench.filled(destination)
        bench.program(bench.move(None, destination))
        bench.program(bench.sum())
    reads = [beats for _, beats in bench.reads(bench.layers["SUM"])]
    bench.send(PORT, np.concatenate([reads[0], *reads]))
    reader = next(claim for claim in bench.layers["SUM"].claims if claim.block == "SUM_READ")
    assert not any(end.allowed for end in reader.ends)
