"""Which tests ``TEST`` and ``TESTS`` select, found before anything is simulated."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path

from models.nearest import did_you_mean
from tb.cli.options.option import add_option
from tb.knob_words import read_words
from tb.runner.errors import UserError, printable
from tb.runner.family.family import Family
from tb.runner.import_probe import broken_modules
from tb.runner.jobs.job import KNOBS_VARIABLE
from tb.runner.simulators.environment import MODULES_VARIABLE
from tb.runner.test_file import mistakes, undecorated

MOST_MODULES = 8
NEAR = 0.4
"""How like a name a pattern is that may have meant it; test names are long."""


def selected_modules(family: Family, options: argparse.Namespace) -> tuple[str, ...]:
    """The modules with the tests that are selected and can be played; what is selected beyond them is named.

    Raises:
        UserError: `TEST` and `TESTS` select no test, or one of a module that cannot be imported.
    """
    folder: Path | None = options.tests
    tests = family.tests(options.config, options.attach is not None, folder)
    asked, pattern = f"TEST={options.test}", options.test or ""
    if folder is not None:
        _need_tests(tests, folder)
        _need_own_names(tests, folder)
        asked = " ".join([*([asked] if options.test else []), f"TESTS={printable(str(folder))}"])
    lacking = left_out(pattern, tests, asked)
    chosen = tuple(dict.fromkeys(_module(name) for name, why in tests.items() if not why and re.search(pattern, name)))
    probed = tuple(dict.fromkeys(map(_module, tests))) if folder is not None else chosen
    broken = broken_modules(probed, folder)
    for module in chosen:
        if module in broken:
            raise UserError(f"{asked}: {broken[module]}; correct it, or choose others with TEST")
    for line in (*lacking, *broken.values()):
        print(f"left out: {line}", file=sys.stderr)
    return chosen


def left_out(pattern: str, tests: Mapping[str, str], asked: str) -> Sequence[str]:
    """The tests that a regular expression selects and that cannot be played, each with the reason.

    Args:
        pattern: the regular expression.
        tests: every test's ``module.name``, and why it cannot be played; empty if it can.
        asked: what the user wrote, for messages.

    Raises:
        UserError: there is none that it selects, or none of them can be played.
    """
    selected = [name for name in tests if re.search(pattern, name)]
    lacking = [f"{name.rpartition('.')[2]} {tests[name]}" for name in selected if tests[name]]
    if not selected:
        names = [name.rpartition(".")[2] for name in tests]
        near = get_close_matches(re.sub(r"\W", "", pattern), names, n=3, cutoff=NEAR)
        modules = dict.fromkeys(_module(name).rpartition(".")[2] for name in tests)
        few = ", ".join(list(modules)[:MOST_MODULES]) + (", .." if len(modules) > MOST_MODULES else "")
        hint = f"the nearest is {' or '.join(near)}" if near else f"there are tests in {few}"
        raise UserError(f"{asked}: no test matches; {hint}")
    if len(lacking) == len(selected):
        raise UserError(f"{asked}: left out: {'; '.join(lacking)}")
    return lacking


def add_tests(parser: argparse.ArgumentParser) -> None:
    """Which tests, and where they are."""
    add_test_filter(parser)
    add_tests_folder(parser)
    text = "what knobs of these tests are set to, such as 'profile=harsh' (KNOBS; docs/first_test.md)"
    add_option(parser, "knobs", text, default="", kind=_knobs, metavar="WORDS")


def add_test_filter(parser: argparse.ArgumentParser) -> None:
    """Which tests."""
    variable = "COCOTB_TEST_FILTER"
    text = f"only tests whose module.name it matches ({variable})"
    add_option(parser, "test", text, variable=variable, kind=_pattern, metavar="REGEX")


def add_tests_folder(parser: argparse.ArgumentParser) -> None:
    """Where tests of the user's are."""
    text = "a folder with test files of your own, which are taken in place of npuvm's (TESTS; docs/first_test.md)"
    add_option(parser, "tests", text, kind=_folder, metavar="FOLDER")


def variables_of_tests(options: argparse.Namespace) -> dict[str, str]:
    """What tells a simulation where the user's test files are, and what knobs are set to."""
    folder = {} if options.tests is None else {MODULES_VARIABLE: str(options.tests)}
    return folder | ({KNOBS_VARIABLE: options.knobs} if options.knobs else {})


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"TEST={text}: not a regular expression: {error}") from None
    return text


def _knobs(text: str) -> str:
    try:
        read_words(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _folder(text: str) -> Path:
    """A folder with tests of a user's, as the command line gives it.

    Raises:
        argparse.ArgumentTypeError: there is none.
    """
    folder = Path(text)
    if folder.is_dir():
        return folder.resolve()
    asked = f"TESTS={printable(text)}"
    if folder.exists():
        raise argparse.ArgumentTypeError(f"{asked}: a file; give the folder that it is in, and TEST=<name> to choose")
    beside = [item.name for item in folder.parent.iterdir() if item.is_dir()] if folder.parent.is_dir() else []
    raise argparse.ArgumentTypeError(f"{asked}: no such folder{did_you_mean(folder.name, beside)}")


def _need_tests(tests: Mapping[str, str], folder: Path) -> None:
    """Make sure that a folder has tests, and that none of its classes vanishes.

    Raises:
        UserError: it has none, with what is wrong with its files; or a class is not the test that it was meant to be.
    """
    asked, files = f"TESTS={printable(str(folder))}", sorted(folder.glob("*.py"))
    for line in (line for path in files for line in mistakes(path)):
        raise UserError(f"{asked}: {printable(line)}")
    beside = [line for path in files for line in undecorated(path)]
    if not tests:
        broken = broken_modules([path.stem for path in files if path.stem.isidentifier()], folder)
        why = [*broken.values(), *map(printable, beside), "docs/first_test.md says how to write one"][0]
        raise UserError(f"{asked}: no test in it; {why}")
    for line in beside:
        print(f"left out: {printable(line)}", file=sys.stderr)


def _need_own_names(tests: Mapping[str, str], folder: Path) -> None:
    """Make sure that Python finds the user's files by their names.

    Raises:
        UserError: one is called like a module that it finds elsewhere, or by no name that can be imported.
    """
    for module in dict.fromkeys(map(_module, tests)):
        path = printable(str(folder / f"{module}.py"))
        if not module.isidentifier():
            raise UserError(f"{path}: a file with tests has a name of letters, digits and _ only: give it another name")
        if find_spec(module) is not None:
            raise UserError(f"{path}: Python has another module called {module}: give the file another name")


def _module(test: str) -> str:
    return test.rpartition(".")[0]
