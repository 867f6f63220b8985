"""``tb doctor``: a table of tools."""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import TYPE_CHECKING

from tb.cli.options.again import make_command
from tb.cli.options.attach import add_attach, links_of
from tb.cli.options.shared import Subparsers, add_command

if TYPE_CHECKING:
    from rich.console import Console

    from tb.runner.design import Design
    from tb.runner.family.family import Family

EXAMPLES = """\
  python -m tb doctor
  python -m tb doctor --sim verilator
  python -m tb doctor --attach my_rtl.toml"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "doctor", "Show tools, versions, what is missing and how to get it.", EXAMPLES)
    parser.add_argument(
        "--sim", default=os.environ.get("SIM") or "icarus", help="the simulator to be used (SIM; %(default)s)"
    )
    parser.add_argument("--family", default=os.environ.get("FAMILY") or None, help="device family (FAMILY)")
    parser.add_argument("--config", default=os.environ.get("CONFIG") or None, help="hardware configuration (CONFIG)")
    add_attach(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table of tools, and for a user's RTL that of its pins.

    Returns:
        The exit status: 0 if all is there that the chosen simulator needs, and the user's RTL fits.

    Raises:
        UserError: there is no such simulator, family or configuration, or the user's attach file is wrong.
    """
    from rich.table import Table
    from rich.text import Text

    from tb.doctor import checks, missing
    from tb.reports.console import make_console
    from tb.runner.family.find import load_family
    from tb.runner.simulators.known import simulator

    if options.sim != "none":
        simulator(options.sim, ("none",))
    family = load_family(options.family)
    options.config = family.config(options.config)
    if options.attach is not None:
        from tb.runner.attach.attachment import read_attachment

        links = links_of(family, options.config)
        read_attachment(options.attach, None if links is None else links.links)  # what is wrong with it comes first
    found = checks()
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", "tool", "found", "for", "how to get it"):
        table.add_column(title, overflow="fold")
    for check in found:
        if check.found:
            state = Text("ok", "green")
        else:
            state = Text("MISSING", "bold red") if check.is_needed(options.sim) else Text("absent", "yellow")
        table.add_row(state, check.name, check.found, check.purpose, "" if check.found else check.remedy)
    console = make_console()
    console.print(table)
    lacking = missing(found, options.sim)
    verdict = f"missing: {', '.join(check.name for check in lacking)}" if lacking else "nothing is missing"
    console.print(f"\nfor SIM={options.sim}: {verdict}")
    fits = options.attach is None or _attached_fits(options, family, console)
    return 1 if lacking or not fits else 0


def _attached_fits(options: argparse.Namespace, family: Family, console: Console) -> bool:
    from tb.cli.doctor_attach import check_attached

    console.print()
    return check_attached(
        options.attach, family, options.config, console, partial(_registers_agree, options, family, console)
    )


def _registers_agree(options: argparse.Namespace, family: Family, console: Console, design: Design) -> bool:
    """Read every register of a design, write what cannot be written, and hold all against the description."""
    from tb.reports.console import report
    from tb.reports.progress import console_progress
    from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
    from tb.runner.jobs.run import run as run_job
    from tb.runner.jobs.run_dir import new_run_dir

    job = SimJob(
        design=design,
        sim=options.sim,
        modules=family.test_modules(options.config),
        seed=1,
        run_dir=new_run_dir(f"doctor-{options.sim}"),
        test_filter=family.register_tests,
        env={CONFIG_VARIABLE: options.config},
    )
    result = run_job(job, progress=console_progress(console))
    words = {"SIM": options.sim, "FAMILY": options.family, "CONFIG": options.config, "ATTACH": options.attach}
    report(result, console, lambda test: make_command("sim", {"TEST": test} | words))
    return result.passed
