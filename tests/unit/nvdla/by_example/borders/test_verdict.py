"""Which of all that was found is the cause."""

import pytest

from models.derivation import Step
from models.layer import Claim, Layer
from models.nvdla.config import find_config
from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.comparison.look import Look
from tb.borders.divergence.divergence import Divergence
from tb.borders.divergence.verdict import THE_UNIT, Divergences, divergence_lines, verdict
from tb.findings import Finding
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.borders.subjects import subjects

CONFIG = find_config("tiny")
(RESULTS,) = (border for border in borders(CONFIG) if border.tap == "cacc_sdp")
INSIDE = Inside({}, Seen(), 2.0, 0.0)
LAYER = Layer("SDP", None, (Claim("SDP", "group 0", None),))
DATA, HANG, LIMIT = (
    Finding("wrong-data", f"{LAYER} on DBB id 8: wrong data at 0x80, output"),
    Finding("hang", f"watchdog: nothing moved; {LAYER} has to end"),
    Finding("error-limit", "30 errors"),
)
STRAY = Finding("stray-read", "DBB id 9: stray read of 0x130: no layer in flight owns it; this id reads for none")
CSB, LATE = Wrong("CSB", "it asked another block", 5.0), Wrong("CBUF", "it did not give data", 9.0, missing=True)


def divergence(unit, place=None):
    look = Look(RESULTS, LAYER, passed=1, due=2, difference="transfer 0", held_up=False, place=place)
    return Divergence(look, unit, "transfer 0", "")


DIFFERS, HELD_UP, SHORT = divergence("differs"), divergence("held up"), divergence("ended short")


def named(errors, divergences, *wrong):
    """The unit that is named."""
    found = verdict(errors, INSIDE, divergences, sorted(wrong, key=lambda item: item.missing), subjects(CONFIG))
    return found.unit if isinstance(found, Divergence) else found[-1].removeprefix(THE_UNIT)


@pytest.mark.parametrize(
    ("errors", "divergences", "wrong", "unit"),
    [
        ([DATA], Divergences(DIFFERS, HELD_UP, SHORT), [CSB, LATE], "CSB"),
        ([DATA], Divergences(DIFFERS, HELD_UP, SHORT), [LATE], "differs"),
        ([HANG], Divergences(None, HELD_UP, SHORT), [LATE], "CBUF"),
        ([HANG], Divergences(None, HELD_UP, SHORT), [], "held up"),
        ([DATA, LIMIT], Divergences(None, HELD_UP, SHORT), [LATE], "ended short"),
        ([DATA, LIMIT], Divergences(None, HELD_UP, None), [LATE], "SDP (the error is about it)"),
        ([STRAY, LIMIT], Divergences(None, None, None), [], "RBK (the error is about it)"),
        ([DATA, Finding("csb-hang", "CSB read was not answered")], Divergences(DIFFERS, None, None), [], "CSB"),
        (
            [DATA, Finding("axi-strobe", "DBB: w: in part")],
            Divergences(None, None, None),
            [],
            "the memory interface of DBB",
        ),
    ],
)
def test_what_is_certain_comes_before_what_is_missing(errors, divergences, wrong, unit):
    assert named(errors, divergences, *wrong) == unit


def test_the_derivation_of_the_first_wrong_byte_is_shown_once(monkeypatch):
    monkeypatch.setattr(Layer, "derivation_of", lambda _layer, port, address: (Step("SDP", port, str(address)),))
    assert len(divergence_lines(divergence("SDP", ("DBB", 0x80)), DATA)) == 2
    *_, head, step = divergence_lines(divergence("SDP", ("DBB", 0x90)), DATA)
    assert head == "the reference device came to 0x90, the first at the border, like this:"
    assert step == "SDP  DBB  144"
