"""A device with two interrupt lines: each is checked for itself."""

import pytest

from models.events import InterruptEdge
from tests.ring.blocks import DONE_LINE, ERROR_LINE
from tests.ring.commands import DONE_FLAG, ERROR_FLAG, Command, Operation

LOW, HIGH, EITHER = {0}, {1}, {0, 1}


@pytest.fixture
def run(bench):
    """Puts a command that raises bits, and does it."""

    def put(flags):
        bench.words(0x4000, 2)
        bench.put(Command(Operation.LOAD, 2, 0x4000, flags=flags))
        layer = bench.device.layers_in_flight[-1]
        bench.do(layer)
        return layer

    return put


def test_each_line_follows_its_own_bit(bench, run):
    assert bench.device.levels == {DONE_LINE: LOW, ERROR_LINE: LOW}
    run(ERROR_FLAG)
    assert bench.device.levels == {DONE_LINE: LOW, ERROR_LINE: EITHER}
    bench.interrupt(ERROR_LINE)
    assert bench.device.levels == {DONE_LINE: LOW, ERROR_LINE: HIGH}
    assert bench.device.interrupt
    bench.write(bench.ring.INTR_MASK, bench.ring.INTR_MASK.ERROR.mask)
    assert bench.device.levels == {DONE_LINE: LOW, ERROR_LINE: LOW}


def test_both_lines_rise_and_are_served(bench, run):
    edges = []
    bench.checker.listeners.append(lambda event: edges.append(event) if isinstance(event, InterruptEdge) else None)
    run(DONE_FLAG | ERROR_FLAG)
    bench.serve("ERROR", line=ERROR_LINE)
    bench.serve("DONE", line=DONE_LINE)
    assert bench.ended() == ({}, {})
    assert [(edge.line, edge.level) for edge in edges] == [
        (ERROR_LINE, 1),
        (ERROR_LINE, 0),
        (DONE_LINE, 1),
        (DONE_LINE, 0),
    ]


def test_a_rise_of_one_line_does_not_confirm_what_another_shows(bench, run):
    layer = run(DONE_FLAG | ERROR_FLAG)
    bench.interrupt(DONE_LINE)
    assert {end.bit: end.confirmed for end in layer.ends} == {"": True, "DONE": True, "ERROR": False}


def test_the_wrong_line_rises(bench, run):
    run(ERROR_FLAG)
    bench.interrupt(DONE_LINE)
    assert bench.errors == {"extra-interrupt": 1}
    assert bench.message("extra-interrupt").startswith(f"interrupt line {DONE_LINE} rose and nothing explains it")


def test_a_line_that_does_not_rise_is_lost(bench, run):
    run(DONE_FLAG | ERROR_FLAG)
    bench.interrupt(DONE_LINE)
    bench.wait(1000)
    assert set(bench.errors) == {"lost-interrupt"}
    assert bench.message("lost-interrupt").startswith(f"interrupt line {ERROR_LINE} is still low")


def test_a_line_that_nobody_clears_is_told(bench, run):
    run(ERROR_FLAG)
    bench.interrupt(ERROR_LINE)
    bench.finish()
    assert bench.errors == {"unserved-interrupt": 1}


def test_only_a_device_with_one_line_need_not_name_it(bench):
    with pytest.raises(ValueError, match="too many"):
        bench.checker.pin(1, 0.0)
