"""What is simulated: a user's RTL or the family's own, and what answers its memory ports."""

from __future__ import annotations

import argparse
from pathlib import Path

from tb.cli.options.option import add_option, number, one_of
from tb.runner.attach.attached import read_attached
from tb.runner.design import Design
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.memory_top import with_memories
from tb.runner.paths import BUILD

HDL, PYTHON = "hdl", "python"
DEFAULT_MB = 64
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


def with_memory(design: Design, memory: str, *, family: Family, config: str, memory_mb: int = DEFAULT_MB) -> Design:
    """The design as it is if Python answers, else in a top level with its HDL memories."""
    if memory == PYTHON:
        return design
    return with_memories(design, family.pins(config), family.memories(config, memory_mb << 20), BUILD / "generated")


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
        if options.taps:
            design = need(family, lambda family: family.taps, "taps").put(design)
    return with_memory(design, options.memory, family=family, config=config, memory_mb=options.memory_mb)
