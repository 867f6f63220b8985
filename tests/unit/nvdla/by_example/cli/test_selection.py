"""Which tests a regular expression selects, and what is said of those that cannot be played."""

import re

import pytest

from tb.cli import main as main_module
from tb.cli.options.selection import left_out
from tb.nvdla.family import FAMILY
from tb.runner.errors import UserError

TESTS = {"a.copies.CopyTest": "", "a.copies.MoveTest": "", "a.first.FirstLayersTest": "needs CVSRAM, tiny has DBB"}


def test_what_is_selected_and_left_out_is_named():
    assert left_out("Copy", TESTS, "TEST=Copy") == []
    assert left_out("Test", TESTS, "TEST=Test") == ["FirstLayersTest needs CVSRAM, tiny has DBB"]


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("CopyTset", "TEST=CopyTset: no test matches; the nearest is CopyTest"),
        ("^Move.*Tset$", "TEST=^Move.*Tset$: no test matches; the nearest is MoveTest"),
        ("xyzzy", "TEST=xyzzy: no test matches; there are tests in copies, first"),
        ("First", "TEST=First: left out: FirstLayersTest needs CVSRAM, tiny has DBB"),
    ],
)
def test_what_selects_nothing_that_can_be_played_is_an_error(pattern, says):
    with pytest.raises(UserError, match=f"^{re.escape(says)}"):
        left_out(pattern, TESTS, f"TEST={pattern}")


@pytest.mark.parametrize(
    ("config", "attached", "name", "reason"),
    [
        ("tiny", False, "first.FirstLayersTest", "needs CVSRAM, tiny has DBB"),
        ("nv_full", False, "first.FirstLayersTest", ""),
        ("nv_full", True, "csb.", "needs npuvm's own RTL: run it without ATTACH"),
        ("nv_small", False, "cdp.", "needs INT16, nv_small has INT8"),
    ],
)
def test_why_a_configuration_does_not_have_a_test(config, attached, name, reason):
    found = {test: why for test, why in FAMILY.tests(config, attached).items() if name in test}
    assert found
    assert set(found.values()) == {reason}


@pytest.mark.parametrize("config", FAMILY.configs)
def test_the_tests_without_a_reason_are_those_of_the_modules_that_are_played(config):
    played = {test.rpartition(".")[0] for test, why in FAMILY.tests(config, False).items() if not why}
    assert played == set(FAMILY.test_modules(config))


def test_nothing_is_simulated_for_a_name_that_does_not_exist(monkeypatch, capsys):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("tb.cli.record.simulate", None)
    assert main_module.main(["record", "--config", "tiny", "--test", "RandomBdmaTset", "--out", "build/none"]) == 2
    assert "TEST=RandomBdmaTset: no test matches; the nearest is RandomBdma" in capsys.readouterr().err
