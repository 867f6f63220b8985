"""Plays a sequence on an environment: until it is through, or until there is a reason to end the test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cocotb.simtime import get_sim_time
from cocotb.triggers import Timer

from sequences.host import HangError
from tb.memory.hdl.memory import HdlMemoryFullError
from tb.memory.rules import AxiRule
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.host import HostSequence
from tb.nvdla.interrupt_look import look_at_interrupts
from tb.runner.jobs.job import LIMIT_VARIABLE


async def play_on(env: NvdlaEnv, sequence: Callable[[HostSequence], Awaitable[None]]) -> None:
    """Play a sequence on an environment.

    A hang is a finding, and so is an HDL memory that is too small. The sequence is cancelled, wherever it waits, after
    a fatal finding, after too many errors, and when its time is over.
    """
    limit_ns = env.config.limit_ns
    left_ns = None if limit_ns is None else limit_ns - env.elapsed_ns
    stimulus = HostSequence(env, sequence).start(env.csb.sequencer)
    try:
        through = await env.ending.race(stimulus, guard=_guard(env), limit_ns=left_ns)
    except HangError as error:
        env.findings.error("hang", str(error), get_sim_time("ns"))
    except HdlMemoryFullError as error:
        env.findings.error(AxiRule.MEMORY_FULL, str(error), get_sim_time("ns"))
    else:
        if not through:
            _say_why(env)
    await look_at_interrupts(env)


def _say_why(env: NvdlaEnv) -> None:
    """The test was ended; a fatal finding says why by itself."""
    env.sync()
    findings, most = env.findings, env.config.max_errors
    if findings.error_count >= most:
        text = f"the test was ended after {most} errors (max_errors of NvdlaEnvConfig)"
        findings.error("error-limit", text, get_sim_time("ns"))
    elif not env.ending.has_come:
        waiting = env.judge.waiting_for()
        text = f"the test was ended after {env.config.limit_ns:,.0f} ns ({LIMIT_VARIABLE}); {waiting}"
        findings.error("time-limit", text, get_sim_time("ns"))


async def _guard(env: NvdlaEnv) -> None:
    """End the test when nothing has moved for long, however its stimulus waits: polling, or without the host's help."""
    config, judge = env.config, env.judge
    cycles = config.watchdog_cycles * config.poll_patience
    before = None
    while True:
        await Timer(cycles * config.core_period_ns, "ns", round_mode="ceil")
        env.sync()
        reads = judge.counters["register reads"]
        now = (judge.progress, judge.novelty)
        polls = reads - before[1] if before is not None else 0
        if before is not None and before[0] == now and (polls or env.device.layers_in_flight):
            text = f"watchdog: nothing moved for {cycles} core cycles, in which registers were read {polls} times"
            env.findings.fatal("hang", f"{text}; {judge.waiting_for()}", get_sim_time("ns"))
            return
        before = (now, reads)
