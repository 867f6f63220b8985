"""After a hang or a lost interrupt: the interrupt status tells whether the unit failed or what stands behind it."""

from __future__ import annotations

from cocotb.triggers import Timer, select

from models.registers import Register
from sequences.host import HangError
from tb.findings import Severity
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.host import HostSequence

LOOK_CYCLES = 4000
"""For how long the bench tries to read registers itself: longer than the bus has until it counts as hanging."""


async def look_at_interrupts(env: NvdlaEnv) -> None:
    """Read the interrupt status if an interrupt was lost or a test hangs, and add what it says to these findings."""
    counts = env.findings.counts
    lost = bool(counts[Severity.ERROR, "lost-interrupt"]) and env.device.interrupt
    if not (lost or counts[Severity.ERROR, "hang"]) or counts[Severity.ERROR, "csb-hang"]:
        return
    env.checker.last_look()
    glb = env.device.registers.blocks["GLB"].registers
    words = await _read(env, glb["S_INTR_STATUS"], glb["S_INTR_MASK"])
    if words is None:
        env.findings.amend("hang", "the register bus does not answer either")
        return
    said = f"in the end {_describe(glb['S_INTR_STATUS'], words[0])}, {glb['S_INTR_MASK'].name} {words[1]:#x}"
    env.findings.amend("hang", said)
    if lost:
        env.findings.amend("lost-interrupt", f"{said}, {_conclusion(*words)}")


async def _read(env: NvdlaEnv, *registers: Register) -> list[int] | None:
    """What registers read; None if the bus does not answer."""
    words: list[int] = []

    async def look(host: HostSequence) -> None:
        words.extend([await host.read(register) for register in registers])

    timeout = Timer(LOOK_CYCLES * env.config.slowest_period_ns, "ns", round_mode="ceil")
    try:
        await select(HostSequence(env, look).start(env.csb.sequencer), timeout)
    except HangError:
        return None
    return words if len(words) == len(registers) else None


def _describe(status: Register, word: int) -> str:
    bits = ", ".join(name for name, field in status.fields.items() if field.get(word))
    return f"{status.full_name} reads {word:#x} ({bits or 'no bit set'})"


def _conclusion(status: int, mask: int) -> str:
    if status & ~mask:
        return "so the bit was raised and did not reach the pin"
    return "so the bit is masked" if status else "so the unit did not raise it, or its pulse was lost on the way"
