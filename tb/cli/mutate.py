"""``tb mutate``: plant faults into the behavioural RTL and say which of them the tests catch."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial

from tb.cli.options.again import make_command
from tb.cli.options.memory import DEFAULT_MB, responder, with_memory
from tb.cli.options.shared import LARGEST_SEED, Subparsers, add_command, add_device, add_taps
from tb.runner.design import Design
from tb.runner.family.family import Family

MOST = 1_000_000
NUMBERS = (
    ("count", "COUNT", 60, 1, MOST, "how many faults"),
    ("seed", "SEED", 1, 0, LARGEST_SEED, "what the draw and the tests' random choices hang on"),
    ("jobs", "JOBS", 2, 1, 256, "simulations at a time"),
    ("at-least", "AT_LEAST", 95, 0, 100, "percent that must be caught for exit status 0"),
    ("mutant", "MUTANT", 0, 0, MOST, "only the fault of this number, with all that its tests say"),
)
"""Option, variable, default, least and largest value, what it is."""
EXAMPLES = """\
  python -m tb mutate --units BDMA,RBK --count 60 --sim verilator
  python -m tb mutate --units BDMA,RBK --count 60 --sim verilator --mutant 17"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "mutate", "Plant faults and say which of them the tests catch.", EXAMPLES)
    env = os.environ
    parser.add_argument(
        "--units",
        type=_names,
        default=env.get("UNITS") or "",
        help="units to plant faults into, such as BDMA,MCIF (UNITS; default: all)",
    )
    for name, variable, default, least, most, text in NUMBERS:
        parser.add_argument(
            f"--{name}",
            type=partial(_number, variable, least, most),
            default=env.get(variable) or str(default),
            metavar="N",
            help=f"{text} ({variable}; default %(default)s)",
        )
    parser.add_argument(
        "--sim", default=env.get("SIM") or "icarus", help="icarus | verilator (SIM; default %(default)s)"
    )
    parser.add_argument(
        "--memory",
        type=responder,
        default=env.get("MEMORY") or None,
        help="hdl or python, in all stages (MEMORY; default: both)",
    )
    add_device(parser)
    add_taps(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Try the faults and report.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or tests that fail without a fault.
    """
    from tb.mutation.campaign.outcome import FaultOutcome
    from tb.mutation.campaign.replay import play_one
    from tb.mutation.campaign.report import UNSEEN, report, tell_unseen
    from tb.mutation.campaign.setup import drop_old_campaigns, set_up
    from tb.mutation.campaign.try_all import try_all
    from tb.reports.console import make_console
    from tb.reports.progress import console_progress
    from tb.runner.family.find import load_family
    from tb.runner.simulators.known import simulator

    version = simulator(options.sim).version()
    family = load_family(options.family)
    options.config = family.config(options.config)
    campaign = set_up(
        family,
        units=options.units,
        count=options.count,
        seed=options.seed,
        sim=options.sim,
        config=options.config,
        memory=options.memory,
        answered=_answered(family, options),
    )
    console, progress = make_console(), console_progress(make_console(sys.stderr))
    if options.mutant:
        taps = family.with_taps if options.taps else None
        return play_one(campaign, options.mutant, console, progress, taps)
    console.print(
        f"{len(campaign.drawn)} faults in {options.config} on {options.sim} {version}, random seed {options.seed}"
    )
    drop_old_campaigns()
    command = partial(_command, options)

    def tell(outcome: FaultOutcome) -> None:
        if outcome.fate in UNSEEN:
            tell_unseen(campaign, outcome, console, command)

    try_all(campaign, jobs=options.jobs, progress=progress, on_outcome=tell)
    return 0 if report(campaign, console, command).percent >= options.at_least else 1


def _answered(family: Family, options: argparse.Namespace) -> Callable[[Design, str], Design]:
    """Puts behind a design's memory ports what a stage asks for."""

    def answered(design: Design, memory: str) -> Design:
        chosen = argparse.Namespace(memory=memory, memory_mb=DEFAULT_MB, config=options.config)
        return with_memory(design, family, chosen)

    return answered


def _command(options: argparse.Namespace, number: int) -> str:
    """The command that plays one fault again."""
    words = {"UNITS": ",".join(options.units), "COUNT": options.count, "SEED": options.seed, "SIM": options.sim}
    words |= {"CONFIG": options.config, "MEMORY": options.memory, "MUTANT": number}
    return make_command("mutate", words)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _number(variable: str, least: int, most: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = -1
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{variable}={text}: not a whole number from {least} to {most}")
    return value
