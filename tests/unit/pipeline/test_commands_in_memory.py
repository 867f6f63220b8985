"""Claims whose reads say what is read next, several commands for one register write, and statuses in memory."""

import numpy as np
import pytest

from models.memory.place import MemoryPlace
from tb.memory.traffic import TrafficKind
from tests.ring.blocks import DONE_LINE
from tests.ring.commands import DONE_FLAG, RAM, READ_ID, STATUS_FLAG, STATUS_WORD, Command, Operation
from tests.ring.device import RingDevice
from tests.unit.pipeline.ring_bench import BASE

INPUT, OUTPUT, POINTER = 0x4000, 0x8000, 0x6000


def load(length=6, **changes):
    return Command(Operation.LOAD, length, INPUT, **changes)


def store(length=6, **changes):
    return Command(Operation.STORE, length, OUTPUT, flags=DONE_FLAG, **changes)


def result(bench, words):
    return bench.memories[RAM].read(OUTPUT, 4 * words)


def test_a_command_and_what_it_names_are_read(bench):
    data = bench.words(INPUT, 6)
    bench.put(load(), store())
    assert [(where.label, len(where.addresses)) for where in bench.layer.reads] == [("command", 4), ("input", 6)]
    bench.do(bench.layer)
    bench.do(bench.layer)
    bench.serve("DONE", line=DONE_LINE)
    assert bench.ended() == ({}, {})
    assert (result(bench, 6) == data).all()


def test_a_pointer_is_followed_to_the_third_read(bench):
    data = bench.words(INPUT, 3)
    bench.load(RAM, POINTER, np.array([INPUT], "<u4").view(np.uint8))
    bench.put(Command(Operation.GATHER, 3, POINTER), store(3))
    assert [where.label for where in bench.layer.reads] == ["command", "pointer", "input"]
    bench.do(bench.layer)
    bench.do(bench.layer)
    bench.serve("DONE", line=DONE_LINE)
    assert bench.ended() == ({}, {})
    assert (result(bench, 3) == data).all()


def test_one_register_write_starts_several_commands_one_behind_the_other():
    device = RingDevice()
    commands = [load(), Command(Operation.ADD, 6), Command(Operation.ADD, 6), store()]
    device.load(RAM, INPUT, np.arange(24, dtype=np.uint8))
    for number, command in enumerate(commands):
        device.load(RAM, BASE + 16 * number, command.encode())
    device.write(device.registers.RING.BASE.address, BASE)
    device.write(device.registers.RING.TAIL.address, len(commands))
    assert device.predict(device.registers.RING.HEAD.address).allowed("INDEX") == {0}, "nothing is fetched"
    end = device.advance()
    assert str(end) == "DONE RING command 3 (layer 3)"
    assert device.read(device.registers.RING.HEAD.address) == 4
    assert (device.dump(RAM, OUTPUT, 24) == np.arange(24) + 2).all()
    assert device.advance() is None


def test_the_head_shows_how_many_have_ended_and_confirms_it(bench):
    bench.words(INPUT, 6)
    bench.put(load(), Command(Operation.ADD, 6), store())
    bench.do(bench.layer)
    head = bench.ring.HEAD
    assert bench.device.predict(head.address).allowed("INDEX") == {0, 1, 2}
    bench.do(bench.device.layers_in_flight[-2])
    bench.read(head, 2)
    assert [layer.instance for layer in bench.device.layers_in_flight] == ["command 2"]
    bench.read(head, 3)
    assert bench.errors == {"wrong-status": 1}


def test_reads_of_what_a_command_does_not_name_are_stray(bench):
    bench.words(INPUT, 6)
    bench.put(load())
    bench.send(RAM, bench._beats(RAM, TrafficKind.READ, READ_ID, np.array([INPUT + 24], np.uint64)))
    assert bench.errors == {"stray-read": 1}


def test_a_status_word_in_memory_is_a_write_that_is_expected(bench):
    bench.words(INPUT, 6)
    bench.put(load(flags=STATUS_FLAG))
    bench.do(bench.layer)
    bench.read(bench.ring.HEAD, 1)
    assert bench.ended() == ({}, {})
    (word,) = bench.memories[RAM].read(BASE + 12, 4).view("<u4")
    assert word == STATUS_WORD | 6


