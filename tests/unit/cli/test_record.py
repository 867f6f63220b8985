"""``make record``: which seeds, and what it refuses."""

import argparse
from types import SimpleNamespace

import pytest

from tb.cli.main import main
from tb.cli.options.seeds import seeds


def test_numbers_and_ranges_in_order():
    assert seeds(10)("1,5, 10-12") == [1, 5, 10, 11, 12]


@pytest.mark.parametrize("text", ["", "a", "3-1", "-4"])
def test_anything_else_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="neither a number nor a range"):
        seeds(10)(text)


def test_more_than_there_may_be_are_refused():
    with pytest.raises(argparse.ArgumentTypeError, match="SEEDS=1-11: more than 10 seeds; take them in turns"):
        seeds(10)("1-11")


def test_a_test_must_be_named(monkeypatch, capsys):
    monkeypatch.delenv("COCOTB_TEST_FILTER", raising=False)
    assert main(["record"]) == 2
    assert "name the tests to record" in capsys.readouterr().err


@pytest.mark.parametrize("out", ["file", "file/deeper", "x" * 300])
def test_where_nothing_can_be_written_nothing_is_simulated(monkeypatch, capsys, tmp_path, out):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("tb.cli.record.chosen_design", lambda *_: pytest.fail("a design was made"))
    (tmp_path / "file").touch()
    assert main(["record", "--test", "Any", "--out", str(tmp_path / out)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"error: OUT={tmp_path / out}: ")
    assert line.endswith("name a folder that you may write to")


@pytest.mark.parametrize(
    ("dialects", "said"), [(("plain", "odd"), "choose one of plain, odd"), ((), "traces of chip have one form")]
)
def test_a_form_of_traces_that_there_is_not_is_refused(monkeypatch, capsys, tmp_path, dialects, said):
    parts = SimpleNamespace(dialects=dialects)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("tb.cli.record.chosen_family", lambda _: SimpleNamespace(name="chip", traces=parts))
    monkeypatch.setattr("tb.cli.record.chosen_design", lambda *_: pytest.fail("a design was made"))
    assert main(["record", "--test", "Any", "--out", str(tmp_path / "out"), "--dialect", "evn"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"error: DIALECT=evn: {said}"
