"""The option ``--attach``: a user's RTL in place of the family's own."""

from __future__ import annotations

import argparse
from pathlib import Path

from tb.cli.options.memory import with_memory
from tb.cli.options.option import add_option
from tb.runner.attach.attached import read_attached
from tb.runner.design import Design
from tb.runner.family.family import Family


def add_attach(parser: argparse.ArgumentParser) -> None:
    """Which RTL."""
    text = "take the RTL that this file describes (ATTACH; docs/attach.md)"
    add_option(parser, "attach", text, kind=Path, metavar="TOML")


def chosen_design(family: Family, options: argparse.Namespace) -> Design:
    """The user's RTL if they attach one, else the family's behavioural RTL; with the memories that are asked for.

    Raises:
        UserError: the user's file or RTL is wrong, or taps are asked for and it names none.
    """
    config = options.config
    if options.attach is not None:
        links = family.tap_links(config)
        design = read_attached(options.attach, family.pins(config), links=links).design(taps=options.taps)
    else:
        design = family.design(config)
        design = family.with_taps(design) if options.taps else design
    return with_memory(design, options.memory, family=family, config=config, memory_mb=options.memory_mb)
