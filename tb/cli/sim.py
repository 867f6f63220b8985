"""``tb sim``: the demonstration on the behavioural RTL."""

from __future__ import annotations

import argparse

from tb.cli.options.again import make_command
from tb.cli.options.attach import add_attach, chosen_design
from tb.cli.options.memory import DEFAULT_MB, HDL, add_memory
from tb.cli.options.need_folder import need_coverage_folder
from tb.cli.options.selection import add_tests, modules_variable, selected_modules
from tb.cli.options.shared import LOG_LEVEL_VARIABLE, TAPS_HINT, Subparsers, add_command, add_simulation, add_taps
from tb.cli.self_check import STOP, add_self_check, self_check
from tb.runner.paths import shown

EXAMPLES = """\
  python -m tb sim
  python -m tb sim --sim verilator --seed 42
  python -m tb sim --test Random --waves
  python -m tb sim --tests ../my_tests
  python -m tb sim --sim verilator --attach my_rtl.toml"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "sim", "Simulate the bundled demonstration and check all that it does.", EXAMPLES)
    add_simulation(parser)
    add_taps(parser)
    add_attach(parser)
    add_self_check(parser)
    add_memory(parser)
    add_tests(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and report.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or a filter that matches no test.
    """
    from tb.reports.console import make_console, report
    from tb.reports.progress import console_progress
    from tb.runner.family.find import load_family
    from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
    from tb.runner.jobs.run import run as run_job
    from tb.runner.jobs.run_dir import new_run_dir
    from tb.runner.simulators.known import simulator

    simulator_version = simulator(options.sim).version()
    need_coverage_folder()
    family = load_family(options.family)
    config = family.config(options.config)
    selects = options.test is not None or options.tests is not None
    modules = selected_modules(family, options, config) if selects else family.sim_modules(config)
    job = SimJob(
        design=chosen_design(family, options),
        sim=options.sim,
        modules=modules,
        seed=options.seed,
        run_dir=new_run_dir(f"sim-{options.sim}"),
        test_filter=options.test,
        waves=options.waves,
        env={CONFIG_VARIABLE: config, LOG_LEVEL_VARIABLE: options.log_level} | modules_variable(options),
        taps=options.taps,
        timeout_s=options.timeout,
    )
    console = make_console()
    device = config if options.attach is None else f"{config} from {options.attach}"
    console.print(f"{device} on {options.sim} {simulator_version}, random seed {options.seed}")
    options.config = config
    if not self_check(family, options):
        return 1
    result = run_job(job, progress=console_progress(console))
    report(result, console, lambda test: replay(options, test))
    if not result.passed and not options.taps and options.attach is None:
        console.print(TAPS_HINT)
    return 0 if result.passed else 1


def replay(options: argparse.Namespace, test: str) -> str:
    """The command that runs a test again, with waves."""
    words = {"TEST": test, "SEED": options.seed, "SIM": options.sim, "FAMILY": options.family, "CONFIG": options.config}
    words |= {"TESTS": shown(options.tests) if options.tests else None}
    words |= {"ATTACH": options.attach, "MEMORY": options.memory if options.memory != HDL else None}
    words |= {"MEMORY_MB": options.memory_mb if options.memory_mb != DEFAULT_MB else None}
    words |= {"SELF_CHECK": how if (how := getattr(options, "self_check", STOP)) != STOP else None}
    return make_command("sim", words | {"TAPS": 1 if options.taps else None, "WAVES": 1})
