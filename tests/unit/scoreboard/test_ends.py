"""The ends of layers of several blocks: each in its own time, proven by what the pins show."""

import numpy as np
import pytest

from models.layer import EndKind
from tests.toy.descriptors import PORT
from tests.toy.stages import MOVE_ADDS, PACK_ADDS, SUM_ADDS
from tests.unit.scoreboard.join_bench import AT, BITS, WEIGHT_BYTES, JoinBench, ended, offline


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    return JoinBench(request.param)


def test_three_stages_and_interrupts_at_their_own_times(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for descriptor in (bench.pack(), bench.move(), bench.sum()):
        bench.program(descriptor)
    pack = bench.layers["PACK"]
    streams = dict(zip(("data", "weights"), bench.reads(bench.layers["SUM"]), strict=True))
    bench.send(*streams["weights"])
    bench.interrupt()
    bench.serve_bits("WEIGHTS_READ")
    bench.send(*streams["data"])
    bench.interrupt()
    bench.serve_bits("DATA_READ")
    bench.raised("SUM")
    bench.raised("MOVE")
    bench.write_out(pack)
    bench.raised("PACK")
    assert (bench.result() == (data + SUM_ADDS + weights.sum() + MOVE_ADDS + PACK_ADDS) % 256).all()
    ended(bench)


def test_a_fetchs_interrupt_before_its_last_read_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.move(None, "output"))
    bench.program(bench.sum())
    (port, beats), _ = bench.reads(bench.layers["SUM"])
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {}, "SUM's may come as soon as its flow is taken: no pin shows when"
    status = bench.device.registers.INTERRUPTS.STATUS
    bench.read(status, status.encode(DATA_READ=1))
    assert bench.errors == {"wrong-status": 1}


def test_a_fetch_may_end_before_its_partners_are_enabled(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.sum(), ["SUM_READ"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.raised("SUM_READ")
    bench.read(bench.device.registers.SUM_READ.RUNNING, 0)
    assert bench.errors == {}
    bench.program(bench.move(None, "output"))
    bench.program(bench.sum(), ["SUM", "SUM_TURN"])
    bench.write_out(bench.layers["MOVE"])
    bench.raised("SUM", "MOVE")
    ended(bench)


def test_the_end_of_the_fed_proves_that_of_its_feeder(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.move(None, "output"))
    bench.program(bench.sum())
    fed_by, fed = bench.layers["SUM"], bench.layers["MOVE"]
    bench.fetch(fed_by)
    bench.write_out(fed)
    bench.raised("SUM_READ", "SUM", "MOVE")
    assert all(end.confirmed for layer in (fed_by, fed) for end in layer.ends)
    for name in ("SUM_TURN", "SUM", "SUM_READ"):
        assert bench.running(name) == {0}
        bench.read(bench.device.registers.blocks[name].RUNNING, 0)
    ended(bench)


@pytest.mark.parametrize("unequal", [0, 1])
def test_a_layer_that_writes_nothing(bench, unequal):
    zeros = np.full(bench.size, 256 - MOVE_ADDS, np.uint8)
    zeros[7] += unequal
    bench.load(PORT, AT["input"], zeros)
    bench.program(bench.move("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    assert layer.writes == ()
    bench.fetch(layer)
    bench.raised("MOVE")
    bench.read(bench.device.registers.MOVE.RESULT, unequal)
    ended(bench)


def test_a_status_that_is_wrong_at_the_end(bench):
    bench.load(PORT, AT["input"], np.full(bench.size, 256 - MOVE_ADDS, np.uint8))
    bench.program(bench.move("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    result = bench.device.registers.MOVE.RESULT
    bench.read(result, 1)
    assert bench.errors == {}, "it is not known while the layer runs"
    bench.fetch(layer)
    bench.raised("MOVE")
    bench.read(result, 1)
    ended(bench, "wrong-status")
    assert bench.message("wrong-status").startswith("MOVE.RESULT")


def test_an_interrupt_before_the_reads_of_a_layer_that_writes_nothing(bench):
    bench.load(PORT, AT["input"], np.full(bench.size, 256 - MOVE_ADDS, np.uint8))
    bench.program(bench.move("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").endswith("although MOVE run 0 (layer 0) has not read all of its input")


def test_an_interrupt_edge_alone_frees_the_block(bench):
    """Software that waits for the pin, clears without reading and starts the same block at once is legal."""
    bench.filled("input")
    bench.filled("output")
    status = bench.device.registers.INTERRUPTS.STATUS
    bench.program(bench.move("input", "output"))
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    assert bench.running("MOVE") == {0, 1}
    bench.interrupt()
    assert bench.running("MOVE") == bench.running("MOVE_READ") == {0}
    bench.write(status, status.encode(**dict.fromkeys(BITS["MOVE"], 1)))
    bench.program(bench.move("input", "output"))
    bench.wait(14)
    bench.pin(0)
    bench.program(bench.move("input", "output"))
    assert bench.running("MOVE") == {0, 1, 2}, "their data paths may be done before anybody sees it"
    for run in (1, 2):
        layer = bench.device.layers_in_flight[0]
        assert layer.instance == f"run {run}"
        bench.fetch(layer)
        bench.write_out(layer)
        bench.raised("MOVE")
    ended(bench)


def test_an_edge_with_two_causes_proves_neither(bench):
    bench.filled("input")
    bench.filled("output")
    bench.write(bench.device.registers.INTERRUPTS.SET, 1 << 5)
    bench.program(bench.move("input", "output"))
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
    bench.program(bench.move("input", "output"))
    offline(bench)
    bench.finish()
    names = [type(event).__name__ for event in heard]
    assert names.count("Claimed") == 2
    assert names.count("Started") == names.count("Finished") == 1
    ends = [event.end for event in heard if type(event).__name__ == "Ended"]
    assert [(end.kind, end.claim.block) for end in ends] == [
        (EndKind.FREE, "MOVE_READ"),
        (EndKind.FREE, "MOVE"),
        (EndKind.RAISE, "MOVE"),
    ]
    assert {"RegisterAccess", "Traffic", "InterruptEdge"} <= set(names)
    assert all(event.time_ns > 0 for event in heard if type(event).__name__ in ("Started", "Ended"))
