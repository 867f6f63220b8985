"""``tb doctor``: a table of tools."""

from __future__ import annotations

import argparse
import os

from tb.cli.options import Subparsers, add_command

EXAMPLES = """\
  python -m tb doctor
  python -m tb doctor --sim verilator"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "doctor", "Show tools, versions, what is missing and how to get it.", EXAMPLES)
    parser.add_argument(
        "--sim", default=os.environ.get("SIM") or "icarus", help="the simulator to be used (SIM; %(default)s)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table.

    Returns:
        The exit status: 0 if all is there that the chosen simulator needs.

    Raises:
        UserError: there is no such simulator.
    """
    from rich.table import Table
    from rich.text import Text

    from tb.doctor import checks, missing
    from tb.reports.console import make_console
    from tb.runner.simulator import simulator

    if options.sim != "none":
        simulator(options.sim)
    found = checks()
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", "tool", "found", "for", "how to get it"):
        table.add_column(title, overflow="fold")
    for check in found:
        if check.found:
            state = Text("ok", "green")
        else:
            state = Text("MISSING", "bold red") if check.is_needed(options.sim) else Text("absent", "yellow")
        table.add_row(state, check.name, check.found, check.purpose, "" if check.found else check.remedy)
    console = make_console()
    console.print(table)
    lacking = missing(found, options.sim)
    verdict = f"missing: {', '.join(check.name for check in lacking)}" if lacking else "nothing is missing"
    console.print(f"\nfor SIM={options.sim}: {verdict}")
    return 1 if lacking else 0
