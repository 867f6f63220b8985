"""Which of all that was found is the cause."""

import pytest

from models.derivation import Step
from models.layer import Claim, Layer
from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.comparison.look import Look
from tb.borders.divergence.divergence import Divergence
from tb.borders.divergence.verdict import THE_UNIT, Divergences, divergence_lines, verdict
from tb.findings import Finding
from tests.unit.borders.two_units import LOAD_ADD, SUBJECTS

INSIDE = Inside({}, Seen(), 2.0, 0.0)
LAYER = Layer("ADDER", None, (Claim("ADDER", "slot 0", None),))
DATA, HANG, LIMIT = (
    Finding("wrong-data", f"{LAYER} on RAM id 2: wrong data at 0x80, output"),
    Finding("hang", f"watchdog: nothing moved; {LAYER} has to end"),
    Finding("error-limit", "30 errors"),
)
STRAY = Finding("stray-read", "RAM id 1: stray read of 0x130: no layer in flight owns it; this id reads for none")
BUS, LATE = Wrong("BUS", "it asked another block", 5.0), Wrong("FIFO", "it did not give data", 9.0, missing=True)


def divergence(unit, place=None):
    look = Look(LOAD_ADD, LAYER, passed=1, due=2, difference="transfer 0", held_up=False, place=place)
    return Divergence(look, unit, "transfer 0", "")


DIFFERS, HELD_UP, SHORT = divergence("differs"), divergence("held up"), divergence("ended short")


def named(errors, divergences, *wrong):
    """The unit that is named."""
    found = verdict(errors, INSIDE, divergences, sorted(wrong, key=lambda item: item.missing), SUBJECTS)
    return found.unit if isinstance(found, Divergence) else found[-1].removeprefix(THE_UNIT)


@pytest.mark.parametrize(
    ("errors", "divergences", "wrong", "unit"),
    [
        ([DATA], Divergences(DIFFERS, HELD_UP, SHORT), [BUS, LATE], "BUS"),
        ([DATA], Divergences(DIFFERS, HELD_UP, SHORT), [LATE], "differs"),
        ([HANG], Divergences(None, HELD_UP, SHORT), [LATE], "FIFO"),
        ([HANG], Divergences(None, HELD_UP, SHORT), [], "held up"),
        ([DATA, LIMIT], Divergences(None, HELD_UP, SHORT), [LATE], "ended short"),
        ([DATA, LIMIT], Divergences(None, HELD_UP, None), [LATE], "ADDER (the error is about it)"),
        ([STRAY, LIMIT], Divergences(None, None, None), [], "LOADER (the error is about it)"),
        ([DATA, Finding("bus-hang", "a read was not answered")], Divergences(DIFFERS, None, None), [], "REGISTERS"),
        (
            [DATA, Finding("axi-strobe", "RAM: w: in part")],
            Divergences(None, None, None),
            [],
            "MEMORY",
        ),
    ],
)
def test_what_is_certain_comes_before_what_is_missing(errors, divergences, wrong, unit):
    assert named(errors, divergences, *wrong) == unit


def test_the_derivation_of_the_first_wrong_byte_is_shown_once(monkeypatch):
    monkeypatch.setattr(Layer, "derivation_of", lambda _layer, port, address: (Step("ADDER", port, str(address)),))
    assert len(divergence_lines(divergence("ADDER", ("RAM", 0x80)), DATA)) == 2
    *_, head, step = divergence_lines(divergence("ADDER", ("RAM", 0x90)), DATA)
    assert head == "the reference device came to 0x90, the first at the border, like this:"
    assert step == "ADDER  RAM  144"
