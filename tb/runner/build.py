"""Compiling a design for a simulator."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import cocotb_tools.config
from cocotb_tools.runner import Verilog

from tb.code_coverage.counted import Counted
from tb.code_coverage.made_of import MadeOf
from tb.code_coverage.merge import content_hash
from tb.runner.cache import build_once, content_key, drop_old_builds
from tb.runner.design import Design, include_files
from tb.runner.errors import UserError
from tb.runner.paths import BUILD, shown
from tb.runner.progress import Progress, WatchedProgress
from tb.runner.room import RoomWatch
from tb.runner.simulators.complaints import complaints
from tb.runner.simulators.environment import job_environment
from tb.runner.simulators.process import CommandFailedError
from tb.runner.simulators.simulator import LOG_FILE, TIMESCALE, Simulator

MADE_OF_FILE = "made_of.json"
"""In the folder of a build that counts code."""


@dataclass(frozen=True, slots=True)
class Build:
    """A compiled design.

    Attributes:
        design: what was compiled.
        simulator: for which simulator.
        waves: whether it can write waves.
        folder: where the result lies.
        counted: what of its code is counted.
    """

    design: Design
    simulator: Simulator
    waves: bool
    folder: Path
    counted: Counted = Counted.NOTHING


def build(
    design: Design,
    simulator: Simulator,
    *,
    waves: bool,
    counted: Counted = Counted.NOTHING,
    progress: Progress,
    root: Path = BUILD,
) -> Build:
    """Compile a design, unless the same contents were compiled before.

    Args:
        design: what to compile.
        simulator: for which simulator.
        waves: whether runs are to write waves.
        counted: what of the design's code runs are to count.
        progress: shown while it takes time.
        root: folder of all builds.

    Raises:
        UserError: the simulator is missing, or counts no code; or the design does not compile: the text has the first
            lines of the log.
        NoRoomError: a disk is full.
    """
    if counted and not simulator.counts:
        raise UserError(f"CODE_COVERAGE={counted}: {simulator.name} counts no code; add SIM=verilator")
    identity = _identity(design, simulator, waves=waves, counted=counted)
    key = content_key(identity, (*_files(design), *simulator.sources))
    parent = root / simulator.name
    result = Build(design, simulator, waves, parent / f"{design.name}-{key}", counted)
    if " " in str(parent):  # GNU make, which Verilator's makefiles need, cannot
        raise UserError(f"{parent}: a path with a space in it cannot be built in; move the checkout")
    progress.start(f"compiling {design.name} for {simulator.name}")
    try:
        made = build_once(
            result.folder,
            lambda: _compile_watched(result, progress),
            progress.tick,
            lambda: simulator.is_whole(design, result.folder),
        )
        if made:
            drop_old_builds(parent, design.name)
    finally:
        progress.stop()
    return result


def _compile_watched(result: Build, progress: Progress) -> None:
    """Compile, and make sure that nothing was cut short."""
    watch, log = RoomWatch(result.folder), result.folder / LOG_FILE
    try:
        _compile(result, WatchedProgress(watch.look, progress))
    except (UserError, OSError):
        watch.listen([log.read_text(errors="replace")] if log.is_file() else [])
        watch.look_after_failure()
        raise
    watch.look()
    if result.counted:
        _made_of(result).write(result.folder / MADE_OF_FILE)
    if not result.simulator.is_whole(result.design, result.folder):
        raise UserError(f"{result.design.name} was not compiled to its end; log {shown(log)}; run it again")


def _made_of(result: Build) -> MadeOf:
    """What a build was made of that counts code: what it reaches is shown with its sources as they were."""
    design = result.design
    return MadeOf(
        design=design.name,
        counted=result.counted,
        sources={shown(path): content_hash(path) for path in (*design.sources, *include_files(design))},
        missed=result.simulator.missed_signals(design, result.folder) if result.counted is Counted.TOGGLES else (),
    )


def _compile(result: Build, progress: Progress) -> None:
    design, log = result.design, result.folder / LOG_FILE
    with job_environment(result.simulator.environment()):
        runner = result.simulator.runner(progress.tick)
        try:
            inputs = result.simulator.prepare(
                design, result.folder, waves=result.waves, counted=result.counted, progress=progress
            )
            runner.build(
                # a library cell's file may have any suffix
                sources=[*inputs.sources, *map(Verilog, design.sources)],
                includes=design.includes,
                defines=design.defines,
                parameters=design.parameters,
                build_args=inputs.arguments,
                hdl_toplevel=design.top,
                build_dir=result.folder,
                timescale=TIMESCALE,
                waves=result.waves,
                log_file=log,
                always=True,
            )
        except CommandFailedError as error:
            raise UserError(
                f"{design.name} does not compile for {result.simulator.name}: {_why(log, error)}"
            ) from error


def _identity(design: Design, simulator: Simulator, *, waves: bool, counted: Counted) -> Iterator[str]:
    """All that a build depends on beside the contents of files."""
    yield simulator.version()
    yield inspect.getsource(inspect.getmodule(simulator) or type(simulator))  # how it is called
    yield version("cocotb")
    yield str(cocotb_tools.config.libs_dir)  # linked into Verilator's executable
    yield from simulator.build_arguments(waves=waves, counted=counted)
    yield f"{design.top} {waves} {TIMESCALE}"
    yield from design.arguments.get(simulator.name, ())
    yield from (f"block {name}" for name in design.blocks)
    yield from (f"driven {name}" for name in design.driven)
    yield from (f"D{name}={value}" for name, value in sorted(design.defines.items()))
    yield from (f"G{name}={value}" for name, value in sorted(design.parameters.items()))


def _files(design: Design) -> Iterator[Path]:
    yield from design.sources
    yield from design.waivers
    yield from include_files(design)


def _why(log: Path, error: CommandFailedError) -> str:
    """The log's first lines that complain, and where the rest is."""
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else []
    return "\n  ".join([f"{error}; log {shown(log)}", *complaints(lines)])
