"""``TESTS=<folder>``: test files of a user's own, wherever they are."""

import argparse
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tb.cli import main as main_module
from tb.cli.options.selection import left_out, selected_modules, variables_of_tests
from tb.cli.sim import replay
from tb.environment.config import EnvConfig
from tb.environment.test_shape import checked_config
from tb.runner.errors import UserError
from tb.runner.family.test_modules import FamilyTests

GOOD = """
from pyuvm import test
from tests.sim.environment.bells import BellsBaseTest
import own_helper

@test()
class {name}(BellsBaseTest):
    async def stimulus(self, bench):
        pass
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with two files of tests, and one that both import."""
    (tmp_path / "own_helper.py").write_text("")
    (tmp_path / "own_first.py").write_text(GOOD.format(name="OwnFirstTest"))
    (tmp_path / "own_second.py").write_text(GOOD.format(name="OwnSecondTest"))
    return tmp_path


def why_not(path, config, _attached):
    """A small configuration cannot play all."""
    return "needs two memories, small has one" if (config, path.stem) == ("small", "own_second") else ""


FAMILY = SimpleNamespace(tests=FamilyTests(folder=Path(), package="", why_not=why_not).tests)


def select(folder, test=None, config="large"):
    return selected_modules(FAMILY, argparse.Namespace(tests=folder, test=test, attach=None, config=config))


def test_all_tests_of_the_folder_or_those_that_test_selects(folder):
    assert select(folder) == ("own_first", "own_second")
    assert select(folder, "Second") == ("own_second",)


def test_what_a_configuration_lacks_is_said(folder, capsys):
    assert select(folder, config="small") == ("own_first",)
    assert capsys.readouterr().err == "left out: OwnSecondTest needs two memories, small has one\n"


def others(*case):
    """Each starts Python three times."""
    return pytest.param(*case, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import nothing_there", r"own_broken\.py:1: import nothing_there \(ModuleNotFoundError: No module .*\)"),
        (
            "from sequences.drawing import Mapping, skewed",
            r"own_broken\.py:1: from .* \(ModuleNotFound.*\); skewed is in sequences\.draw",
        ),
        others(
            "from tb.environment.base_test import Bse",
            r"own_broken\.py:1: from .* \(ImportError: cannot import .*\)",
        ),
        others("def f(:", r"own_broken\.py:1: invalid syntax"),
        others(
            "x = undefined_name", r"own_broken\.py:1: x = undefined_name \(NameError: name 'undefined_name' is not .*\)"
        ),
        others("raise RuntimeError('no')", r"own_broken\.py:1: raise RuntimeError\('no'\) \(RuntimeError: no\)"),
        ("import sys; sys.exit(3)", r"own_broken\.py:1: import sys; sys\.exit\(3\) \(SystemExit: 3\)"),
    ],
)
def test_a_file_that_cannot_be_imported_is_left_out_unless_it_is_needed(folder, capsys, text, says):
    (folder / "own_broken.py").write_text(text + GOOD.format(name="OwnBrokenTest"))
    assert select(folder, "OwnFirst") == ("own_first",)
    told = capsys.readouterr().err
    assert re.fullmatch(rf"left out: {re.escape(str(folder))}/{says}\n", told), told
    for test in ("OwnBroken", None):
        with pytest.raises(UserError, match=rf"TESTS=.*: {re.escape(str(folder))}/{says}; correct it, or "):
            select(folder, test)


def test_what_needs_a_simulator_is_left_to_the_simulation(folder):
    (folder / "own_first.py").write_text("import cocotb; cocotb.top.clock" + GOOD.format(name="OwnFirstTest"))
    assert select(folder, "OwnFirst") == ("own_first",)


PLAIN = """
import cocotb
import pyuvm
from tests.sim.environment.bells import BellsBaseTest

{above}
class MineTest({base}):
    {body}
"""
STIMULUS = "async def stimulus(self, bench): pass"


