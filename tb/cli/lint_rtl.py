"""``tb lint-rtl``: Verilator's warnings on the behavioural RTL of one family or all, in each configuration."""

from __future__ import annotations

import argparse

from tb.cli.options.shared import add_family
from tb.runner.family.find import chosen_families
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
    status = 0
    for family in chosen_families(options.family):
        for config in family.configs:
            complaints = lint(family.design(config))
            print(f"{'FAIL' if complaints else 'PASS'} {config} verilator -Wall", flush=True)
            if complaints:
                print(complaints, flush=True)
                status = 1
    return status
