"""``tb mutate``: plant faults into the behavioural RTL and say which of them the tests catch."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from tb.cli.options.design import add_responder
from tb.cli.options.option import add_option, number, variable_of
from tb.cli.options.shared import LARGEST_SEED, add_device, add_taps, chosen_family
from tb.cli.simulation import make_command
from tb.reports.console import make_console
from tb.reports.progress import console_progress
from tb.runner.family.find import need
from tb.runner.simulators.known import simulator
from tb.runner.under_test import with_memory

MOST = 1_000_000
NUMBERS = (
    ("count", 60, range(1, MOST + 1), "how many faults"),
    ("seed", 1, range(LARGEST_SEED + 1), "what the draw and the tests' random choices hang on"),
    ("jobs", 2, range(1, 257), "simulations at a time"),
    ("at-least", 95, range(101), "percent that must be caught for exit status 0"),
    ("mutant", 0, range(MOST + 1), "only the fault of this number, with all that its tests say"),
)
"""Option, default, values, what it is."""
SUMMARY = "Plant faults and say which of them the tests catch."
EXAMPLES = """\
  python -m tb mutate --count 60 --sim verilator
  python -m tb mutate --count 60 --sim verilator --mutant 17"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    text = "units to plant faults into, a comma between them (UNITS; default: all)"
    add_option(parser, "units", text, default="", kind=_names)
    for name, default, values, what in NUMBERS:
        variable, wanted = variable_of(name), f"a whole number from {values[0]} to {values[-1]}"
        kind = number(variable, int, values.__contains__, wanted)
        text = f"{what} ({variable}; default %(default)s)"
        add_option(parser, name, text, default=str(default), kind=kind, metavar="N")
    add_option(parser, "sim", "icarus | verilator (SIM; default %(default)s)", default="icarus")
    add_responder(parser, "hdl or python, in all stages (MEMORY; default: both)")
    add_device(parser)
    add_taps(parser)


def run(options: argparse.Namespace) -> int:
    """Try the faults and report.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or tests that fail without a fault.
    """
    from tb.mutation.campaign.replay import play_one
    from tb.mutation.campaign.report import report, tell_unseen
    from tb.mutation.campaign.setup import drop_old_campaigns, set_up
    from tb.mutation.campaign.try_all import try_all

    version = simulator(options.sim).version()
    family = chosen_family(options)
    campaign = set_up(
        need(family, lambda family: family.mutation, "faults to plant"),
        family.design(options.config),
        units=options.units,
        count=options.count,
        seed=options.seed,
        sim=options.sim,
        config=options.config,
        memory=options.memory,
        answered=partial(with_memory, family=family, config=options.config),
    )
    console, progress = make_console(), console_progress(make_console(sys.stderr))
    if options.mutant:
        taps = need(family, lambda family: family.taps, "taps").put if options.taps else None
        return play_one(campaign, options.mutant, console, progress, taps)
    console.print(
        f"{len(campaign.drawn)} faults in {options.config} on {options.sim} {version}, random seed {options.seed}"
    )
    drop_old_campaigns()
    command = partial(_command, options)
    tell = partial(tell_unseen, campaign, console, command)
    try_all(campaign, jobs=options.jobs, progress=progress, on_outcome=tell)
    return 0 if report(campaign, console, command).percent >= options.at_least else 1


def _command(options: argparse.Namespace, number: int) -> str:
    """The command that plays one fault again."""
    words = {"UNITS": ",".join(options.units), "COUNT": options.count, "SEED": options.seed, "SIM": options.sim}
    words |= {"CONFIG": options.config, "MEMORY": options.memory, "MUTANT": number}
    return make_command("mutate", words)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
