"""``tb lint-rtl``: Verilator's warnings on a family's behavioural RTL, in every hardware configuration."""

from __future__ import annotations

import argparse

from tb.cli.options.shared import add_family
from tb.runner.family.find import load_family
from tb.runner.simulators.verilator.simulator import lint

SUMMARY = "Lint the behavioural RTL of all configurations."
EXAMPLES = """\
  python -m tb lint-rtl"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_family(parser)


def run(options: argparse.Namespace) -> int:
    """Print the warnings of each configuration that has any.

    Raises:
        UserError: an unknown family, or no Verilator.
    """
    family = load_family(options.family)
    status = 0
    for config in family.configs:
        complaints = lint(family.design(config))
        print(f"{'FAIL' if complaints else 'PASS'} {config} verilator -Wall", flush=True)
        if complaints:
            print(complaints, flush=True)
            status = 1
    return status
