"""What is simulated: a user's RTL or the family's own, and what answers its memory ports."""

from __future__ import annotations

import argparse
from pathlib import Path

from tb.cli.options.option import add_option, number, one_of
from tb.runner.design import Design
from tb.runner.family.family import Family
from tb.runner.under_test import DEFAULT_MB, HDL, PYTHON, design_under_test

MOST_MB = 1024
"""Icarus takes four times as much for each memory."""


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Which memory, and how much of it."""
    text = "hdl: beside the design, fast; python: sparse over all addresses (MEMORY; default %(default)s)"
    add_responder(parser, text, HDL)
    wanted = f"a power of two from 1 to {MOST_MB}; MEMORY={PYTHON} holds what is used, anywhere"
    add_option(
        parser,
        "memory-mb",
        "how much each HDL memory holds, a power of two (MEMORY_MB; default %(default)s)",
        default=str(DEFAULT_MB),
        kind=number("MEMORY_MB", int, lambda value: 1 <= value <= MOST_MB and not value & (value - 1), wanted),
        metavar="N",
    )


def add_responder(parser: argparse.ArgumentParser, text: str, default: str | None = None) -> None:
    """Which memory alone, with what its help says."""
    add_option(parser, "memory", text, default=default, kind=one_of("MEMORY", HDL, PYTHON))


def add_attach(parser: argparse.ArgumentParser) -> None:
    """Which RTL."""
    text = "take the RTL that this file describes (ATTACH; docs/attach.md)"
    add_option(parser, "attach", text, kind=Path, metavar="TOML")


def chosen_design(family: Family, options: argparse.Namespace) -> Design:
    """The user's RTL if they attach one, else the family's behavioural RTL; with the memories that are asked for.

    Raises:
        UserError: the user's file or RTL is wrong, or taps are asked for and it names none.
    """
    return design_under_test(
        family,
        options.config,
        attach=options.attach,
        memory=options.memory,
        memory_mb=options.memory_mb,
        taps=options.taps,
    )
