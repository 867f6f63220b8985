"""``tb network``: a compiled network of NVIDIA's on the model or on RTL."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console

from sequences.nvdla.traces.dialects import DIALECTS
from tb.cli.options.design import add_attach, add_memory, chosen_design
from tb.cli.options.option import add_option, add_switch, number
from tb.cli.options.shared import add_errata, add_plusargs, add_simulation, add_taps, chosen_family
from tb.cli.simulation import make_command, simulate
from tb.nvdla.networks.inputs import offered_by, written_inputs
from tb.nvdla.networks.job import NetworkJob, NetworkResult
from tb.nvdla.networks.results import read_golden, show, show_outputs, show_wrong
from tb.nvdla.networks.suite import SuiteWords, write_suite
from tb.outcome.record import TestRecord
from tb.reports.console import make_console, report
from tb.reports.played_network import PlayedNetwork, lines_of, write_played
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.jobs.job import KNOBS_VARIABLE, SimResult
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.paths import shown
from tb.runner.versions import commit

SUMMARY = "Play a compiled network of NVIDIA's: every operation checked, outputs, a table of operations."
EXAMPLES = """\
  python -m tb network --network lenet.nvdla --input digit.pgm --sim none
  python -m tb network --network lenet.nvdla --input digit.pgm --sim verilator
  python -m tb network --network lenet.nvdla --sim none --golden o_000000.dimg
  python -m tb network --network big.nvdla --sim verilator --every 5"""
NONE, MODULE = "none", "tests.sim.nvdla.networks"
WHOLE = "a whole number from 1 on"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_simulation(parser, sims="none, the reference device alone, icarus or verilator")
    add_taps(parser)
    add_plusargs(parser)
    add_errata(parser)
    add_attach(parser)
    add_memory(parser)
    add_option(parser, "network", "the loadable (NETWORK)", kind=Path, metavar="FILE")
    text = "a picture (.pgm, .png) or an array (.npy, .dimg) for the input, or name=file for each of several (INPUT)"
    add_option(parser, "input", text, metavar="FILE")
    add_option(parser, "golden", "what the first output is compared with (GOLDEN)", kind=Path, metavar="FILE")
    add_option(parser, "only", "play only these operations, such as 3 or 3,5 (ONLY)", kind=_numbers, metavar="N,N")
    kind = number("EVERY", int, lambda value: value >= 1, WHOLE)
    add_option(parser, "every", "play one of so many steps (EVERY)", default="1", kind=kind, metavar="N")
    text = "only show what the file holds: tasks, memories, operations, surfaces (SHOW=1)"
    add_switch(parser, "show", text)
    text = "write each step and the whole network as traces into this folder (EXPORT)"
    add_option(parser, "export", text, kind=Path, metavar="FOLDER")
    text = "write a suite of the regression into this file, .toml, in place of playing it (SUITE)"
    add_option(parser, "suite", text, kind=Path, metavar="FILE")
    kind = number("STEPS", int, lambda value: value >= 1, WHOLE)
    add_option(parser, "steps", "steps that each run of this suite plays (STEPS)", default="1", kind=kind, metavar="N")
    add_option(parser, "dialect", f"of these traces: {' or '.join(DIALECTS)} (DIALECT)", default=DIALECTS[0])
    text = "size of a cube, 28 or 32, where the file does not tell (CUBE_BYTES)"
    add_option(
        parser,
        "cube-bytes",
        text,
        kind=number("CUBE_BYTES", int, lambda value: value in (28, 32), "28 or 32"),
        metavar="N",
    )


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        raise UserError(f"ONLY={text}: operations are numbers, such as ONLY=3 or ONLY=3,5") from None


def run(options: argparse.Namespace) -> int:
    """Play it, and say what came of it.

    Raises:
        UserError: there is no such file, it cannot be played on this part, or an input does not fit.
    """
    family = chosen_family(options)
    if options.network is None:
        raise UserError("no network is given; NETWORK=lenet.nvdla INPUT=digit.pgm")
    if options.dialect not in DIALECTS:
        raise UserError(f"DIALECT={options.dialect}: choose one of {', '.join(DIALECTS)}")
    if options.show:
        from tb.nvdla.networks.show import show_file

        show_file(options.network, options.cube_bytes)
        return 0
    folder = new_run_dir(f"network-{options.sim}")
    inputs = written_inputs(options.input, offered_by(options.network, options.config, options.cube_bytes), folder)
    job = NetworkJob(
        loadable=options.network,
        inputs=inputs,
        folder=folder,
        only=options.only,
        every=options.every,
        cube_bytes=options.cube_bytes,
    )
    console = make_console()
    alone = options.sim == NONE
    broken = play_on_model(job, options, partial(console.print, soft_wrap=True) if alone else _nothing)
    for rule, what in broken.items():
        console.print(f"breaks the rule {rule}: {what}", soft_wrap=True)
    job = replace(job, announced=tuple(broken))
    outputs = list(NetworkResult.read(folder).outputs.values())
    wanted = None  # what is wrong with a golden file must not be told after a long simulation
    if options.golden is not None and outputs:
        wanted = read_golden(np.load(outputs[0]), options.golden)
    if options.export is not None:
        from tb.nvdla.networks.traces import write_traces

        write_traces(job, options, console)
    if options.suite is not None:
        return write_as_suite(job, options, console)
    simulated = None if alone else play_on_rtl(family, job, options, console)
    result = NetworkResult.read(folder)
    show(result, console)
    show_wrong(result, console)
    golden = show_outputs(result, wanted, console)
    record = simulated.records[0] if simulated and simulated.records else None
    passed = golden.agrees and (simulated is None or simulated.passed)
    write_played(family.name, _played(options, result, record, golden.text, passed=passed))
    return 0 if passed else 1


def _played(
    options: argparse.Namespace, result: NetworkResult, record: TestRecord | None, golden: str, *, passed: bool
) -> PlayedNetwork:
    """What became of it, for the report."""
    return PlayedNetwork(
        network=result.record,
        config=options.config,
        on=" ".join(filter(None, (options.sim, options.attach and str(options.attach)))),
        passed=passed,
        golden=golden,
        findings=lines_of(record.findings) if record else (),
        replay=command_of(options),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        commit=commit(),
    )


def command_of(options: argparse.Namespace) -> str:
    """The call of make that plays the same."""
    names = ("network", "input", "golden", "cube_bytes", "sim", "config", "memory", "attach")
    words = {name.upper(): getattr(options, name) for name in names}
    only, every = ",".join(map(str, options.only or ())), options.every if options.every > 1 else None
    return make_command("network", {**words, "ONLY": only, "EVERY": every, "SEED": options.seed})


def write_as_suite(job: NetworkJob, options: argparse.Namespace, console: Console) -> int:
    """Write a suite of the regression in place of playing it on RTL.

    Raises:
        UserError: it cannot be written there, or there is no simulator.
    """
    if options.sim == NONE:
        raise UserError("SUITE= with SIM=none: a suite is played by a simulator; SIM=verilator")
    words = SuiteWords(config=options.config, sim=options.sim, memory=options.memory, steps=options.steps)
    count = write_suite(options.suite, job, NetworkResult.read(job.folder).record.operations, words)
    command = make_command("regress", {"SUITE": options.suite})
    console.print(f"suite {shown(options.suite)}: {count} runs; {command}", soft_wrap=True)
    return 0


def _nothing(_: str) -> None:
    """On RTL the progress is that of the simulation."""


def play_on_model(job: NetworkJob, options: argparse.Namespace, tell: Callable[[str], None]) -> Mapping[str, str]:
    """Play it on the reference device alone.

    Returns:
        The rules that it breaks, each with what is wrong the first time.

    Raises:
        UserError: there are no such operations, the processor cannot compute its part, or an operation never ends.
    """
    from sequences.host import HangError
    from sequences.model_host import ModelHost
    from sequences.model_host import run as run_on_model
    from sequences.nvdla.loadables.contents import LoadableError
    from tb.nvdla.networks.play import NetworkPlay, model_bench

    bench = model_bench(options.config, options.seed)
    play = NetworkPlay(bench, job, 0.0, tell)
    if missing := sorted(set(job.only or ()) - set(play.operations)):
        raise UserError(
            f"ONLY={missing[0]}: no such operation; there are {min(play.operations)} to {max(play.operations)}"
        )
    assert isinstance(bench.host, ModelHost)
    bench.host.listeners.append(play.listen)
    try:
        run_on_model(play.play())
    except (LoadableError, HangError) as error:
        raise UserError(f"NETWORK={options.network}: {error}") from error
    play.result(None, failed=False).write(job.folder)
    return play.broken


def play_on_rtl(family: Family, job: NetworkJob, options: argparse.Namespace, console: Console) -> SimResult:
    """Play it on RTL, and show findings.

    Raises:
        UserError: a missing tool, or RTL that does not compile.
    """
    env = {KNOBS_VARIABLE: shlex.quote(f"job={job.write().resolve()}")}
    design = chosen_design(family, options)
    result = simulate(design, (MODULE,), options, run_dir=job.folder, console=console, env=env)
    report(result, console, lambda _: command_of(options))
    return result
