"""``make bench``: what the model and checking cost, as ratios measured side by side.

The model's convolutions: `tests.bench.nvdla.convolution`. Times of checked runs are CPU seconds between a launch and
its interrupt, each process reading its own clock; what starts and what loads memories before is left out on both
sides. The checked side's end later: when all has been checked. The two sides run in turn on one machine; a ratio is
the median of the pairs' ratios, and what checking adds is that of their differences. Instructions are the plain
side's: they do not hang on what else the machine is doing.
"""

import argparse
import json
import os
import re
from dataclasses import dataclass
from statistics import median

from models.nvdla.config import HwConfig, find_config
from tb.cli.main import OneLineParser
from tb.cli.options.design import add_attach, chosen_design
from tb.cli.options.option import add_option
from tb.nvdla.family import FAMILY
from tb.reports.console import make_console
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.jobs.trace_job import TRACES_VARIABLE, TraceJob
from tb.runner.jobs.vectors import unpack_vectors
from tb.runner.stopping import end_when_told
from tb.runner.under_test import PYTHON
from tests.bench.nvdla import convolution
from tests.bench.nvdla.instructions import HOW_TO, can_count, instructions_each
from tests.bench.nvdla.names import IDLE_CYCLES, LINES, PROFILE, PROGRAM, RESULT
from tests.bench.nvdla.operations import MOST_US, PRECISIONS, operation_instructions, operation_us
from tests.bench.nvdla.plain import build_plain, run_plain, write_commands
from tests.nvdla.designs import answered

LAYERS = "tests.bench.nvdla.layers"
LONG_LINES = {"verilator": 50, "icarus": 8}
SHORT_LINES = 1
COUNTED_LINES = 1, 2
COUNTED_IDLE = 5_000, 10_000
"""What is copied, and cycles, in the two runs whose instructions are counted."""
TRACES = 100
SEED = 1
MOST_PAIRS = 1000


@dataclass(frozen=True)
class Bench:
    """What is measured: a configuration, by name or file, what it says, and the design alone."""

    name: str
    config: HwConfig
    design: Design


def checked(sim, bench, test, *, memory="hdl", lines=SHORT_LINES, profile="fast"):
    """One checked run of a design: microseconds a cycle, and its folder."""
    folder = new_run_dir(f"bench-{sim}")
    env = {LINES: str(lines), PROFILE: profile, CONFIG_VARIABLE: bench.name}
    design = answered(memory, bench.name, design=bench.design)
    job = SimJob(design=design, sim=sim, modules=(LAYERS,), seed=SEED, run_dir=folder, test_filter=test, env=env)
    result = run(job)
    if not result.passed:
        raise RuntimeError(f"{test} on {sim} failed; log {result.log}")
    measured = json.loads((folder / RESULT).read_text())
    return measured["cpu_s"] / measured["cycles"] * 1e6, folder


def compare(sim, bench, test, plusarg, pairs, **kind):
    """Medians over pairs of runs: cycles, microseconds a cycle plain and checked, ratio, difference.

    The first checked run leaves what the plain side needs; it is not measured.
    """
    command, rows = build_plain(sim, bench.design, bench.config), []
    _, folder = checked(sim, bench, test, **kind)
    write_commands(folder, bench.config, kind.get("profile", "fast"))
    for _ in range(pairs):
        cpu_s, cycles = run_plain(command, folder, plusarg)
        plain = cpu_s / cycles * 1e6
        with_checks, _ = checked(sim, bench, test, **kind)
        rows.append((cycles, plain, with_checks, with_checks / plain, with_checks - plain))
    return [median(column) for column in zip(*rows, strict=True)]


def copy_instructions(sim, bench, profile):
    """Instructions of a cycle in which the plain side copies."""
    runs = []
    for lines in COUNTED_LINES:
        _, folder = checked(sim, bench, "LongCopy", lines=lines, profile=profile)
        write_commands(folder, bench.config, profile)
        runs.append((folder, f"+program={PROGRAM}"))
    return instructions_each(build_plain(sim, bench.design, bench.config), *runs)


def idle_instructions(sim, bench):
    """Instructions of an idle cycle of the plain side."""
    _, folder = checked(sim, bench, "Idle")
    write_commands(folder, bench.config, "fast")
    command = build_plain(sim, bench.design, bench.config)
    return instructions_each(command, *((folder, f"+idle={cycles}") for cycles in COUNTED_IDLE))


