"""Plays NVDLA's traces in one simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from models.nvdla.registers import registers
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.habits import NvdlaTraceHabits
from sequences.nvdla.traces.play.interrupts import DeviceInFlight
from sequences.traces.commands import Trace
from sequences.traces.player import play
from sequences.traces.result import PlayResult
from tb.environment.host import HostSequence
from tb.environment.trace_bench import play_each
from tb.nvdla.env import NvdlaEnv
from tb.outcome.record import TestRecord


async def play_traces(
    env: NvdlaEnv, folders: Mapping[str, Path], *, strict: bool, record: Callable[[TestRecord], None]
) -> None:
    """Play traces one after the other; one that fails or hangs does not touch the next.

    Args:
        env: the environment, out of reset or not.
        folders: where the traces lie, by the name that reports use.
        strict: take goldens that depend on time literally.
        record: takes a trace's record as soon as it has been played: a crash later does not lose it.
    """
    hardware = env.config.hw

    def read(name: str, folder: Path) -> Trace:
        trace = read_trace(folder, hardware)
        assert isinstance(trace, Trace), f"{name} is not a trace for this configuration; it should have been skipped"
        return trace

    async def play_one(trace: Trace, host: HostSequence) -> PlayResult:
        habits = NvdlaTraceHabits(registers(hardware), DeviceInFlight(env.device), hardware.cbuf_ready_cycles)
        return await play(trace, host, registers=registers(hardware), habits=habits, strict=strict)

    await play_each(env, {name: partial(read, name, folder) for name, folder in folders.items()}, play_one, record)
