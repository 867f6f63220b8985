"""Plays a program: on pins, or on the model alone to see whether it is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.events import DeviceEvent, Started
from models.memory.footprint import Footprint
from sequences.host import BrokenRuleError, HangError, Host, RefusedError
from sequences.model_host import ModelHost, run
from sequences.shrink.program import ClashError, Program, Step, data_at, loads_of, memory_of
from sequences.shrink.shrinking import AnyShrinking

SEED = 1
"""Of what a driver draws where nothing depends on it."""


def footprints(shrinking: AnyShrinking, step: Step) -> tuple[Step, Sequence[Footprint], Sequence[Footprint]]:
    """A step with what it reads and what it writes.

    Raises:
        ValueError: its layers cannot be described.
    """
    return step, shrinking.reads(step.layers), shrinking.writes(step.layers)


async def play_program(shrinking: AnyShrinking, program: Program, host: Host, rng: np.random.Generator) -> None:
    """Load what each play reads, then play it.

    Raises:
        ValueError: a layer cannot be described, or two of one play read different bytes at one place.
        HangError: a layer did not end.
    """
    bench = shrinking.bench(host, rng, program.way)
    for play in program.plays:
        for item in loads_of([footprints(shrinking, step) for step in play]):
            host.load(item.port, item.address, np.frombuffer(item.data, np.uint8).copy())
        await shrinking.play(bench, play, program.way)


def problem_of(shrinking: AnyShrinking, program: Program) -> str:
    """Why a program is not legal, or says nothing; empty if it may be played."""
    device = shrinking.device()
    host = ModelHost(device, program.announces)
    races: list[str] = []

    def listen(event: DeviceEvent) -> None:
        if isinstance(event, Started):
            races.extend(event.layer.races)

    host.listeners.append(listen)
    try:
        run(play_program(shrinking, program, host, np.random.default_rng(SEED)))
        run(host.drain())
    except (ValueError, BrokenRuleError, HangError, RefusedError, MemoryError, OverflowError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"
    return races[0] if races else ""


def trimmed(shrinking: AnyShrinking, program: Program) -> Program:
    """The same with only those bytes that layers read.

    Raises:
        ValueError: a layer cannot be described.
    """
    return replace(
        program,
        steps=tuple(
            replace(step, data=data_at(memory_of(step.data), shrinking.reads(step.layers))) for step in program.steps
        ),
    )


def in_one_play(shrinking: AnyShrinking, program: Program) -> Program:
    """The same in as few plays as loads allow.

    Raises:
        ValueError: a layer cannot be described.
    """
    steps: list[Step] = []
    play: list[tuple[Step, Sequence[Footprint], Sequence[Footprint]]] = []
    for step in program.steps:
        play.append(footprints(shrinking, step))
        try:
            loads_of(play)
            begins = len(play) == 1
        except ClashError:
            play, begins = [play[-1]], True
        steps.append(replace(step, begins=begins))
    return replace(program, steps=tuple(steps))
