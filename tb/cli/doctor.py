"""``tb doctor``: a table of tools, and whether a user's RTL fits the bench."""

from __future__ import annotations

import argparse
import os

from rich.console import Console
from rich.text import Text

from tb.cli.options.design import add_attach
from tb.cli.options.option import add_option
from tb.cli.options.shared import LOG_LEVEL_VARIABLE, add_device, chosen_family
from tb.cli.simulation import make_command, simulate
from tb.code_coverage.counted import Counted
from tb.doctor import checks, missing
from tb.pins import format_pins
from tb.reports.console import make_console, make_table, report
from tb.runner.attach.attached import read_attached
from tb.runner.attach.attachment import read_attachment
from tb.runner.design import Design
from tb.runner.family.family import Family
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.simulators.known import simulator

SUMMARY = "Show tools, versions, what is missing and how to get it."
EXAMPLES = """\
  python -m tb doctor
  python -m tb doctor --sim verilator
  python -m tb doctor --attach my_rtl.toml"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_option(parser, "sim", "the simulator to be used (SIM; %(default)s)", default="icarus")
    add_device(parser)
    add_attach(parser)
    level = os.environ.get(LOG_LEVEL_VARIABLE) or "INFO"
    parser.set_defaults(seed=1, waves=False, taps=False, plusargs=(), log_level=level, timeout=None)
    parser.set_defaults(code_coverage=Counted.NOTHING)


def run(options: argparse.Namespace) -> int:
    """Print the table of tools, and for a user's RTL that of its pins.

    Returns:
        The exit status: 0 if all is there that the chosen simulator needs, and the user's RTL fits.

    Raises:
        UserError: there is no such simulator, family or configuration, or the user's attach file is wrong.
    """
    if options.sim != "none":
        simulator(options.sim, ("none",))
    family = chosen_family(options)
    if options.attach is not None:
        read_attachment(options.attach, family.tap_links(options.config).links)  # what is wrong with it comes first
    found = checks()
    table = make_table()
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
    """Print the table of a user's pins and, where they fit, compare the registers of the RTL with their description.

    Raises:
        UserError: a file that the user's names is wrong or missing, or the RTL does not compile.
    """
    console.print()
    links = family.tap_links(options.config)
    rtl = read_attached(options.attach, family.pins(options.config), links=links)
    console.print(format_pins(rtl.table), highlight=False, markup=False, soft_wrap=True)
    for name, (width, bit) in rtl.held.items():
        why = "held_at_1 names" if bit else "the bench does not know"
        console.print(f"{name}: an input of {width} bit(s) that {why}; it is held at {bit}")
    if rtl.attachment.taps:
        console.print(f"TAPS=1 looks at {len(rtl.attachment.taps)} of {len(links.links)} links between units")
    design = rtl.attachment.design
    files, blocks = len(design.sources), len(design.blocks)
    console.print(f"\n{options.attach}: {design.top} from {files} files, {blocks} blocks built apart")
    if not rtl.fits:
        console.print("some pins do not fit: name them under [pins], or name another top")
        return False
    if family.register_tests is None:
        console.print(f"FAMILY={family.name} has no tests that compare registers with their description")
        return True
    return _registers_agree(options, family, console, rtl.design())


def _registers_agree(options: argparse.Namespace, family: Family, console: Console, design: Design) -> bool:
    """Read every register of a design, write what cannot be written, and hold all against the description."""
    run_dir = new_run_dir(f"doctor-{options.sim}")
    modules = family.test_modules(options.config)
    tests = family.register_tests
    result = simulate(design, modules, options, run_dir=run_dir, console=console, test_filter=tests)
    words = {"SIM": options.sim, "FAMILY": options.family, "CONFIG": options.config, "ATTACH": options.attach}
    report(result, console, lambda test: make_command("sim", {"TEST": test} | words))
    return result.passed