@pytest.mark.parametrize(
    ("above", "base", "body", "says"),
    [
        ("@pyuvm.test", "BellsBaseTest", STIMULUS, r"mine\.py:6: write @pyuvm\.test\(\)"),
        ("@cocotb.test()", "BellsBaseTest", STIMULUS, r"mine\.py:6: write @pyuvm\.test\(\) in front of a class; .*"),
        ("", "BellsBaseTest", STIMULUS, r"no test in it; .*mine\.py:7: MineTest is no test: write @pyuvm\.test\(\) .*"),
        (
            "@pyuvm.test()",
            "pyuvm.uvm_test",
            STIMULUS,
            r"mine\.py:6: MineTest inherits no base test, so nothing would .*",
        ),
        ("@pyuvm.test()", "BellsBaseTest", "pass", r"mine\.py:6: MineTest has no stimulus: write async def [^;]*"),
        ("@pyuvm.test()", "BellsBaseTest", STIMULUS.replace("us", "os"), r".*; did you mean stimulos\?"),
        (
            "@pyuvm.test()",
            "BellsBaseTest",
            "async def stimulus(self): pass",
            r".*MineTest\.stimulus does not take a .*",
        ),
        (
            "@pyuvm.test()",
            "BellsBaseTest",
            "async def run_phase(self): pass",
            r".*MineTest\.run_phase replaces that of BellsBaseTest, which checks: write in stimulus what .*",
        ),
        (
            "@pyuvm.test()",
            "BellsBaseTest",
            "def build_phase(self): pass",
            r".*: write super\(\)\.build_phase\(\) in it",
        ),
        ("def (", "BellsBaseTest", STIMULUS, r"no test in it; .*mine\.py:6: invalid syntax"),
        ("import nothing_there", "BellsBaseTest", STIMULUS, r"no test in it; .*mine\.py:6: import .*ModuleNot.*"),
    ],
)
def test_a_class_that_is_not_the_test_it_was_meant_to_be(tmp_path, above, base, body, says):
    (tmp_path / "mine.py").write_text(PLAIN.format(above=above, base=base, body=body))
    with pytest.raises(UserError, match=rf"^TESTS=[^\n]*{says}(; correct it, or choose others with TEST)?$"):
        select(tmp_path)


def test_a_class_without_the_decorator_is_said_beside_tests(folder, capsys):
    text = GOOD.format(name="OwnFirstTest") + GOOD.format(name="OwnOtherTest").replace("@test()\n", "")
    (folder / "own_first.py").write_text(text)
    assert select(folder, "OwnFirst") == ("own_first",)
    assert re.fullmatch(r"left out: .*own_first\.py:\d+: OwnOtherTest is no test: write .*\n", capsys.readouterr().err)


def test_two_classes_of_one_name(folder):
    (folder / "own_first.py").write_text(2 * GOOD.format(name="OwnFirstTest"))
    with pytest.raises(
        UserError, match=r"own_first\.py: OwnFirstTest: line 16 replaces line 7: give one another name$"
    ):
        select(folder)


def test_a_phase_that_calls_its_base_may_be_added_to(tmp_path):
    body = f"{STIMULUS}\n    def build_phase(self): super().build_phase()"
    (tmp_path / "mine.py").write_text(PLAIN.format(above="@pyuvm.test()", base="BellsBaseTest", body=body))
    assert select(tmp_path) == ("mine",)


def test_a_configuration_that_configure_forgot_to_return():
    with pytest.raises(TypeError, match=r"str\.configure returned None: write return EnvConfig"):
        checked_config(str, None, EnvConfig)


def test_a_test_of_another_name_names_few_modules():
    tests = {f"tests.a{number}.OneTest": "" for number in range(30)}
    with pytest.raises(UserError, match=r"^TEST=xyzzy: no test matches; there are tests in a0, a1, .{,40}, \.\.$"):
        left_out("xyzzy", tests, "TEST=xyzzy")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "copy.py",
            GOOD.format(name="A"),
            "copy.py: Python has another module called copy: give the file",
        ),
        ("my-own.py", GOOD.format(name="A"), "my-own.py: a file with tests has a name of letters, digits and _ only"),
    ],
)
def test_wrong_files_are_named(folder, name, text, says):
    (folder / name).write_text(text)
    with pytest.raises(UserError, match=re.escape(says)):
        select(folder)


def test_a_folder_without_a_test(tmp_path):
    with pytest.raises(UserError, match=r"^TESTS=.*: no test in it; docs/first_test.md says how to write one$"):
        select(tmp_path)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mien", r"TESTS=.*mien: no such folder; did you mean mine\?"),
        ("mine/a.py", "TESTS=.*a.py: a file; give the folder that it is in, and TEST=<name> to choose"),
    ],
)
def test_what_is_no_folder_is_one_line(tmp_path, monkeypatch, capsys, name, says):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.py").write_text("")
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setenv("TESTS", str(tmp_path / name))
    with pytest.raises(SystemExit) as ended:
        main_module.main(["sim"])
    told = capsys.readouterr().err
    assert (ended.value.code, len(told.splitlines())) == (2, 1)
    assert re.search(says, told)


def test_the_folder_goes_into_the_simulation_and_into_the_replay(tmp_path):
    options = argparse.Namespace(
        tests=tmp_path, seed=1, sim="icarus", family=None, config="small", taps=False, errata=""
    )
    options = argparse.Namespace(
        **vars(options), attach=None, memory="hdl", memory_mb=64, self_check="stop", knobs=None, plusargs=[]
    )
    assert list(variables_of_tests(options).values()) == [str(tmp_path)]
    assert f" TESTS={tmp_path} " in replay(options, "OwnFirstTest")


def test_of_a_long_name_a_part_is_enough_to_be_near():
    with pytest.raises(UserError, match=r"^TEST=Convlve: no test matches; the nearest is FirstConvolutionTest$"):
        left_out("Convlve", {"tests.first.FirstConvolutionTest": "", "tests.a.Other": ""}, "TEST=Convlve")
