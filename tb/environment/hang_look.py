"""After a hang or a lost interrupt: registers tell whether the unit failed or what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence

from cocotb.triggers import Timer, select

from models.registers import Register
from sequences.host import HangError
from tb.environment.env import DeviceEnv
from tb.environment.host import HostSequence
from tb.findings import Severity
from tb.register_bus.rules import BusRule

LOOK_CYCLES = 4000
"""For how long the bench tries to read registers itself: longer than the bus has until it counts as hanging."""


async def look_after_hang(env: DeviceEnv) -> None:
    """Read what the family names if an interrupt was lost or a test hangs, and add what it says to these findings."""
    counts = env.findings.counts
    lost = bool(counts[Severity.ERROR, "lost-interrupt"]) and env.device.interrupt
    bus_hangs = counts[Severity.ERROR, env.register_bus.config.kind_of(BusRule.HANG)]
    look = env.parts.look_after_hang(env.device)
    if not (lost or counts[Severity.ERROR, "hang"]) or bus_hangs or look is None:
        return
    env.checker.last_look()
    words = await _read(env, look.registers)
    if words is None:
        env.findings.amend("hang", "the register bus does not answer either")
        return
    said, conclusion = look.say(words)
    env.findings.amend("hang", said)
    if lost:
        env.findings.amend("lost-interrupt", f"{said}, {conclusion}")


async def _read(env: DeviceEnv, registers: Sequence[Register]) -> list[int] | None:
    """What registers read; None if the bus does not answer."""
    words: list[int] = []

    async def look(host: HostSequence) -> None:
        words.extend([await host.read(register) for register in registers])

    timeout = Timer(LOOK_CYCLES * env.config.slowest_period_ns, "ns", round_mode="ceil")
    try:
        await select(HostSequence(env, look).start(env.register_bus.sequencer), timeout)
    except HangError:
        return None
    return words if len(words) == len(registers) else None
