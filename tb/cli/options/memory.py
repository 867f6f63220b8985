"""The options ``--memory`` and ``--memory-mb``: what answers the device's memory ports."""

from __future__ import annotations

import argparse
import os

from tb.runner.design import Design
from tb.runner.family.family import Family
from tb.runner.paths import BUILD

HDL, PYTHON = "hdl", "python"
DEFAULT_MB = 64
MOST_MB = 1024
"""Icarus takes four times as much for each memory."""


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Which memory, and how much of it."""
    env = os.environ
    parser.add_argument(
        "--memory",
        type=responder,
        default=env.get("MEMORY") or HDL,
        help="hdl: beside the design, fast; python: sparse over all addresses (MEMORY; default %(default)s)",
    )
    parser.add_argument(
        "--memory-mb",
        type=_megabytes,
        default=env.get("MEMORY_MB") or str(DEFAULT_MB),
        metavar="N",
        help="how much each HDL memory holds, a power of two (MEMORY_MB; default %(default)s)",
    )


def with_memory(design: Design, family: Family, options: argparse.Namespace) -> Design:
    """The design as it is if Python answers, else in a top level with its HDL memories."""
    if options.memory == PYTHON:
        return design
    from tb.runner.memory_top import with_memories

    config = family.config(options.config)
    memories = family.memories(config, options.memory_mb << 20)
    return with_memories(design, family.pins(config), memories, BUILD / "generated")


def responder(text: str) -> str:
    """One of the two that there are, for argparse."""
    if text not in (HDL, PYTHON):
        raise argparse.ArgumentTypeError(f"MEMORY={text}: choose one of {HDL}, {PYTHON}")
    return text


def _megabytes(text: str) -> int:
    value = int(text) if text.isdecimal() and len(text) <= len(str(MOST_MB)) else 0
    if value < 1 or value & (value - 1) or value > MOST_MB:
        raise argparse.ArgumentTypeError(
            f"MEMORY_MB={text}: not a power of two from 1 to {MOST_MB}; MEMORY={PYTHON} holds what is used, anywhere"
        )
    return value