def test_a_wrong_status_word_is_found(bench):
    def fault(beats):
        beats["data"][0][4] ^= 1
        return beats

    bench.words(INPUT, 6)
    bench.put(load(flags=STATUS_FLAG))
    bench.do(bench.layer, fault)
    bench.read(bench.ring.HEAD, 1)
    assert bench.errors == {"wrong-data": 1}
    assert "RING command 0 (layer 0) on RAM id 3: wrong data at 0x100c, status [0]" in bench.message("wrong-data")


def test_a_status_word_that_does_not_come_is_missed(bench):
    bench.words(INPUT, 6)
    bench.put(load(flags=STATUS_FLAG))
    for port, beats in bench.reads(bench.layer):
        bench.send(port, beats)
    bench.finish()
    assert bench.errors == {"unfinished-layer": 1, "nothing-compared": 1}
    assert "still owes 4 of 4 bytes on RAM id 3" in bench.message("unfinished-layer")


def test_a_load_into_a_command_that_is_fetched_is_a_race(bench):
    bench.words(INPUT, 6)
    bench.put(load())
    layer = bench.layer
    bench.load(RAM, BASE, store().encode())
    assert bench.warnings == {"software-race": 1}
    assert "is loaded while it is read: RAM 0x1000 to 0x100f, command [0]" in bench.message("software-race")
    assert not any(stream.care.any() for stream in layer.writes)


def test_a_load_into_what_a_command_names_is_a_race(bench):
    bench.words(INPUT, 6)
    bench.put(load())
    bench.words(INPUT, 1)
    assert bench.warnings == {"software-race": 1}
    assert "RAM 0x4000 to 0x4003, input [0]" in bench.message("software-race")


def test_a_command_that_something_in_flight_writes_is_refused_with_the_race(bench):
    bench.words(INPUT, 6)
    bench.load(RAM, BASE, load().encode())
    bench.fill(RAM, BASE, 4)
    bench.write(bench.ring.TAIL, 1)
    refused = bench.message("not-modelled")
    assert refused.startswith("RING command 0 was started, but its command is not known; software race: RING command 0")


@pytest.mark.parametrize("place", [BASE, POINTER])
def test_what_nobody_wrote_says_nothing(bench, place):
    bench.load(RAM, POINTER, np.zeros(4, np.uint8)) if place == BASE else None
    bench.count += 1
    if place == POINTER:
        bench.load(RAM, BASE, Command(Operation.GATHER, 3, POINTER).encode())
    bench.write(bench.ring.TAIL, bench.count)
    what = "command" if place == BASE else "pointer"
    assert f"was started, but its {what} is not known" in bench.message("not-modelled")


def test_a_broken_rule_names_where_in_memory_it_stands(bench):
    heard = []
    bench.device.listeners.append(lambda happened: heard.extend(happened.broken))
    bench.words(INPUT, 6)
    bench.put(load(), load(0))
    bench.do(bench.layer)
    assert heard[0].places == (MemoryPlace(RAM, BASE + 16 + 2),)
    assert heard[0].write == 2, "the write of TAIL"
    assert "RING command 1: its length is 0, at RAM 0x1012 [ring-length: tests]" in bench.message("illegal-program")
    assert "RING command 1 was started, but it moves nothing" in bench.message("not-modelled")


def test_many_commands_without_an_interrupt_end_with_the_last():
    device, count = RingDevice(), 3000
    device.load(RAM, BASE, np.tile(Command(Operation.ADD, 1).encode(), count))
    device.load(RAM, BASE + 16 * (count - 1), store(1).encode())
    device.write(device.registers.RING.BASE.address, BASE)
    device.write(device.registers.RING.TAIL.address, count)
    assert len(device.layers_in_flight) == count
    device.complete(device.layers_in_flight[-1])
    (done,) = (end for end in device.layers_in_flight[-1].ends if end.bit)
    happened = device.confirm(done)
    assert (len(happened.finished), device.layers_in_flight) == (count, [])
