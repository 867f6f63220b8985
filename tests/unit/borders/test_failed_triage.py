"""Taps that cannot be looked at take nothing from what a test found."""

import pytest

from models.events import Started
from models.layer import Layer
from tb.borders.watch import BorderWatch, DesignTaps
from tb.findings import Findings
from tests.unit.borders.two_units import UNITS

WRONG = ("wrong-data", "RAM: byte 0x80 is 0x1, expected 0x2", 80.0, ("written by ADDER slot 0",))
FAILED = "triage failed: {}; the findings hold, the taps say nothing"


@pytest.fixture
def findings():
    findings = Findings()
    findings.error(*WRONG)
    findings.error("interrupt", "no interrupt", 90.0)
    return findings


@pytest.fixture
def watch(findings, tmp_path):
    watch = BorderWatch(DesignTaps(tmp_path), UNITS, findings)
    watch.notify(Started(Layer("ADDER", None, ())))
    return watch


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OverflowError("Python integer 300 out of\nbounds"), "OverflowError: Python integer 300 out of bounds"),
        (AssertionError(), "AssertionError"),
    ],
)
def test_findings_stay_when_triage_fails(watch, findings, monkeypatch, error, told):
    def fail(_end_ns):
        raise error

    monkeypatch.setattr(watch, "divergences", fail)
    watch.explain()
    first, second = findings.errors
    assert (first.kind, first.message, first.time_ns) == WRONG[:3]
    assert first.details == (FAILED.format(told), *WRONG[3])
    assert second.message == "no interrupt"


def test_findings_stay_when_a_tap_is_none(watch, findings, tmp_path):
    (tmp_path / "load_add.tap").write_bytes(b"xxxx")
    watch.explain()
    assert (
        findings.errors[0].details[0].startswith(f"triage failed: ValueError: {tmp_path}/load_add.tap: it begins with")
    )
    assert len(findings.errors) == 2
