"""Drives clocks, resets and static inputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cocotb
from cocotb.clock import Clock
from cocotb.handle import LogicObject
from cocotb.simtime import convert
from cocotb.triggers import ClockCycles, Event, Timer
from pyuvm import uvm_component

from tb.clocking.config import ClockingConfig, ClockSpec
from tb.main_program import has_main_program, start_clock, stop_clock

EDGE_CYCLES = 16
"""For how long the resets are released before the first reset: longer than any synchroniser in a design."""


class ClockingDriver(uvm_component):
    """Starts the clocks with the run phase, with the resets asserted; `reset` releases them.

    The first rising edge of a clock comes half a period after the start, plus its phase.
    A reset that is there from time 0 has no edge on a simulator with two states. Flip-flops with a gated clock, which
    does not run in reset, then never see it, and the design loses data later. So the resets are released for a while
    before the first one; nobody is told.
    """

    def build_phase(self) -> None:
        """Find the pins and check the clocks.

        Raises:
            AttributeError: the design has no pin of such a name.
            ValueError: a period that the simulator's time step cannot represent.
        """
        self.config: ClockingConfig = self.cdb_get("config")
        dut = self.config.dut
        self._clocks = {spec: getattr(dut, spec.pin) for spec in self.config.clocks}
        self._resets = {spec: getattr(dut, spec.pin) for spec in self.config.resets}
        self._slowest = self._clocks[max(self._clocks, key=half_period_steps)]
        self._running = Event()
        self._has_had_an_edge = False

    async def run_phase(self) -> None:
        """Put every input to its first level and start the clocks."""
        for name, value in self.config.tie_offs.items():
            getattr(self.config.dut, name).value = value
        self._set_resets(asserted=True)
        for spec, pin in self._clocks.items():
            cocotb.start_soon(toggle(spec, pin))
        self._running.set()

    async def reset(self, cycles: int, after_reset_cycles: int) -> None:
        """Reset the design, at any time and as often as wanted.

        Args:
            cycles: how long the resets stay asserted, in cycles of the slowest clock.
            after_reset_cycles: how long to wait after the release before stimulus may begin, in the same cycles.
        """
        await self.prepare()
        self._set_resets(asserted=True)
        await ClockCycles(self._slowest, cycles)
        self._set_resets(asserted=False)
        await ClockCycles(self._slowest, after_reset_cycles)

    async def prepare(self) -> None:
        """Wait until a reset may begin; from there on the first one takes its course as all others do."""
        await self._running.wait()
        await ClockCycles(self._slowest, 1)
        if not self._has_had_an_edge:
            await self._give_an_edge()

    async def _give_an_edge(self) -> None:
        """Release the resets for a while, which counts for nobody."""
        self.config.state.preparing = True
        self._set_resets(asserted=False)
        await ClockCycles(self._slowest, EDGE_CYCLES)
        self.config.state.preparing = False
        self._has_had_an_edge = True

    def _set_resets(self, *, asserted: bool) -> None:
        for spec, pin in self._resets.items():
            pin.value = spec.active_level if asserted else 1 - spec.active_level


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
