"""``tb explain``: how the reference device comes to one value of a trace."""

from __future__ import annotations

import argparse

from tb.cli.options.option import add_option
from tb.cli.options.shared import add_device, chosen_family
from tb.cli.trace import add_folders, checked_traces, chosen_folders
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.family.traces import Explain

SUMMARY = "Show how the device comes to one value of a trace."
EXAMPLES = """\
  python -m tb explain traces/sanity3 --at 0x80080020
  python -m tb explain traces/sanity3 --at 0,17,3,2"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_folders(parser)
    text = "which value: an address, or what else the family knows of places (AT)"
    add_option(parser, "at", text, metavar="PLACE")
    add_device(parser)


def run(options: argparse.Namespace) -> int:
    """Play each trace on the device alone and print the value's way.

    Raises:
        UserError: an unknown name, no place or no traces, or nothing is written there.
    """
    folders = chosen_folders(options, "trace given; make explain AT=<place>")
    family = chosen_family(options)
    explain = need(family, _explains, "explanation of values")
    if not options.at:
        raise UserError(f"which value? {explain.places}")
    checks = checked_traces(family, folders, options.config)
    for check in checks:
        if len(checks) > 1:
            print(f"{check.name}:")
        print("\n".join(explain.value(check.folder, options.config, options.at)), flush=True)
    return 0


def _explains(family: Family) -> Explain | None:
    return None if family.traces is None else family.traces.explain
