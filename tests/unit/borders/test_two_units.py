"""What is said of two units and the link between them, whatever their taps show."""

from dataclasses import replace
from functools import partial

import pytest

from models.events import Claimed, Finished, Reset, Started
from models.layer import Claim, Layer
from tb.borders.carriers.wires import wires
from tb.borders.tapped import TappedUnits
from tb.borders.watch import BorderWatch, DesignTaps
from tb.findings import Findings
from tests.tap_files import write_tap
from tests.unit.borders.two_units import ADD_WRITE, LAST, LOAD_ADD, LOADED, SUBJECTS, UNITS, WIDTH, WIRE, transfers


class Design:
    """One whose taps a test writes."""

    def __init__(self, folder, error="RAM id 2: wrong data", kind="wrong-data"):
        self.folder, self.findings = folder, Findings()
        self.watch = BorderWatch(DesignTaps(folder), UNITS, self.findings)
        self.error = kind, error

    def play(self, *, ends=True):
        """A layer, behind a claim with which no unit begins; what is said of it."""
        for settings in (False, True):
            claims = tuple(Claim(block, "slot 0", settings) for block in ("LOADER", "ADDER"))
            for claim in claims:
                self.watch.notify(Claimed(claim))
        layer = Layer("COPY", LOADED, claims)
        self.watch.notify(Started(layer))
        if ends:
            self.watch.notify(Finished(layer))
        self.findings.error(*self.error)
        self.watch.explain()
        return self.findings.errors[0].details

    def tap(self, name, values, *, start=10, offered=()):
        passed = [(start + row, 0, 0, value) for row, value in enumerate(values)]
        write_tap(self.folder, *passed, *((time, 0, 2, 0) for time in offered), width=WIDTH, name=name)


@pytest.fixture
def design(tmp_path):
    return Design(tmp_path)


def test_the_unit_that_gives_at_the_first_border_that_differs(design):
    design.tap("load_add", [3, 5, 8 | LAST])
    design.tap("add_write", [4, 7, 9 | LAST])
    design.tap("fifo", [])
    line, unit = design.play()
    assert line.startswith("first border that differs: ADDER to memory (add_write) of COPY ")
    assert line.endswith("transfer 1 (byte 1), data: expected 0x06, got 0x07")
    assert unit == ("so the unit that is wrong: ADDER (before it LOADER to ADDER (load_add) agrees in 3 transfer(s))")


def test_units_that_nobody_looks_at_are_named_too(design):
    design.tap("add_write", [4, 7, 9 | LAST])
    assert "so the unit that is wrong: ADDER or LOADER (between them nothing is looked at" in design.play()[1]


def test_a_unit_between_is_named_where_nobody_looks_at_it(design):
    design.tap("load_add", [3, 5, 8 | LAST])
    design.tap("add_write", [4, 7, 9 | LAST])
    assert design.play()[1].startswith("so the unit that is wrong: ADDER, or FIFO from which it reads (before it")


def test_who_has_all_that_it_needs_holds_up_the_others(design):
    design.tap("load_add", [3, 5])
    design.tap("add_write", [4, 6])
    line, unit = design.play(ends=False)
    assert line.endswith("2 of 3 transfer(s) passed, the next is not offered")
    assert unit == "so the unit that is wrong: LOADER (it takes from memory)"


def test_who_does_not_take_holds_up_the_others(design):
    design.tap("load_add", [3, 5], offered=[99])
    design.tap("add_write", [4, 6])
    design.tap("fifo", [])
    assert design.play(ends=False)[1].startswith("so the unit that is wrong: ADDER (before it LOADER to ADDER")


def test_a_wire_is_wrong_before_all_borders(design):
    design.tap("load_add", [3, 5, 8 | LAST])
    design.tap("load_add_taken", [3, 4, 8 | LAST])
    design.tap("add_write", [4, 5, 9 | LAST])
    assert design.play()[1] == "so the unit that is wrong: the top, in the wires between LOADER and ADDER"


@pytest.mark.parametrize(
    ("values", "right"), [([3, 5, 8 | LAST], True), ([3, 4, 8 | LAST], False), ([5, 8 | LAST], False)]
)
def test_registers_between_both_ends_of_a_wire(design, values, right):
    carriers = (partial(wires, links=(replace(WIRE, registers=True),)),)
    design.watch = BorderWatch(DesignTaps(design.folder), replace(UNITS, carriers=carriers), design.findings)
    design.tap("load_add", [3, 5, 8 | LAST])
    design.tap("add_write", [4, 6, 9 | LAST])
    design.tap("load_add_taken", values, start=11)
    assert ("gives something else" in design.play()[0]) != right


@pytest.mark.parametrize(
    ("kind", "message", "unit"),
    [
        ("stray-read", "RAM id 1: stray read of 0x10", "LOADER (the error is about it)"),
        ("wrong-register", "REGS.STATUS (0x4) read 0x0: DONE: expected 1", "ADDER (the error is about it)"),
        ("extra-interrupt", "irq rose", "REGISTERS (the error is about it)"),
        ("bus-hang", "no answer", "REGISTERS"),
        ("axi-strobe", "RAM: w: in part", "MEMORY"),
    ],
)
def test_where_nothing_differs_it_is_what_the_error_is_about(tmp_path, kind, message, unit):
    assert Design(tmp_path, message, kind).play()[-1] == f"so the unit that is wrong: {unit}"


def test_a_reset_forgets_layers(design):
    design.tap("load_add", [3, 4, 8 | LAST])
    design.watch.notify(Started(Layer("COPY", LOADED, (Claim("LOADER", "slot 0", True),))))
    design.watch.notify(Reset(50.0))
    assert not list(design.watch.looks(design.watch.inside()))


@pytest.mark.parametrize(
    ("borders", "message"),
    [
        ((ADD_WRITE, LOAD_ADD), "add_write is behind load_add, not before it among the borders"),
        ((LOAD_ADD, LOAD_ADD), "load_add is there twice"),
    ],
)
def test_borders_stand_in_the_order_in_which_data_pass_them(borders, message):
    with pytest.raises(ValueError, match=rf"TappedUnits\.borders: {message}"):
        TappedUnits(borders=borders, carriers=(), subjects=SUBJECTS)


def test_an_order_that_the_design_has_chosen(design):
    def as_passed(layer, taps):
        order = [int(code) for code in taps["load_add"].numbers(0, 8)]
        return transfers(order if sorted(order) == sorted(layer.descriptor) else layer.descriptor)

    design.units = replace(UNITS, borders=(replace(LOAD_ADD, follows=as_passed), ADD_WRITE))
    design.watch = BorderWatch(DesignTaps(design.folder), design.units, design.findings)
    design.tap("load_add", [8, 3, 5 | LAST])
    assert "agrees in" not in design.play()[0]
    design.tap("add_write", [4, 6, 8 | LAST])
    assert "ADDER to memory (add_write)" in design.play()[0]
