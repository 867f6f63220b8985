"""``TESTS=<folder>``: test files of a user's own, wherever they are."""

import argparse
import re

import pytest

from tb.cli import main as main_module
from tb.cli.selection import modules_variable, selected_modules
from tb.cli.sim import replay
from tb.nvdla.family import FAMILY
from tb.runner.errors import UserError

GOOD = """
from pyuvm import test
from tb.nvdla.base_test import NvdlaBaseTest
import own_helper

@test()
class {name}(NvdlaBaseTest):
    pass
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with two files of tests, and one that both import."""
    (tmp_path / "own_helper.py").write_text("")
    (tmp_path / "own_first.py").write_text(GOOD.format(name="OwnFirstTest"))
    (tmp_path / "own_second.py").write_text('NEEDS = ("CVSRAM",)' + GOOD.format(name="OwnSecondTest"))
    return tmp_path


def select(folder, test=None, config="nv_full"):
    return selected_modules(FAMILY, argparse.Namespace(tests=folder, test=test, attach=None), config)


def test_all_tests_of_the_folder_or_those_that_test_selects(folder):
    assert select(folder) == ("own_first", "own_second")
    assert select(folder, "Second") == ("own_second",)


def test_what_a_configuration_lacks_is_said(folder, capsys):
    assert select(folder, config="tiny") == ("own_first",)
    assert capsys.readouterr().err == "left out: OwnSecondTest needs CVSRAM, tiny has DBB\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import nothing_there", r"own_broken\.py:1: import nothing_there \(ModuleNotFoundError: No module .*\)"),
        (
            "from tb.nvdla.base_test import Bse",
            r"own_broken\.py:1: from .* \(ImportError: cannot import .*\)",
        ),
        ("def f(:", r"own_broken\.py:1: invalid syntax"),
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
    (folder / "own_first.py").write_text("raise RuntimeError" + GOOD.format(name="OwnFirstTest"))
    assert select(folder, "OwnFirst") == ("own_first",)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "copy.py",
            GOOD.format(name="A"),
            "copy.py: Python has another module called copy: give the file",
        ),
        ("my-own.py", GOOD.format(name="A"), "my-own.py: a file with tests has a name of letters, digits and _ only"),
        ("own_third.py", "NEEDS = 5\n" + GOOD.format(name="A"), "own_third.py:1: NEEDS = 5: write a tuple of names"),
        ("own_third.py", "NEEDS = X\n" + GOOD.format(name="A"), "own_third.py:1: NEEDS = X: write a tuple of names"),
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
    options = argparse.Namespace(tests=tmp_path, seed=1, sim="icarus", family=None, config="tiny", taps=False)
    options = argparse.Namespace(**vars(options), attach=None, memory="hdl", memory_mb=64)
    assert list(modules_variable(options).values()) == [str(tmp_path)]
    assert f" TESTS={tmp_path} " in replay(options, "OwnFirstTest")
