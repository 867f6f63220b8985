"""``tb tables``: look-up tables of a function, and how far off they are."""

from __future__ import annotations

import argparse
from dataclasses import fields
from math import isfinite

from tb.cli.options.option import add_option, add_switch, number, variable_of
from tb.cli.options.shared import add_device, chosen_family
from tb.runner.errors import UserError
from tb.runner.paths import BUILD, shown
from tb.whole_file import write_whole

SUMMARY = "Make look-up tables of a function: registers, entries, the error as numbers and as a picture."
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


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)
    text = "a name that is known, module:function, or an expression of x (FUNCTION)"
    add_option(parser, "function", text)
    add_option(parser, "precision", "a number format (PRECISION)")
    for name, text in NUMBERS.items():
        variable = variable_of(name)
        kind = number(variable, float, isfinite, "a number such as -8 or 0.5")
        add_option(parser, name, f"{text} ({variable})", kind=kind, metavar="X")
    text = "one table has its entries at powers of two (EXPONENTIAL=1; 0 if it has not)"
    add_switch(parser, "exponential", text, default=None)


def run(options: argparse.Namespace) -> int:
    """Print registers and errors, write the page and the entries.

    Raises:
        UserError: there is no function, or no table can be made of it.
    """
    from tb.nvdla.tables.making import TableRequest, make_tables

    chosen_family(options)
    if not options.function:
        raise UserError("no function is given; FUNCTION=sigmoid, FUNCTION='x * exp(-x)' LOW=0 HIGH=6")
    report = make_tables(TableRequest(**{item.name: getattr(options, item.name) for item in fields(TableRequest)}))
    folder = BUILD / "tables"
    page, data = folder / f"{report.name}.html", folder / f"{report.name}.json"
    write_whole(page, report.page)
    write_whole(data, report.data)
    print("\n".join(report.lines))
    print(f"picture: {shown(page)}; registers and entries: {shown(data)}")
    return 0
