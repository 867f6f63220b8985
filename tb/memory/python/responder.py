"""The memory's side of a port in Python: reacts to what the monitor saw and drives the next cycle."""

from __future__ import annotations

import numpy as np
from cocotb.handle import LogicArrayObject, LogicObject
from pyuvm import uvm_component

from models.memory.signals import CHANNEL_PAYLOADS
from tb.memory.config import MemoryAgentConfig
from tb.memory.pins.channel import MemoryBus
from tb.memory.pins.outstanding import PortEvents
from tb.memory.profile import STALLS
from tb.memory.python.dice import MemoryDice
from tb.memory.python.pauses import StallGenerator, WriteOrderGate
from tb.memory.python.read_server import ReadServer
from tb.memory.python.write_server import WriteServer


class _OutputPin:
    """A pin that is written only when it changes: a write costs more than a comparison."""

    def __init__(self, handle: LogicObject | LogicArrayObject) -> None:
        self._handle = handle
        self._value: int | None = None

    def drive(self, value: int) -> None:
        if value != self._value:
            self._value = value
            self._handle.value = value


class _NoPin:
    """A signal that the port lacks."""

    def drive(self, value: int) -> None:
        """Nobody sees it."""


class MemoryResponder(uvm_component):
    """A reactive AXI slave over a sparse memory.

    It reads no pin: everything that it knows comes from the monitor's events.
    """

    def build_phase(self) -> None:
        """Take the configuration, find the pins and drive an idle port.

        Raises:
            AttributeError: the design lacks one of the port's pins.
        """
        self._config: MemoryAgentConfig = self.cdb_get("config")
        bus = MemoryBus(self._config.dut, self._config.port)
        self._dice = MemoryDice(self._config.rng)
        outputs = ["awready", "wready", "arready"]
        outputs += [channel + field for channel in ("b", "r") for field in ("valid", *CHANNEL_PAYLOADS[channel])]
        there = self._config.port.signals
        self._pins = {name: _OutputPin(getattr(bus, name)) if name in there else _NoPin() for name in outputs}
        self.reset()

    def reset(self) -> None:
        """Drop everything that is pending and drive the idle state: nothing offered, ready for requests."""
        profile, memory, data_bytes = self._config.profile, self._config.memory, self._config.port.data_bytes
        self._cycle = 0
        self._reads = ReadServer(memory, profile, self._dice, data_bytes)
        self._writes = WriteServer(memory, profile, self._dice, data_bytes)
        self._order = WriteOrderGate(profile, self._dice)
        self._stalls = {name: StallGenerator(getattr(profile, name), self._dice) for name in STALLS}
        self._offering_response = self._offering_data = False
        for name, pin in self._pins.items():
            pin.drive(int(name.endswith("ready")))

    def reseed(self, rng: np.random.Generator) -> None:
        """Draw from another generator; it takes full effect with the next reset."""
        self._dice = MemoryDice(rng)

    def hold_responses(self, *, holding: bool) -> None:
        """Give no further write response, but for one that is on the pins, or give them again."""
        self._writes.holding = holding

    def react(self, events: PortEvents) -> bool:
        """Take the events of a clock edge and drive the cycle after it.

        Returns:
            Whether something is still owed: then the next edge matters even if the master does nothing.
        """
        self._cycle += 1
        for written in events.writes:
            self._writes.take(written, self._cycle)
        if events.read is not None:
            self._reads.add(events.read, self._cycle)
        self._drive_response(events)
        self._drive_read_data(events)
        self._drive_ready(events)
        return self._offering_response or self._offering_data or self._writes.pending or self._reads.pending

    def _drive_response(self, events: PortEvents) -> None:
        if self._offering_response and not events.response_taken:
            return
        paused = self._writes.pending and self._stalls["b_gap"].step()
        answer = None if paused else self._writes.next_response(self._cycle)
        self._offering_response = answer is not None
        self._pins["bvalid"].drive(int(self._offering_response))
        if answer is not None:
            self._pins["bid"].drive(answer.axi_id)
            self._pins["bresp"].drive(int(answer.response))

    def _drive_read_data(self, events: PortEvents) -> None:
        if self._offering_data and not events.read_data_taken:
            return
        paused = self._reads.pending and self._stalls["r_gap"].step()
        beat = None if paused else self._reads.next_beat(self._cycle)
        self._offering_data = beat is not None
        self._pins["rvalid"].drive(int(self._offering_data))
        if beat is not None:
            self._pins["rid"].drive(beat.axi_id)
            self._pins["rlast"].drive(int(beat.last))
            self._pins["rdata"].drive(int.from_bytes(beat.data, "little"))
            self._pins["rresp"].drive(int(beat.response))

    def _drive_ready(self, events: PortEvents) -> None:
        order = self._order
        order.step(events)
        self._pins["awready"].drive(int(order.address_open and not self._stalls["aw_stall"].step()))
        self._pins["wready"].drive(int(order.data_open and not self._stalls["w_stall"].step()))
        self._pins["arready"].drive(int(not self._stalls["ar_stall"].step()))
