"""What the beats on the pins prove about waiting inside the design, and what stall counters may read then."""

import numpy as np
import pytest

from tb.nvdla.queues import QUEUES_VARIABLE, UNKNOWN_QUEUES, InterfaceQueues, known_queues
from tests.unit.nvdla.scoreboard.bench import Bench

QUEUES = InterfaceQueues(read_beats=16, read_lines=0, write_beats=8, exact=True)
LINES = 120
PACE = 10
READ, WRITE = "STATUS_GRP0_READ_STALL", "STATUS_GRP0_WRITE_STALL"


def slowly(bench, port, beats, cycles):
    """Transfers with cycles between them."""
    for at in range(len(beats)):
        bench.send(port, beats[at : at + 1])
        bench.wait(cycles - 1)


def play(bench, layer, read_pace=1, write_pace=1, answer=True):
    for port, beats in bench.reads(layer):
        slowly(bench, port, beats, read_pace)
    for port, beats in bench.writes(layer):
        slowly(bench, port, beats, write_pace)
        if answer:
            bench.send(port, bench.responses(port, beats))
    if answer:
        bench.interrupt()
        bench.serve(0)
        bench.wait(300)


def counting(config, queues=QUEUES, **others):
    bench = Bench(config, queues=queues, **others)
    bench.write(bench.device.registers.BDMA.CFG_STATUS, 1)
    return bench


def allowed(bench, name):
    return bench.device.predict(bench.device.registers.BDMA.registers[name].address).allowed("COUNT")


def test_slow_reads_of_many_lines_have_waited(config):
    bench = counting(config)
    play(bench, bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0))), read_pace=PACE)
    last = LINES - 1 - QUEUES.read_beats - 1
    assert allowed(bench, READ).start == PACE * last - LINES - 8, "less a cycle for each line, and those between slots"
    assert allowed(bench, WRITE).start == 0
    bench.read(bench.device.registers.BDMA.registers[READ], 0)
    assert bench.errors == {"wrong-status": 1}


def test_slow_writes_behind_the_last_read_have_waited(config):
    bench = counting(config)
    play(bench, bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0))), write_pace=PACE)
    assert 4 * LINES < allowed(bench, WRITE).start < PACE * LINES
    bench.read(bench.device.registers.BDMA.registers[WRITE], 0)
    assert bench.errors == {"wrong-status": 1}


def test_one_line_waits_for_nothing(config):
    bench = counting(config)
    play(bench, bench.start(bench.copy()))
    assert [allowed(bench, name) for name in (READ, WRITE)] == [range(1)] * 2
    bench.read(bench.device.registers.BDMA.registers[READ], 1)
    assert bench.errors == {"wrong-status": 1}


def test_of_an_unknown_design_only_that_something_waited(config):
    inexact = InterfaceQueues(read_beats=16, read_lines=2, write_beats=8, exact=False)
    bench = counting(config, inexact)
    play(bench, bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0))), read_pace=PACE, write_pace=PACE)
    assert [allowed(bench, name).start for name in (READ, WRITE)] == [1, 1]
    small = counting(config, inexact)
    play(small, small.start(small.copy()))
    assert allowed(small, READ).stop > 1, "nobody knows how long one line may wait there"


def test_counting_that_was_not_on_throughout_proves_nothing(config):
    bench = Bench(config, queues=QUEUES)
    switch = bench.device.registers.BDMA.CFG_STATUS
    layer = bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0)))
    bench.write(switch, 1)
    play(bench, layer, read_pace=PACE)
    assert 0 in allowed(bench, READ)
    bench = counting(config)
    layer = bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0)))
    bench.write(switch, 0)
    play(bench, layer, read_pace=PACE)
    assert 0 in allowed(bench, READ)


def test_a_layer_that_was_not_alone_proves_nothing(config):
    bench = counting(config)
    layer = bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0)))
    bench.start(bench.copy(at=1 << 18), group=1)
    play(bench, layer, read_pace=PACE)
    assert 0 in allowed(bench, READ)


def test_a_counter_shows_nothing_before_its_layers_end(config):
    bench = counting(config)
    counter = bench.device.registers.BDMA.registers[READ]
    layer = bench.start(bench.copy(extent=(1, LINES, 1), gaps=(15, 0)))
    bench.read(counter, 0)
    play(bench, layer, read_pace=PACE, answer=False)
    bench.read(counter, 1)
    assert bench.errors == {"wrong-status": 1}


@pytest.fixture
def split(config):
    """A Rubik layer that runs, and its bench."""
    bench = Bench(config, queues=QUEUES)
    block = bench.device.registers.RBK
    rng, atom = np.random.default_rng(5), config.atom_bytes
    bench.load("DBB", config.ports["DBB"].base, rng.integers(0, 256, 16 * atom, np.uint8))
    low = config.ports["DBB"].base
    words = {
        "D_MISC_CFG": block.D_MISC_CFG.encode(RUBIK_MODE="CONTRACT", IN_PRECISION="INT8"),
        "D_DAIN_RAM_TYPE": 1,
        "D_DATAIN_SIZE_0": block.D_DATAIN_SIZE_0.encode(DATAIN_WIDTH=15),
        "D_DAIN_ADDR_LOW": low,
        "D_DAIN_LINE_STRIDE": 16 * atom,
        "D_DAIN_SURF_STRIDE": 16 * atom,
        "D_DAOUT_RAM_TYPE": 1,
        "D_DAOUT_ADDR_LOW": low + (1 << 16),
        "D_DAOUT_LINE_STRIDE": 16 * atom,
        "D_DAOUT_SURF_STRIDE": 16 * atom,
        "D_CONTRACT_STRIDE_0": 16 * atom,
        "D_CONTRACT_STRIDE_1": 16 * atom,
    }
    for name, word in words.items():
        bench.write(block.registers[name], word)
    bench.write(block.D_OP_ENABLE, 1)
    (layer,) = bench.device.layers_in_flight
    return bench, block, layer


def test_a_group_runs_until_all_its_reads_came(split):
    bench, block, layer = split
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    predicted = bench.device.predict(block.S_STATUS.address)
    assert predicted.allowed("STATUS_0") == {1}
    bench.send(port, beats[-1:])
    assert bench.device.predict(block.S_STATUS.address).allowed("STATUS_0") == {0, 1}


def test_a_group_that_is_done_too_early_is_found(split):
    bench, block, _ = split
    bench.read(block.S_STATUS, 0)
    assert bench.errors == {"wrong-status": 1}


def test_queues_come_as_a_word(monkeypatch):
    monkeypatch.delenv(QUEUES_VARIABLE, raising=False)
    assert known_queues() == UNKNOWN_QUEUES
    monkeypatch.setenv(QUEUES_VARIABLE, QUEUES.text)
    assert known_queues() == QUEUES
