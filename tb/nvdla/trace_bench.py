"""Plays many traces in one simulation: reset and empty memory before each, the reference checking all the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from cocotb.simtime import get_sim_time

from models.nvdla.registers import registers
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.habits import NvdlaTraceHabits
from sequences.nvdla.traces.play.interrupts import DeviceInFlight
from sequences.traces.commands import Trace
from sequences.traces.player import play
from tb.environment.host import HostSequence
from tb.environment.play import play_on
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
    for name, folder in folders.items():
        trace = read_trace(folder, env.config.hw)
        assert isinstance(trace, Trace), f"{name} is not a trace for this configuration; it should have been skipped"
        record(await _play_one(env, name, trace, strict=strict))


async def _play_one(env: NvdlaEnv, name: str, trace: Trace, *, strict: bool) -> TestRecord:
    env.running.begin(name, env.config.seed)
    await env.restart(name)

    async def run(host: HostSequence) -> None:
        hardware = env.config.hw
        habits = NvdlaTraceHabits(registers(hardware), DeviceInFlight(env.device), hardware.cbuf_ready_cycles)
        result = await play(trace, host, registers=registers(hardware), habits=habits, strict=strict)
        if result.passed:
            await host.quiet()
        env.checker.counters["golden bytes"] += result.compared_bytes
        for failure in result.failures:
            env.findings.error("golden", failure, get_sim_time("ns"))
        for softening in result.softenings:
            env.findings.warn("softened", softening, get_sim_time("ns"))

    await play_on(env, run)
    env.finish()
    return TestRecord.of(
        name,
        env.findings,
        seed=env.config.seed,
        sim_time_ns=env.elapsed_ns,
        counters=env.checker.counters,
    )
