"""Options that several subcommands share."""

from __future__ import annotations

import argparse
import math
import time

from models.errata import FAIL, KNOWN
from models.nearest import did_you_mean
from tb.cli.options.option import add_option, add_switch
from tb.code_coverage.counted import Counted
from tb.runner.family.family import Family
from tb.runner.family.find import load_family
from tb.runner.jobs.plusargs import wrong_plusarg

LOG_LEVELS = ("CRITICAL", "ERROR", "WARNING", "INFO", "DEBUG", "TRACE")
LOG_LEVEL_VARIABLE = "COCOTB_LOG_LEVEL"
DEFAULT_TIMEOUT_S = 3600.0
LARGEST_SEED = (1 << 64) - 1


def add_simulation(parser: argparse.ArgumentParser, *, sims: str = "icarus | verilator") -> None:
    """Which device on which simulator, and how."""
    add_option(parser, "sim", f"{sims} (SIM; default %(default)s)", default="icarus")
    add_device(parser)
    text = "what all random choices hang on (COCOTB_RANDOM_SEED; default: a new one)"
    add_option(parser, "seed", text, variable="COCOTB_RANDOM_SEED", default=str(int(time.time())), kind=_seed)
    add_switch(parser, "waves", "write waves (WAVES=1)")
    parser.set_defaults(code_coverage=Counted.NOTHING, plusargs=())  # not every command offers them
    text = f"how much the simulation's log tells ({LOG_LEVEL_VARIABLE}; default %(default)s)"
    add_option(parser, "log-level", text, variable=LOG_LEVEL_VARIABLE, default="INFO", kind=_log_level, metavar="LEVEL")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=DEFAULT_TIMEOUT_S,
        metavar="S",
        help="stop a simulation after S seconds of a processor (default %(default)g)",
    )


def add_taps(parser: argparse.ArgumentParser) -> None:
    """Whether what passes between the units is written down."""
    text = "build our RTL with taps: a failure names the border at which RTL and reference first differ (TAPS=1)"
    add_switch(parser, "taps", text)


def add_plusargs(parser: argparse.ArgumentParser) -> None:
    """What the RTL is told."""
    text = "arguments that the RTL asks for, with blanks between them, such as '+rready_drops=1' (PLUSARGS)"
    add_option(parser, "plusargs", text, default="", kind=_plusargs, metavar="WORDS")


def add_errata(parser: argparse.ArgumentParser) -> None:
    """What is expected where the part does otherwise than its documents say."""
    text = f"faults of the part: {KNOWN} expects them; {FAIL}, or ids: they are errors (ERRATA; default {KNOWN})"
    add_option(parser, "errata", text, default="", metavar="WHICH")


def add_code_coverage(parser: argparse.ArgumentParser) -> None:
    """Whether it is counted which code of the RTL is reached."""
    text = "count which code of the RTL is reached; toggle: which bits change (CODE_COVERAGE=1, toggle)"
    add_option(parser, "code-coverage", text, default=Counted.NOTHING, kind=_counted, metavar="WHAT")


def add_device(parser: argparse.ArgumentParser) -> None:
    """Which device."""
    add_family(parser)
    add_option(parser, "config", "hardware configuration (CONFIG)")


def add_family(parser: argparse.ArgumentParser) -> None:
    """Which family of devices."""
    add_option(parser, "family", "device family (FAMILY)")


def chosen_family(options: argparse.Namespace) -> Family:
    """The family that is asked for; from here on `options.config` names a configuration of it.

    Raises:
        UserError: there is no such family or configuration.
    """
    family = load_family(options.family)
    options.config = family.config(options.config)
    options.errata = family.chosen_errata(getattr(options, "errata", ""))
    return family


def _counted(text: str) -> Counted:
    try:
        return Counted(text)
    except ValueError:
        allowed = "1 (lines, branches, expressions), toggle (bits of signals), or 0"
        raise argparse.ArgumentTypeError(f"CODE_COVERAGE={text}: choose {allowed}") from None


def _plusargs(text: str) -> tuple[str, ...]:
    words = tuple(text.split())
    if why := wrong_plusarg(words):
        raise argparse.ArgumentTypeError(f"PLUSARGS={why}")
    return words


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
