"""``tb sim``: the demonstration, or chosen tests, on the behavioural RTL or on a user's."""

from __future__ import annotations

import argparse
from functools import partial

from tb.cli.options.design import add_attach, add_memory, chosen_design
from tb.cli.options.selection import add_tests, selected_modules, variables_of_tests
from tb.cli.options.shared import add_code_coverage, add_errata, add_plusargs, add_simulation, add_taps, chosen_family
from tb.cli.self_check import STOP, add_self_check, self_check
from tb.cli.simulation import TAPS_HINT, make_command, need_code_file, need_coverage_folder, simulate
from tb.reports.console import make_console, report
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.paths import shown
from tb.runner.simulators.known import simulator
from tb.runner.under_test import DEFAULT_MB, HDL

SUMMARY = "Simulate the bundled demonstration and check all that it does."
EXAMPLES = """\
  python -m tb sim
  python -m tb sim --sim verilator --seed 42
  python -m tb sim --test Random --waves
  python -m tb sim --tests ../my_tests
  python -m tb sim --sim verilator --attach my_rtl.toml"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_simulation(parser)
    add_taps(parser)
    add_plusargs(parser)
    add_errata(parser)
    add_code_coverage(parser)
    add_attach(parser)
    add_self_check(parser)
    add_memory(parser)
    add_tests(parser)


def run(options: argparse.Namespace) -> int:
    """Simulate and report.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or a filter that matches no test.
    """
    simulator_version = simulator(options.sim).version()
    need_coverage_folder()
    family = chosen_family(options)
    selects = options.test is not None or options.tests is not None
    modules = selected_modules(family, options) if selects else family.sim_modules(options.config)
    design, run_dir = chosen_design(family, options), new_run_dir(f"sim-{options.sim}")
    console = make_console()
    device = options.config if options.attach is None else f"{options.config} from {options.attach}"
    console.print(f"{device} on {options.sim} {simulator_version}, random seed {options.seed}")
    code = need_code_file(options)
    if not self_check(family, options):
        return 1
    env = variables_of_tests(options)
    result = simulate(
        design, modules, options, run_dir=run_dir, console=console, test_filter=options.test, env=env, code=code
    )
    report(result, console, partial(replay, options))
    if not result.passed and not options.taps and options.attach is None:
        console.print(TAPS_HINT)
    return 0 if result.passed else 1


def replay(options: argparse.Namespace, test: str) -> str:
    """The command that runs a test again, with waves."""
    words = {"TEST": test, "SEED": options.seed, "SIM": options.sim, "FAMILY": options.family, "CONFIG": options.config}
    words |= {"TESTS": shown(options.tests) if options.tests else None, "KNOBS": options.knobs}
    words |= {"ATTACH": options.attach, "MEMORY": options.memory if options.memory != HDL else None}
    words |= {"MEMORY_MB": options.memory_mb if options.memory_mb != DEFAULT_MB else None}
    words |= {"PLUSARGS": " ".join(options.plusargs), "ERRATA": options.errata}
    words |= {"SELF_CHECK": options.self_check if options.self_check != STOP else None}
    return make_command("sim", words | {"TAPS": 1 if options.taps else None, "WAVES": 1})
