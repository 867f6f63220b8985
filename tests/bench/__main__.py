"""``make bench``: what checking costs, as ratios measured side by side.

Times are CPU seconds, on one machine in one run, the two sides in turn; a ratio is the median of the pairs' ratios.
"""

import argparse
import json
from statistics import median

from tb.cli.attach import add_attach, chosen_design
from tb.cli.memory import PYTHON
from tb.nvdla.family import FAMILY
from tb.reports.console import make_console
from tb.runner.errors import UserError
from tb.runner.jobs.job import SimJob
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.jobs.trace_job import TRACES_VARIABLE, TraceJob
from tb.runner.jobs.vectors import unpack_vectors
from tb.runner.stopping import end_when_told
from tests.bench.names import LINES, PROFILE, PROGRAM, RESULT, SHORT_PROGRAM
from tests.bench.plain import build_plain, run_plain, write_commands
from tests.nvdla_designs import answered

LAYERS = "tests.bench.layers"
LONG_LINES, SHORT_LINES = 50, 1
IDLE_CYCLES = (1000, 201_000)
TRACES = 200
SEED = 1


def checked(sim, inner, test, *, memory="hdl", lines=LONG_LINES, profile="fast"):
    """One checked run of a design: what it measured, and its folder."""
    folder = new_run_dir(f"bench-{sim}")
    env = {LINES: str(lines), PROFILE: profile}
    design = answered(memory, design=inner)
    job = SimJob(design=design, sim=sim, modules=(LAYERS,), seed=SEED, run_dir=folder, test_filter=test, env=env)
    result = run(job)
    if not result.passed:
        raise RuntimeError(f"{test} on {sim} failed; log {result.log}")
    return json.loads((folder / RESULT).read_text()), folder


def plain_us(command, folder):
    """Microseconds a cycle without Python; what the start takes, and loading the memories, is left out."""
    long_s, long_cycles = run_plain(command, folder, f"+program={PROGRAM}")
    short_s, short_cycles = run_plain(command, folder, f"+program={SHORT_PROGRAM}")
    return (long_s - short_s) / (long_cycles - short_cycles) * 1e6, long_cycles


def layer_row(sim, inner, profile, repeats):
    """Medians of one kind of memory: cycles, plain, checked, ratio, and the ratio with the Python responder."""
    command, pairs = build_plain(sim, inner), []
    for _ in range(repeats):
        measured, folder = checked(sim, inner, "LongCopy", profile=profile)
        write_commands(folder, profile)
        plain, cycles = plain_us(command, folder)
        pairs.append((cycles, plain, measured["cpu_s"] / measured["cycles"] * 1e6))
    slow, _ = checked(sim, inner, "LongCopy", memory="python", lines=SHORT_LINES, profile=profile)
    cycles, plain, fast = (median(column) for column in zip(*pairs, strict=True))
    ratio = median(one / other for _, other, one in pairs)
    return cycles, plain, fast, ratio, slow["cpu_s"] / slow["cycles"] * 1e6 / plain


def idle_row(sim, inner, repeats):
    """Microseconds an idle cycle: plain, checked, ratio."""
    command, pairs = build_plain(sim, inner), []
    for _ in range(repeats):
        measured, folder = checked(sim, inner, "Idle")
        write_commands(folder, "fast")
        (short_s, _), (long_s, _) = (run_plain(command, folder, f"+idle={cycles}") for cycles in IDLE_CYCLES)
        plain = (long_s - short_s) / (IDLE_CYCLES[1] - IDLE_CYCLES[0]) * 1e6
        pairs.append((plain, measured["cpu_s"] / measured["cycles"] * 1e6))
    return (*(median(column) for column in zip(*pairs, strict=True)), median(b / a for a, b in pairs))


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
    folders = unpack_vectors(FAMILY.vectors)
    return min(folders, key=lambda folder: sum(path.stat().st_size for path in folder.iterdir()))


def report(sim, inner, repeats, console):
    """Measure one simulator and print its table."""
    from rich.table import Table

    table = Table(
        "us a cycle", "cycles", "plain", "checked", "ratio", "Python answers", title=sim, title_justify="left"
    )
    for profile in ("fast", "typical"):
        cycles, plain, fast, ratio, slow = layer_row(sim, inner, profile, repeats)
        row = (f"{cycles:.0f}", f"{plain:.2f}", f"{fast:.2f}", f"x {ratio:.2f}", f"x {slow:.1f}")
        table.add_row(f"copy, {profile} memories", *row)
    plain, idle, ratio = idle_row(sim, inner, repeats)
    table.add_row("idle", str(IDLE_CYCLES[1] - IDLE_CYCLES[0]), f"{plain:.2f}", f"{idle:.2f}", f"x {ratio:.2f}", "")
    console.print(table)
    folder = recorded_layer()
    console.print(f"{folder.name}, one of {TRACES} in a simulation: {trace_ms(sim, inner, folder):.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sim", nargs="*", default=["verilator", "icarus"])
    parser.add_argument("--repeats", type=int, default=3)
    add_attach(parser)
    parser.set_defaults(config=None, memory=PYTHON)  # the design alone; each run puts its memories beside it
    options = parser.parse_args()
    end_when_told()
    try:
        inner = chosen_design(FAMILY, options)
        for sim in options.sim:
            report(sim, inner, options.repeats, make_console())
    except UserError as error:
        parser.exit(2, f"error: {error}\n")


if __name__ == "__main__":
    main()
