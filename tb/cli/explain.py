"""``tb explain``: how the reference device comes to one value of a trace."""

from __future__ import annotations

import argparse

from tb.cli.options.option import add_option
from tb.cli.options.shared import add_device, chosen_family
from tb.cli.trace import add_folders, checked_traces, chosen_folders
from tb.runner.errors import UserError

SUMMARY = "Show how the device comes to one value of a trace."
EXAMPLES = """\
  python -m tb explain traces/sanity3 --at 0x80080020
  python -m tb explain traces/sanity3 --at 0,17,3,2"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_folders(parser)
    text = "an address, or n,c,h,w of the output of the last layer (3:n,c,h,w: of layer 3) (AT)"
    add_option(parser, "at", text, metavar="PLACE")
    add_device(parser)


def run(options: argparse.Namespace) -> int:
    """Play each trace on the device alone and print the value's way.

    Raises:
        UserError: an unknown name, no place or no traces, or nothing is written there.
    """
    folders = chosen_folders(options, "trace given; make explain AT=<place>")
    if not options.at:
        raise UserError("which value? AT=<address>, such as AT=0x80000100, or AT=n,c,h,w of the last layer's output")
    family = chosen_family(options)
    checks = checked_traces(family, folders, options.config)
    for check in checks:
        if len(checks) > 1:
            print(f"{check.name}:")
        print("\n".join(family.traces.explain(check.folder, options.config, options.at)), flush=True)
    return 0
