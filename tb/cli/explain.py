"""``tb explain``: how the reference device comes to one value of a trace."""

from __future__ import annotations

import argparse
import os

from tb.cli.options.shared import Subparsers, add_command, add_device
from tb.cli.trace import BAD_INPUT, add_folders, checked_traces, chosen_folders
from tb.runner.errors import UserError
from tb.runner.family.find import load_family

EXAMPLES = """\
  python -m tb explain traces/sanity3 --at 0x80080020
  python -m tb explain traces/sanity3 --at 0,17,3,2"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "explain", "Show how the device comes to one value of a trace.", EXAMPLES)
    add_folders(parser)
    parser.add_argument(
        "--at",
        default=os.environ.get("AT", ""),
        metavar="PLACE",
        help="an address, or n,c,h,w of the output of the last layer (3:n,c,h,w: of layer 3) (AT)",
    )
    add_device(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play each trace on the device alone and print the value's way.

    Raises:
        UserError: an unknown name, no place or no traces, or nothing is written there.
    """
    folders = chosen_folders(options, "trace given; make explain AT=<place>")
    if not options.at:
        raise UserError("which value? AT=<address>, such as AT=0x80000100, or AT=n,c,h,w of the last layer's output")
    family = load_family(options.family)
    config = family.config(options.config)
    checks = checked_traces(family, folders, config)
    if checks is None:
        return BAD_INPUT
    for check in checks:
        if len(checks) > 1:
            print(f"{check.name}:")
        print("\n".join(family.traces.explain(check.folder, config, options.at)), flush=True)
    return 0
