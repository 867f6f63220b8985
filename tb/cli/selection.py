"""Which tests ``TEST`` selects, found before anything is simulated."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from tb.cli.attach import playable_modules
from tb.runner.errors import UserError
from tb.runner.family.family import Family


def selected_modules(family: Family, options: argparse.Namespace, config: str) -> tuple[str, ...]:
    """The modules with all tests that the chosen design can play; what `TEST` selects beyond them is named.

    Raises:
        UserError: `TEST` selects none of their tests.
    """
    there = playable_modules(family, options, config)
    if family.tests is None:
        return there
    tests = family.tests(config, options.attach is not None)
    for line in left_out(options.test, tests):
        print(f"left out: {line}", file=sys.stderr)
    return there


def left_out(pattern: str, tests: Mapping[str, str]) -> Sequence[str]:
    """The tests that a regular expression selects and that cannot be played, each with the reason.

    Args:
        pattern: the regular expression.
        tests: every test's ``module.name``, and why it cannot be played; empty if it can.

    Raises:
        UserError: there is none that it selects, or none of them can be played.
    """
    selected = [name for name in tests if re.search(pattern, name)]
    lacking = [f"{name.rpartition('.')[2]} {tests[name]}" for name in selected if tests[name]]
    if not selected:
        names = [name.rpartition(".")[2] for name in tests]
        near = get_close_matches(re.sub(r"\W", "", pattern), names, n=3)
        modules = dict.fromkeys(name.split(".")[-2] for name in tests)
        hint = f"the nearest is {' or '.join(near)}" if near else f"there are tests in {', '.join(modules)}"
        raise UserError(f"TEST={pattern}: no test matches; {hint}")
    if len(lacking) == len(selected):
        raise UserError(f"TEST={pattern}: left out: {'; '.join(lacking)}")
    return lacking
