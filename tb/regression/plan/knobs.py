"""Makes sure, before anything is played, that tests have the knobs that a suite sets.

Modules of tests are imported by a process of its own, ``python -m tb.regression.plan.knobs``; what one lacks of a
simulator is left to the simulation.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from tb.regression.plan.expand import Expanded
from tb.runner.errors import UserError, printable
from tb.runner.paths import ROOT

LONGEST_S = 900.0


def check_knobs(expanded: Expanded, folder: Path | None) -> None:
    """Hold the knobs of all runs against what their tests have.

    Args:
        expanded: the runs.
        folder: where Python looks for modules of tests too.

    Raises:
        UserError: a test has no such knob, or it cannot have that value; or a module of tests does not end.
    """
    asked = sorted({(run.test, run.knobs) for run, _ in expanded.kinds if run.knobs})
    if not asked:
        return
    words = [sys.executable, "-m", __spec__.name, str(folder or "")]
    try:
        answer = subprocess.run(
            words, cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, check=False, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        names = ", ".join(sorted({test.rpartition(".")[0] for test, _ in asked}))
        raise UserError(f"the knobs of tests: in {LONGEST_S:g} s their modules were not imported: {names}") from None
    if answer.stdout.strip():
        raise UserError(printable(answer.stdout.strip().splitlines()[0]))


def _complaint(test: str, knobs: Iterable[tuple[str, str]]) -> str:
    """What is wrong with a test's knobs; empty if nothing is, or if the test cannot be imported here."""
    module, _, name = test.rpartition(".")
    try:
        kind: Any = getattr(import_module(module), name)
    except Exception:
        return ""
    try:
        kind.knobs_with(dict(knobs))
    except ValueError as error:
        return str(error)
    return ""


def _main(folder: str) -> None:
    if folder:
        sys.path.append(folder)
    complaints = (_complaint(test, knobs) for test, knobs in json.load(sys.stdin))
    print(next(filter(None, complaints), ""))


if __name__ == "__main__":
    _main(*sys.argv[1:])
