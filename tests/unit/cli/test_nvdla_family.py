"""What NVDLA shows the command line: the modules with its tests, which are found, not listed; a line for each trace."""

from importlib.util import find_spec
from pathlib import Path

from sequences.nvdla.traces import find
from sequences.nvdla.traces.play import on_model
from sequences.nvdla.traces.play.result import Outcome, TraceVerdict
from tb.nvdla import family
from tests.simulation import cocotb_tests

TEST = "import pyuvm\n\n\n@pyuvm.test()\nclass {name}Test:\n    pass\n"


def test_modules_with_tests_are_found_in_the_order_of_their_names(tmp_path, monkeypatch):
    for name in ("two", "one", "traces"):
        (tmp_path / f"{name}.py").write_text(TEST.format(name=name))
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "test_one.py").write_text('MODULE = "tests.sim.nvdla.one"\n')
    (tmp_path / "shared.py").write_text('"""Whoever writes @pyuvm.test() in front of a class, .."""\n')
    monkeypatch.setattr(family, "SIM_TESTS", tmp_path)
    (tmp_path / "copies.py").write_text('NEEDS = ("BDMA",)\n' + TEST.format(name="Copy"))
    one, two = "tests.sim.nvdla.one", "tests.sim.nvdla.two"
    assert family.find_test_modules("nv_full") == ("tests.sim.nvdla.copies", one, two)
    assert family.find_test_modules("nv_small") == (one, two)
    (tmp_path / "two.py").write_text('NEEDS = ("OWN_RTL",)\n' + TEST.format(name="Own"))
    assert family.find_test_modules("nv_small") == (one, two)
    assert family.find_attached_modules("nv_small") == (one,)


def test_what_is_found_is_there_and_has_tests():
    modules = family.FAMILY.test_modules("nv_full")
    assert family.FAMILY.sim_modules("nv_full") == ("tests.sim.nvdla.demo",)
    assert family.FAMILY.sim_modules("nv_small") == ("tests.sim.nvdla.registers",)
    assert set(family.FAMILY.sim_modules("nv_full")) < set(modules)
    assert not set(family.FAMILY.trace_modules) & set(modules)
    for module in (*modules, *family.FAMILY.trace_modules):
        assert find_spec(module)
        assert cocotb_tests(module), module


def test_a_trace_with_many_warnings_has_one_line(monkeypatch):
    verdict = TraceVerdict("one", Outcome.PASS, warnings=("busy", "race", "race"))
    monkeypatch.setattr(find, "read_trace", lambda *_: None)
    monkeypatch.setattr(on_model, "play_on_model", lambda *_, **__: verdict)
    line = family.NvdlaTraces().play_on_model(Path("one"), "nv_full", strict=False)
    assert str(line) == "PASS one warning: busy (and 2 more)"
