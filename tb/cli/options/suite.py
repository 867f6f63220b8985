"""Options of whatever plays suites, and what these mean."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from tb.cli.options.design import add_attach, add_responder
from tb.cli.options.option import add_option, number, variable_of
from tb.cli.options.selection import add_tests_folder
from tb.cli.options.shared import add_errata, add_family
from tb.regression.engines.find import LOCAL, known_engine
from tb.regression.plan.expand import Chosen, Expanded, expand
from tb.regression.plan.knobs import check_knobs
from tb.regression.plan.suite import find_suite, read_suite
from tb.regression.store.played import Played
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.simulators.known import SIMULATORS, simulator
from tb.runner.versions import commit, tool_versions

DEFAULT_SUITE = "smoke"
MOST = 1_000_000


def add_suite(parser: argparse.ArgumentParser) -> None:
    """Which suite, on what, and where its batches are played."""
    text = "a suite of the family's, or a file of your own (SUITE; default %(default)s)"
    add_option(parser, "suite", text, default=DEFAULT_SUITE)
    add_family(parser)
    add_option(parser, "config", "hardware configuration, in place of the suite's (CONFIG)")
    add_option(parser, "sim", "simulator, in place of the suite's (SIM)")
    add_responder(parser, "what answers the memory ports, in place of the suite's (MEMORY)")
    add_attach(parser)
    add_errata(parser)
    add_tests_folder(parser)
    add_count(parser, "jobs", "2", "batches at a time")
    add_option(
        parser,
        "engine",
        "where batches are played: local, dask://<host>:<port>, slurm://?workers=<n>, lsf://?workers=<n> "
        "(ENGINE; default %(default)s)",
        default=LOCAL,
        kind=known_engine,
    )


def add_count(parser: argparse.ArgumentParser, name: str, default: str | None, what: str) -> None:
    """How many of something."""
    variable = variable_of(name)
    kind = number(variable, int, lambda value: 1 <= value <= MOST, f"a whole number from 1 to {MOST}")
    add_option(parser, name, f"{what} ({variable})", default=default, kind=kind, metavar="N")


def chosen_of(
    options: argparse.Namespace, family: Family, *, seeds: tuple[int, ...] = (), without_end: bool = False
) -> Chosen:
    """What the user says of a suite.

    Raises:
        UserError: there is no such configuration or simulator.
    """
    return Chosen(
        config=family.config(options.config) if options.config else None,
        sim=simulator(options.sim).name if options.sim else None,
        memory=options.memory,
        attach=options.attach,
        tests=options.tests,
        seeds=seeds,
        without_end=without_end,
        errata=family.chosen_errata(options.errata),
    )


def expanded_suite(options: argparse.Namespace, family: Family, chosen: Chosen, console: Console) -> Expanded:
    """What the suite means; what of it is left out is printed.

    Raises:
        UserError: there is no such suite, or something in it is wrong.
    """
    suites = need(family, lambda family: family.suites, "suites")
    suite = read_suite(find_suite(options.suite, suites.folder), tuple(SIMULATORS), family.check_config)
    expanded = expand(suite, family, chosen)
    check_knobs(expanded, chosen.tests)
    for line in expanded.left_out:
        console.print(f"left out: {line}", style="dim", soft_wrap=True)
    return expanded


def played_of(options: argparse.Namespace, family: Family, expanded: Expanded) -> Played:
    """What the results are of, for whoever reads them later."""
    return Played(
        suite=Path(options.suite).stem,
        family=family.name,
        commit=commit(),
        versions=tool_versions(dict.fromkeys(run.setting.sim for run, _ in expanded.kinds)),
        planned=expanded.count(),
        left_out=expanded.left_out,
        tests=str(options.tests.resolve()) if options.tests else "",
    )
