"""Options that several subcommands share. Each has the environment variable of cocotb's name as its default."""

from __future__ import annotations

import argparse
import math
import os
import re
import time
from collections.abc import Callable
from typing import Protocol

from models.nearest import did_you_mean

SWITCH = {"1": True, "0": False, "": False}
LOG_LEVELS = ("CRITICAL", "ERROR", "WARNING", "INFO", "DEBUG", "TRACE")
LOG_LEVEL_VARIABLE = "COCOTB_LOG_LEVEL"
DEFAULT_TIMEOUT_S = 3600.0
TAPS_HINT = "with TAPS=1 a failure names the border between units at which RTL and reference device first differ"
LARGEST_SEED = (1 << 64) - 1


class Subparsers(Protocol):
    """What argparse gives to add subcommands to; its class has no public name."""

    def add_parser(  # noqa: D102
        self,
        name: str,
        *,
        help: str,  # noqa: A002
        description: str,
        epilog: str,
        formatter_class: type[argparse.HelpFormatter],
    ) -> argparse.ArgumentParser: ...


def add_command(subparsers: Subparsers, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
    """A parser for a subcommand whose help ends with examples."""
    return subparsers.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_simulation(parser: argparse.ArgumentParser, *, sims: str = "icarus | verilator") -> None:
    """Which device on which simulator, and how."""
    env = os.environ
    parser.add_argument("--sim", default=env.get("SIM") or "icarus", help=f"{sims} (SIM; default %(default)s)")
    add_device(parser)
    parser.add_argument(
        "--seed",
        type=_seed,
        default=env.get("COCOTB_RANDOM_SEED") or str(int(time.time())),
        help="what all random choices hang on (COCOTB_RANDOM_SEED; default: a new one)",
    )
    parser.add_argument(
        "--waves",
        nargs="?",
        const="1",
        type=switch("WAVES"),
        default=env.get("WAVES", ""),
        help="write waves (WAVES=1)",
    )
    parser.add_argument(
        "--log-level",
        type=_log_level,
        default=env.get(LOG_LEVEL_VARIABLE) or "INFO",
        metavar="LEVEL",
        help=f"how much the simulation's log tells ({LOG_LEVEL_VARIABLE}; default %(default)s)",
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=DEFAULT_TIMEOUT_S,
        metavar="S",
        help="stop a simulation after S seconds (default %(default)g)",
    )


def add_taps(parser: argparse.ArgumentParser) -> None:
    """Whether what passes between the units is written down."""
    parser.add_argument(
        "--taps",
        nargs="?",
        const="1",
        type=switch("TAPS"),
        default=os.environ.get("TAPS", ""),
        help="build our RTL with taps: a failure names the border at which RTL and reference first differ (TAPS=1)",
    )


def add_device(parser: argparse.ArgumentParser) -> None:
    """Which device."""
    env = os.environ
    parser.add_argument("--family", default=env.get("FAMILY") or None, help="device family (FAMILY)")
    parser.add_argument("--config", default=env.get("CONFIG") or None, help="hardware configuration (CONFIG)")


def add_filter(parser: argparse.ArgumentParser) -> None:
    """Which tests."""
    parser.add_argument(
        "--test",
        type=_pattern,
        default=os.environ.get("COCOTB_TEST_FILTER") or None,
        metavar="REGEX",
        help="only tests whose module.name it matches (COCOTB_TEST_FILTER)",
    )


def add_strict(parser: argparse.ArgumentParser) -> None:
    """Whether goldens are taken literally."""
    parser.add_argument(
        "--strict",
        nargs="?",
        const="1",
        type=switch("STRICT"),
        default=os.environ.get("STRICT", ""),
        help="take goldens literally that depend on time (STRICT=1)",
    )


def switch(name: str) -> Callable[[str], bool]:
    """What reads a variable that is 1 or 0; nothing is 0.

    Args:
        name: the variable's name, for the message.
    """

    def read(text: str) -> bool:
        if text not in SWITCH:
            raise argparse.ArgumentTypeError(f"{name}={text}: neither 1 nor 0; write {name}=1, or leave it out")
        return SWITCH[text]

    return read


def _log_level(text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        near = did_you_mean(text, LOG_LEVELS)
        raise argparse.ArgumentTypeError(f"{LOG_LEVEL_VARIABLE}={text}: choose one of {', '.join(LOG_LEVELS)}{near}")
    return text.upper()


def _seed(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"SEED={text}: not a whole number") from None
    if not 0 <= value <= LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"SEED={text}: not from 0 to {LARGEST_SEED}")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"TEST={text}: not a regular expression: {error}") from None
    return text