def rows(sim, bench, pairs):
    """The rows of a simulator's table, each with a name; what cannot be counted is None."""
    for profile in ("fast", "typical"):
        kind = {"lines": LONG_LINES[sim], "profile": profile}
        row = compare(sim, bench, "LongCopy", f"+program={PROGRAM}", pairs, **kind)
        counted = copy_instructions(sim, bench, profile) if can_count() else None
        slow, _ = checked(sim, bench, "LongCopy", memory="python", profile=profile)
        yield f"copy, {profile} memories", *row, counted, f"x {slow / row[1]:.1f}"
    row = compare(sim, bench, "Idle", f"+idle={IDLE_CYCLES}", pairs)
    yield "idle", *row, idle_instructions(sim, bench) if can_count() else None, ""


def trace_ms(sim, inner, folder):
    """Milliseconds for one more small recorded layer in a simulation that plays many."""
    walls = []
    for count in (1, TRACES):
        run_dir = new_run_dir(f"bench-{sim}")
        TraceJob(False, {f"{folder.name}-{n}": folder for n in range(count)}).write(run_dir / "traces.json")
        env = {TRACES_VARIABLE: str(run_dir / "traces.json")}
        modules = ("tests.sim.nvdla.traces",)
        job = SimJob(
            design=answered("hdl", design=inner), sim=sim, modules=modules, seed=SEED, run_dir=run_dir, env=env
        )
        result = run(job)
        if not result.passed:
            raise RuntimeError(f"{folder.name} on {sim} failed; log {result.log}")
        walls.append(result.wall_s)
    return (walls[1] - walls[0]) / (TRACES - 1) * 1e3


def recorded_layer():
    """The smallest recorded layer."""
    folders = unpack_vectors(FAMILY.traces.vectors)
    return min(folders, key=lambda folder: sum(path.stat().st_size for path in folder.iterdir()))


def report(sim, bench, pairs, console):
    """Measure one simulator and print its table."""
    from rich.table import Table

    columns = ("us a cycle", "cycles", "plain", "instructions", "checked", "ratio", "checks add", "Python answers")
    table = Table(*columns, title=f"{sim}, median of {pairs} pairs", title_justify="left")
    for name, cycles, plain, with_checks, ratio, added, counted, slow in rows(sim, bench, pairs):
        cells = (_instructions(counted), f"{with_checks:.2f}", f"x {ratio:.2f}", f"{added:.2f}", slow)
        table.add_row(name, f"{cycles:.0f}", f"{plain:.2f}", *cells)
    console.print(table)
    if not can_count():
        console.print(HOW_TO)
    if bench.name != FAMILY.configs[0]:
        return
    for precision in PRECISIONS:
        cost = median(operation_us(sim, precision) for _ in range(pairs))
        counted = _instructions(operation_instructions(sim, precision) if can_count() else None)
        most = MOST_US[sim][precision]
        name = f"{precision.upper()} operation of the whole MAC array"
        console.print(f"{name}: {cost:.1f} us of CPU (at most {most}), {counted} instructions")
    folder = recorded_layer()
    console.print(f"{folder.name}, one of {TRACES} in a simulation: {trace_ms(sim, bench.design, folder):.0f} ms")


def _instructions(number):
    return "-" if number is None else f"{number:,.0f}"


def _pairs(text):
    if not (re.fullmatch(r"[0-9]{1,4}", text) and 1 <= int(text) <= MOST_PAIRS):
        raise argparse.ArgumentTypeError(f"PAIRS={text}: not a whole number from 1 to {MOST_PAIRS}")
    return int(text)


def main():
    parser = OneLineParser(prog="python -m tests.bench.nvdla", description=__doc__)
    parser.add_argument("--sim", nargs="*", default=["verilator", "icarus"])
    pairs = os.environ.get("PAIRS") or "9"
    parser.add_argument(
        "--pairs", type=_pairs, default=pairs, help="runs of each kind, with and without checks (PAIRS)"
    )
    add_attach(parser)
    add_option(parser, "config", "hardware configuration (CONFIG)", default=FAMILY.configs[0])
    # the design alone; each run puts its memories beside it
    parser.set_defaults(memory=PYTHON, memory_mb=0, taps=False)
    options = parser.parse_args()
    end_when_told()
    try:
        convolution.report_apart(options.pairs)
        options.config = FAMILY.config(options.config)
        bench = Bench(options.config, find_config(options.config), chosen_design(FAMILY, options))
        for sim in options.sim:
            report(sim, bench, options.pairs, make_console())
    except UserError as error:
        parser.exit(2, f"error: {error}\n")


if __name__ == "__main__":
    main()
