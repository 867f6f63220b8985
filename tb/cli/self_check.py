"""Recorded layers, played first on attached RTL: a mis-built design is told from a failing one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tb.cli.options.option import add_option, one_of
from tb.cli.trace_rtl import play_on_rtl
from tb.outcome.results import Verdict
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.traces import TraceCheck, TracePlayer
from tb.runner.jobs.vectors import unpack_vectors

STOP, WARN, OFF = "stop", "warn", "off"


def add_self_check(parser: argparse.ArgumentParser) -> None:
    """What to do where they fail."""
    text = "where recorded layers fail on attached RTL: stop, or warn and go on; off plays none of them"
    text = f"{text} (SELF_CHECK; default %(default)s)"
    choice = one_of("SELF_CHECK", STOP, WARN, OFF)
    add_option(parser, "self-check", text, default=STOP, kind=choice, metavar="HOW")


def self_check(family: Family, options: argparse.Namespace) -> bool:
    """Play the family's recorded layers on the attached design and say so; nothing to do without one.

    Returns:
        Whether to go on.

    Raises:
        UserError: the design does not compile, or a tool is missing.
    """
    if options.attach is None or options.self_check == OFF:
        return True
    traces = family.traces
    if traces is None or traces.vectors is None:
        _say(f"FAMILY={family.name} has no recorded traces")
        return True
    checks = list(_fitting(traces.player, traces.vectors, options.config))
    if not checks:
        _say(f"no recorded trace is one for {options.config}")
        return True
    strict = argparse.Namespace(**vars(options) | {"strict": False, "waves": False, "errata": ""})
    lines = play_on_rtl(family, checks, strict)
    failed = [line for line in lines.values() if line.verdict is Verdict.FAIL]
    _say(f"{len(lines) - len(failed)} of {len(lines)} recorded traces pass")
    for line in failed:
        _say(str(line))
    if not failed:
        return True
    _say("the build, or the simplest of layers, is wrong: see docs/attach.md, 'Traps'")
    if options.self_check == WARN:
        return True
    _say(f"stopped, nothing else was run; SELF_CHECK={WARN} goes on, SELF_CHECK={OFF} does without")
    return False


def _fitting(player: TracePlayer, vectors: Path, config: str) -> Iterator[TraceCheck]:
    """The recorded traces that a configuration can play: those that pass on the reference device alone."""
    for folder in unpack_vectors(vectors):
        try:
            check = player.check(folder, config)
        except UserError:  # an address that this configuration has not
            continue
        if not check.skip and player.play_on_model(folder, config, strict=False).verdict is Verdict.PASS:
            yield check


def _say(text: str) -> None:
    print(f"self-check: {text}", file=sys.stderr)
