"""The option ``--attach``: a user's RTL in place of the family's own."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tb.cli.options.memory import with_memory
from tb.runner.attach.taps import TapLinks
from tb.runner.design import Design
from tb.runner.family.family import Family


def add_attach(parser: argparse.ArgumentParser) -> None:
    """Which RTL."""
    attach = os.environ.get("ATTACH")
    parser.add_argument(
        "--attach",
        type=Path,
        default=Path(attach) if attach else None,
        metavar="TOML",
        help="take the RTL that this file describes (ATTACH; docs/attach.md)",
    )


def playable_modules(family: Family, options: argparse.Namespace, config: str) -> tuple[str, ...]:
    """The modules with all tests that the chosen design can play."""
    return (family.test_modules if options.attach is None else family.attached_modules)(config)


def chosen_design(family: Family, options: argparse.Namespace) -> Design:
    """The user's RTL if they attach one, else the family's behavioural RTL; with the memories that are asked for.

    Raises:
        UserError: the user's file or RTL is wrong, or taps are asked for and it names none.
    """
    config = family.config(options.config)
    taps = getattr(options, "taps", False)
    if options.attach is None:
        design = family.design(config)
        return with_memory(family.with_taps(design) if taps and family.with_taps else design, family, options)
    from tb.runner.attach.attached import read_attached

    rtl = read_attached(options.attach, family.pins(config), links=links_of(family, config))
    return with_memory(rtl.design(taps=taps), family, options)


def links_of(family: Family, config: str) -> TapLinks | None:
    """What can be looked at between the units of any RTL; None: nothing."""
    return family.tap_links(config) if family.tap_links else None
