"""Plays a sequence on an environment, until it is through or the test must end: hang, too many errors, time-out."""

from __future__ import annotations

from collections import Counter
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

IDLE_LIMIT = 5
"""Looks of the guard at which nothing at all has happened: more than where registers are polled or layers run, as a
test may let time pass on purpose."""


async def play_on(env: NvdlaEnv, sequence: Callable[[HostSequence], Awaitable[None]]) -> None:
    """Play a sequence on an environment.

    A hang is a finding, and so is an HDL memory that is too small. The sequence is cancelled, wherever it waits, after
    a fatal finding, after too many errors, and when its time is over.
    """
    limit_ns = env.config.limit_ns
    left_ns = None if limit_ns is None else limit_ns - env.elapsed_ns
    host = HostSequence(env, sequence)
    stimulus = host.start(env.csb.sequencer)
    try:
        through = await env.ending.race(stimulus, guard=_guard(env, host), limit_ns=left_ns)
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
        waiting = env.checker.waiting_for()
        text = f"the test was ended after {env.config.limit_ns:,.0f} ns ({LIMIT_VARIABLE}); {waiting}"
        findings.error("time-limit", text, get_sim_time("ns"))


async def _guard(env: NvdlaEnv, host: HostSequence) -> None:
    """End the test when nothing has moved for long, however its stimulus waits: polling, or without the host's help."""
    config, checker = env.config, env.checker
    cycles = config.watchdog_cycles * config.poll_limit
    before, idle = None, 0
    while True:
        begun_ns = get_sim_time("ns")
        await Timer(cycles * config.core_period_ns, "ns", round_mode="ceil")
        env.sync()
        now = (checker.progress, checker.novelty)
        seen = Counter(checker.counters)
        still = before is not None and before[0] == now
        polls = seen["register reads"] - before[1]["register reads"] if before is not None else 0
        waited = ""
        if still and (polls or env.device.layers_in_flight):
            waited = f"nothing moved for {cycles} core cycles, in which registers were read {polls} times"
        idle = idle + 1 if (now, seen) == before and not host.pauses_since(begun_ns) else 0
        if idle >= IDLE_LIMIT:
            waited = f"nothing happened for {idle * cycles} core cycles, in which the stimulus did nothing either"
            waited += "; who means to wait so long writes await bench.host.pause(cycles)"
        if waited:
            env.findings.fatal("hang", f"watchdog: {waited}; {checker.waiting_for()}", get_sim_time("ns"))
            return
        before = (now, seen)
