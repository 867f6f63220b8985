"""Plays many traces in one simulation: reset and empty memory before each, the reference checking all the time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cocotb.simtime import get_sim_time

from sequences.traces.result import PlayResult
from tb.environment.env import DeviceEnv
from tb.environment.host import HostSequence
from tb.environment.play import play_on
from tb.outcome.record import TestRecord

PlayTrace = Callable[[Any, HostSequence], Awaitable[PlayResult]]
"""Plays a trace as it was read against the host, with the habits of its family."""


async def play_each(
    env: DeviceEnv, traces: Mapping[str, Callable[[], object]], play: PlayTrace, record: Callable[[TestRecord], None]
) -> None:
    """Play traces one after the other; one that fails or hangs does not touch the next.

    Args:
        env: the environment, out of reset or not.
        traces: what reads each, by the name that reports use.
        play: plays one.
        record: takes a trace's record as soon as it has been played: a crash later does not lose it.
    """
    for name, read in traces.items():
        record(await _play_one(env, name, read(), play))


async def _play_one(env: DeviceEnv, name: str, trace: object, play: PlayTrace) -> TestRecord:
    env.running.begin(name, env.config.seed)
    await env.restart(name)

    async def run(host: HostSequence) -> None:
        result = await play(trace, host)
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
