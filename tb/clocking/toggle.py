"""Toggling a clock pin: by the simulator's main program where it can, else by cocotb."""

from __future__ import annotations

from cocotb.clock import Clock
from cocotb.handle import LogicObject
from cocotb.simtime import convert
from cocotb.triggers import Event, Timer

from tb.clocking.config import ClockSpec
from tb.main_program import has_main_program, start_clock, stop_clock


def half_period_steps(spec: ClockSpec) -> int:
    """Half a period in the simulator's time steps.

    Raises:
        ValueError: it is no whole number of them.
    """
    return convert(spec.period_ns / 2, "ns", to="step")


async def toggle(spec: ClockSpec, pin: LogicObject) -> None:
    """Toggle a clock until cancelled; the first rising edge comes half a period after the start, plus the phase."""
    pin.value = 0
    half_steps, phase_steps = half_period_steps(spec), convert(spec.phase_ns, "ns", to="step")
    if has_main_program() and start_clock(spec.pin, phase_steps + half_steps, half_steps):
        try:
            await Event().wait()
        finally:
            stop_clock(spec.pin)
    if phase_steps:
        await Timer(phase_steps, "step")
    # The GPI clock: right on every simulator, and the Python one is up to twice as slow (toolchain.md, section 3).
    await Clock(pin, 2 * half_steps, "step", impl="gpi").start(start_high=False)
