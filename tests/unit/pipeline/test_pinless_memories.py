"""A memory that no pin shows: its bytes are never expected on a bus, and compared where the bench may look."""

import numpy as np
import pytest

from tests.ring.blocks import DONE_LINE
from tests.ring.commands import DONE_FLAG, RAM, SCRATCH, Command, Operation
from tests.unit.pipeline.ring_bench import RingBench

INPUT, OUTPUT = 0x4000, 0x8000
LOAD = Command(Operation.LOAD, 4, INPUT)
ADD = Command(Operation.ADD, 4)
STORE = Command(Operation.STORE, 4, OUTPUT, flags=DONE_FLAG)


def play(bench, *wrong, commands=(LOAD, ADD, STORE)):
    """Commands one by one; `wrong` is added to what each writes into the scratch memory."""
    data = bench.words(INPUT, 4)
    bench.put(*commands)
    for number, _ in enumerate(commands):
        layer = next(layer for layer in bench.device.layers_in_flight if layer.instance == f"command {number}")
        bench.do(layer, wrong=wrong[number] if wrong else 0)
    bench.serve("DONE", line=DONE_LINE)
    return data


def test_what_goes_through_the_scratch_memory_comes_out(bench):
    data = play(bench)
    assert bench.ended() == ({}, {})
    assert (bench.memories[RAM].read(OUTPUT, 16) == data + 1).all()
    assert (bench.device.dump(SCRATCH, 0, 16) == data + 1).all()


def test_bytes_in_the_scratch_memory_are_compared_when_a_layer_is_through(bench):
    bench.words(INPUT, 4)
    bench.put(LOAD)
    bench.do(bench.layer)
    bench.read(bench.ring.HEAD, 1)
    assert bench.checker.counters["bytes checked"] == 16
    assert bench.ended() == ({}, {})


def test_wrong_bytes_in_the_scratch_memory_are_found(bench):
    bench.words(INPUT, 4)
    bench.put(LOAD)
    bench.do(bench.layer, wrong=1)
    bench.read(bench.ring.HEAD, 1)
    assert bench.errors == {"wrong-data": 1}
    text = "RING command 0 (layer 0) in SCRATCH: wrong data at 0x0, output [0], and 15 more byte(s)"
    assert bench.message("wrong-data") == text


def test_what_a_later_layer_writes_too_is_left_to_that(bench):
    play(bench, 1, 0, 0)
    assert bench.ended() == ({}, {}), "the design had gone on when LOAD was known to be through"


def test_without_a_look_wrong_bytes_are_found_where_they_leave(bench):
    blind = RingBench(bench.batch, peeks=False)
    blind.words(INPUT, 4)
    blind.put(LOAD, STORE)
    blind.do(blind.layer, wrong=1)
    assert blind.layer.instance == "command 1"
    ((port, beats),) = blind.writes(blind.layer)
    beats["data"][0][:4] += np.uint8(1)
    for read_port, reads in blind.reads(blind.layer):
        blind.send(read_port, reads)
    blind.send(port, beats)
    assert blind.errors == {"wrong-data": 1}
    assert "on RAM id 2: wrong data at 0x8000, output [0]" in blind.message("wrong-data")


def test_a_layer_that_writes_only_there_need_not_be_compared(bench):
    blind = RingBench(bench.batch, peeks=False)
    blind.words(INPUT, 4)
    blind.put(LOAD)
    blind.do(blind.layer)
    blind.read(blind.ring.HEAD, 1)
    assert blind.ended() == ({}, {})


@pytest.mark.parametrize("order", ["filled first", "filled second"])
def test_layers_that_meet_in_the_scratch_memory_race(bench, order):
    bench.words(INPUT, 4)
    if order == "filled first":
        bench.fill(SCRATCH, 8, 4)
        bench.put(LOAD)
    else:
        bench.put(LOAD)
        bench.fill(SCRATCH, 8, 4)
    assert bench.warnings == {"software-race": 1}
    assert "writes what the other writes: SCRATCH 0x8 to 0xf, output" in bench.message("software-race")


def test_reading_there_what_another_writes_is_a_race(bench):
    bench.fill(SCRATCH, 0, 1)
    bench.put(STORE)
    assert "reads what the other writes: SCRATCH 0x0 to 0x3, input [0]" in bench.message("software-race")
    assert bench.layer.races != []


def test_commands_one_behind_the_other_do_not_race(bench):
    play(bench, commands=(LOAD, ADD, ADD, LOAD, ADD, STORE))
    assert bench.ended() == ({}, {})


def test_a_reset_leaves_unknown_what_was_being_written(bench):
    bench.words(INPUT, 4)
    bench.put(LOAD)
    bench.checker.reset()
    assert not bench.device.memories[SCRATCH].known(0, 16).any()
