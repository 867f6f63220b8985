"""Compared means compared: what excuses a layer of which nothing was compared is what took that layer's bytes."""

import pytest

from tb.findings import Severity
from tests.copier.device import launch_of
from tests.unit.scoreboard.copier_bench import CopierBench

FAR = 1 << 17


@pytest.fixture
def bench(sizes):
    """What is read and never written is a warning, as it is for traces."""
    return CopierBench(sizes, uninitialised=Severity.WARNING)


def play(bench, layer):
    bench.run(layer)
    bench.interrupt()
    bench.serve(launch_of(layer.lead))


def race(bench):
    """A layer whose input is loaded while it runs."""
    layer = bench.start(bench.copy())
    bench.load("RAM", bench.copy().source.address, bench.rng.bytes(4))
    play(bench, layer)


def cut(bench):
    """A layer that a reset cuts off."""
    bench.start(bench.copy())
    bench.checker.reset()


def compared(bench):
    play(bench, bench.start(bench.copy(at=2 * FAR), launch=0))


@pytest.mark.parametrize("earlier", [race, cut])
def test_what_took_another_layers_bytes_excuses_nobody(bench, earlier):
    earlier(bench)
    launch = 0 if earlier is cut else 1
    play(bench, bench.start(bench.copy(at=FAR), launch=launch, fill=False))
    compared(bench)
    bench.finish()
    assert bench.errors == {"nothing-compared": 1}
    assert "wrote" in bench.message("nothing-compared")
    assert "not one was compared" in bench.message("nothing-compared")


@pytest.mark.parametrize("earlier", [race, cut])
def test_a_layer_that_reads_what_was_taken_is_excused(bench, earlier):
    earlier(bench)
    launch = 0 if earlier is cut else 1
    where = bench.copy().destination
    copy = bench.copy((where.memory, where.memory), at=FAR, source_address=where.address)
    play(bench, bench.start(copy, launch=launch, fill=False))
    compared(bench)
    bench.finish()
    assert bench.errors == {}


def test_a_read_of_what_nobody_wrote_excuses_its_layer_alone(sizes):
    bench = CopierBench(sizes)
    play(bench, bench.start(bench.copy(), fill=False))
    assert bench.errors == {"uninitialised-read": 1}
    layer = bench.start(bench.copy(at=FAR), launch=1)
    for stream in layer.writes:
        stream.ignore(slice(None))
    play(bench, layer)
    assert bench.errors == {"uninitialised-read": 1, "nothing-compared": 1}


def test_the_benchs_own_last_look_compares_nothing_for_a_test(bench):
    bench.checker.last_look()
    bench.read(bench.device.registers.INTERRUPTS.STATUS)
    assert bench.finish().errors == {"nothing-compared": 1}


def test_the_last_look_is_judged(bench):
    bench.checker.last_look()
    bench.read(bench.device.registers.INTERRUPTS.STATUS, 1)
    assert bench.errors == {"wrong-status": 1}
