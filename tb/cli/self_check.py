"""Recorded layers, played first on attached RTL: a mis-built design is told from a failing one."""

from __future__ import annotations

import argparse
import sys

from tb.outcome.results import Verdict
from tb.runner.family.family import Family


def self_check(family: Family, options: argparse.Namespace) -> None:
    """Play the family's recorded layers on the attached design and say so; nothing to do without one.

    Raises:
        UserError: the design does not compile, or a tool is missing.
    """
    if options.attach is None:
        return
    from tb.cli.trace_rtl import play_on_rtl
    from tb.runner.jobs.vectors import unpack_vectors

    checks = [family.traces.check(folder, options.config) for folder in unpack_vectors(family.vectors)]
    strict = argparse.Namespace(**vars(options) | {"strict": False, "waves": False})
    lines = play_on_rtl(family, checks, strict)
    failed = [line for line in lines.values() if line.verdict is Verdict.FAIL]
    print(f"self-check: {len(lines) - len(failed)} of {len(lines)} recorded traces pass", file=sys.stderr)
    for line in failed:
        print(f"self-check: {line}", file=sys.stderr)
    if failed:
        print("self-check: the build, or the simplest of layers, is wrong: see docs/attach.md", file=sys.stderr)
