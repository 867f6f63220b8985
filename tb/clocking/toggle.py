"""Toggling a clock pin: by the simulator's main program where it can, else by cocotb."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
    """Toggle a clock until cancelled; the first rising edge comes half a period after the start, plus the phase.

    Args:
        spec: the clock.
        pin: its pin, an input of the top level.
    """
    pin.value = 0
    half_steps, phase_steps = half_period_steps(spec), convert(spec.phase_ns, "ns", to="step")
    stop: Callable[[], None]
    if has_main_program() and start_clock(spec.pin, phase_steps + half_steps, half_steps):
        stop = partial(stop_clock, spec.pin)
    else:
        if phase_steps:
            await Timer(phase_steps, "step")
        # The GPI clock is right on every simulator, and the one in Python is up to twice as slow.
        clock = Clock(pin, 2 * half_steps, "step", impl="gpi")
        clock.start(start_high=False)
        stop = clock.stop
    try:
        await Event().wait()
    finally:
        stop()
