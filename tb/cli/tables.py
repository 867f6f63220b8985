"""``tb tables``: look-up tables of a function, and how far off they are."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from math import isfinite, nan

from tb.cli.options.shared import Subparsers, add_command, add_device, switch
from tb.runner.errors import UserError
from tb.runner.family.find import load_family
from tb.runner.family.tables import TableRequest
from tb.runner.paths import BUILD, shown
from tb.whole_file import write_whole

EXAMPLES = """\
  python -m tb tables --function sigmoid
  python -m tb tables --function tanh --precision FP16
  python -m tb tables --function 'x * exp(-x)' --low 0 --high 6
  python -m tb tables --function mine:swish --low -8 --high 8 --in-step 0.001"""
NUMBERS = {
    "low": "where the range begins",
    "high": "where it ends",
    "in-step": "the real number that 1 at the tables' input stands for",
    "out-step": "the real number that 1 in an entry stands for",
}


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    summary = "Make look-up tables of a function: registers, entries, the error as numbers and as a picture."
    parser = add_command(subparsers, "tables", summary, EXAMPLES)
    add_device(parser)
    env = os.environ
    parser.add_argument(
        "--function",
        default=env.get("FUNCTION"),
        help="a name that the family knows, module:function, or an expression of x (FUNCTION)",
    )
    parser.add_argument("--precision", default=env.get("PRECISION"), help="a number format (PRECISION)")
    for name, text in NUMBERS.items():
        variable = name.upper().replace("-", "_")
        parser.add_argument(
            f"--{name}", type=_number(variable), default=env.get(variable), metavar="X", help=f"{text} ({variable})"
        )
    parser.add_argument(
        "--exponential",
        nargs="?",
        const="1",
        type=switch("EXPONENTIAL"),
        default=env.get("EXPONENTIAL"),
        help="one table has its entries at powers of two (EXPONENTIAL=1; 0 if it has not)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print registers and errors, write the page and the entries.

    Raises:
        UserError: there is no function, or no table can be made of it.
    """
    family = load_family(options.family)
    if family.tables is None:
        raise UserError(f"{family.name} has no look-up tables")
    if not options.function:
        raise UserError("no function is given; FUNCTION=sigmoid, FUNCTION='x * exp(-x)' LOW=0 HIGH=6")
    report = family.tables(
        TableRequest(
            function=options.function,
            config=family.config(options.config),
            precision=options.precision,
            low=options.low,
            high=options.high,
            in_step=options.in_step,
            out_step=options.out_step,
            exponential=options.exponential,
        )
    )
    folder = BUILD / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    page, data = folder / f"{report.name}.html", folder / f"{report.name}.json"
    write_whole(page, report.page)
    write_whole(data, report.data)
    print("\n".join(report.lines))
    print(f"picture: {shown(page)}; registers and entries: {shown(data)}")
    return 0


def _number(name: str) -> Callable[[str], float]:
    """What reads a variable that is a real number."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = nan
        if not isfinite(value):
            raise argparse.ArgumentTypeError(f"{name}={text}: not a number such as -8 or 0.5")
        return value

    return read
