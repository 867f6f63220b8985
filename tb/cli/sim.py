"""``tb sim``: the demonstration layers on the behavioural RTL."""

from __future__ import annotations

import argparse

from tb.cli.options import Subparsers, add_command, add_filter, add_simulation

EXAMPLES = """\
  python -m tb sim
  python -m tb sim --sim verilator --seed 42
  python -m tb sim --test Random --waves"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "sim", "Simulate the bundled demonstration and check all that it does.", EXAMPLES)
    add_simulation(parser)
    add_filter(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Simulate and report.

    Raises:
        UserError: an unknown name, a missing tool, RTL that does not compile, or a filter that matches no test.
    """
    from tb.reports.console import make_console, report
    from tb.reports.progress import console_progress
    from tb.runner.family import load_family
    from tb.runner.job import SimJob
    from tb.runner.run import run as run_job
    from tb.runner.run_dir import new_run_dir
    from tb.runner.simulator import simulator

    simulator_version = simulator(options.sim).version()
    family = load_family(options.family)
    config = family.config(options.config)
    job = SimJob(
        design=family.design(config),
        sim=options.sim,
        modules=family.sim_modules,
        seed=options.seed,
        run_dir=new_run_dir(f"sim-{options.sim}"),
        test_filter=options.test,
        waves=options.waves,
        timeout_s=options.timeout,
    )
    console = make_console()
    console.print(f"{config} on {options.sim} {simulator_version}, seed {options.seed}")
    result = run_job(job, progress=console_progress(console))
    report(result, console, lambda test: replay(options, test))
    return 0 if result.passed else 1


def replay(options: argparse.Namespace, test: str) -> str:
    """The command that runs a test again, with waves."""
    words = {"TEST": test, "SEED": options.seed, "SIM": options.sim, "FAMILY": options.family, "CONFIG": options.config}
    return " ".join(
        ["make sim", *(f"{name}={value}" for name, value in words.items() if value not in (None, "")), "WAVES=1"]
    )
