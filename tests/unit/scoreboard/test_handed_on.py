"""Ends of layers that hand something on: a link holds some of it before the next stage has started."""

import pytest

from tests.toy.descriptors import CHUNK_BYTES, ToyMove, ToyPack
from tests.toy.stages import LINK_CHUNKS, MOVE_ADDS, PACK_ADDS
from tests.unit.scoreboard.join_bench import AT, BITS, WEIGHT_BYTES, JoinBench, ended


@pytest.fixture(params=[1, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    bench = JoinBench(request.param)
    bench.data = bench.filled("input")
    bench.filled("output")
    return bench


def started(bench, chunks):
    """A layer of MOVE that has started, and that nobody takes yet."""
    bench.program(ToyMove(chunks, AT["input"]))
    return bench.device.layers_in_flight[-1]


def taken(bench, chunks, number=0):
    """PACK takes what MOVE hands on, and comes to its end."""
    target = AT["output"] + number * bench.size
    bench.program(ToyPack(chunks, target))
    bench.write_out(bench.layers["PACK"])
    bench.raised("PACK")
    size = chunks * CHUNK_BYTES
    assert (bench.memories["RAM"].read(target, size) == (bench.data[:size] + MOVE_ADDS + PACK_ADDS) % 256).all()


def served(bench):
    """MOVE's interrupt comes, or none if there was an error."""
    bench.interrupt()
    bench.serve_bits(*BITS["MOVE"])


def test_what_the_link_holds_ends_before_it_is_taken(bench):
    layer = started(bench, LINK_CHUNKS)
    bench.fetch(layer)
    served(bench)
    assert (bench.errors, bench.device.layers_in_flight) == ({}, [])
    bench.read(bench.device.registers.MOVE.RUNNING, 0)
    taken(bench, LINK_CHUNKS)
    ended(bench)


def test_nothing_ends_before_it_is_read(bench):
    layer = started(bench, LINK_CHUNKS)
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").endswith("although MOVE run 0 (layer 0) has not read all of its input")


def test_more_than_the_link_holds_ends_when_it_is_taken(bench):
    bench.fetch(started(bench, LINK_CHUNKS + 1))
    bench.wait(1000)
    assert bench.device.predict(bench.device.registers.INTERRUPTS.STATUS.address).allowed("MOVE_DONE") == {0}
    bench.program(ToyPack(LINK_CHUNKS + 1, AT["output"]))
    served(bench)
    bench.write_out(bench.layers["PACK"])
    bench.raised("PACK")
    ended(bench)


def test_an_end_before_more_is_taken_than_the_link_holds_is_found(bench):
    bench.fetch(started(bench, LINK_CHUNKS + 1))
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").endswith("although MOVE run 0 (layer 0) hands on what nobody has taken")


def test_what_is_never_taken_is_told_at_the_end(bench):
    bench.fetch(started(bench, LINK_CHUNKS + 1))
    bench.finish()
    assert bench.errors["unfinished-layer"] == 1
    assert "it hands on what nobody has taken and has MOVE_DONE to raise" in bench.message("unfinished-layer")


def test_what_the_link_still_holds_at_the_end_is_told(bench):
    bench.fetch(started(bench, LINK_CHUNKS))
    served(bench)
    bench.finish()
    assert bench.errors["unfinished-layer"] == 1
    assert bench.message("unfinished-layer") == "MOVE run 0 (layer 0) has ended, but hands on what nobody has taken"


def test_a_link_that_is_full_holds_up_the_next_layer_until_it_is_taken(bench):
    bench.fetch(started(bench, LINK_CHUNKS))
    served(bench)
    second = started(bench, 1)
    bench.fetch(second)
    bench.wait(1000)
    assert not any(end.allowed for end in second.ends if end.bit)
    taken(bench, LINK_CHUNKS)
    served(bench)
    assert bench.device.layers_in_flight == [], "the second layer's flow has not been taken"
    taken(bench, 1, number=1)
    ended(bench)


def test_a_link_holds_more_than_one_layer(bench):
    for _ in range(LINK_CHUNKS):
        bench.fetch(started(bench, 1))
        served(bench)
    bench.fetch(started(bench, 1))
    bench.wait(1000)
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}


def test_a_layer_whose_ends_wait_for_no_read_is_held_up_too(bench):
    """SUM's interrupt may come as soon as its layer has started, but nothing may stand before MOVE."""
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.sum())
    bench.fetch(bench.layers["SUM"])
    bench.raised("SUM_READ")
    assert bench.running("SUM") == {1}
    bench.wait(1000)
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}


def test_without_a_bench_a_layer_that_is_held_up_does_not_end(bench):
    layer, held = started(bench, LINK_CHUNKS), started(bench, LINK_CHUNKS + 1)
    assert bench.device.advance().claim.layer is layer
    assert bench.device.advance() is None
    assert bench.device.layers_in_flight == [held]
