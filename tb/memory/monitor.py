"""Watches one memory port: checks it, records it, tells a responder."""

from __future__ import annotations

from collections.abc import Callable

from cocotb.simtime import get_sim_time
from cocotb.triggers import First
from pyuvm import uvm_analysis_port, uvm_component, uvm_monitor

from tb.memory.bus import CHANNEL_PAYLOADS, MemoryBus
from tb.memory.channel import AxiChannel
from tb.memory.config import MemoryAgentConfig
from tb.memory.events import PortEvents
from tb.memory.outstanding import Burst, DataBeat, OutstandingTransfers
from tb.memory.protocol import AxiChecks
from tb.memory.recorder import TrafficRecorder
from tb.memory.traffic import TrafficKind


class AxiMonitor(uvm_monitor):
    """Samples the port at each clock edge while it is active and sleeps while nothing is offered on it.

    Everything is derived from the pins, those of the slave's side too.

    Attributes:
        ap: analysis port of `Traffic` batches: full ones at once, the rest when it is flushed.
        wakes: how often the monitor has run: once an active clock, never on an idle bus.
    """

    def __init__(self, name: str, parent: uvm_component, config: MemoryAgentConfig, bus: MemoryBus) -> None:
        super().__init__(name, parent)
        self.ap = uvm_analysis_port("ap", self)
        self.wakes = 0
        self._clock = config.clock
        self._data_bytes = config.port.data_bytes
        self._batch_transfers = config.batch_transfers
        self._checks = AxiChecks(config)
        self._recorder = TrafficRecorder(config.port.name, self._data_bytes)
        self._outstanding = OutstandingTransfers()
        self._channels = [AxiChannel(name, bus, self._checks.report) for name in CHANNEL_PAYLOADS]
        self._aw, self._w, self._b, self._ar, self._r = self._channels
        self._time_ps = 0

    def reset(self) -> None:
        """Forget what is unfinished; what was seen is published."""
        self.flush()
        self._outstanding = OutstandingTransfers()
        for channel in self._channels:
            channel.forget()

    def flush(self) -> None:
        """Publish what was seen since the last batch."""
        if len(self._recorder):
            self.ap.write(self._recorder.take())

    def check_idle(self) -> None:
        """Report what is unfinished."""
        self._checks.idle(self._outstanding)

    async def watch(self, react: Callable[[PortEvents], bool] | None) -> None:
        """Watch without end; to be started after the reset: from the next clock edge on the valids must be known.

        Args:
            react: called after each edge with its events; says whether the next edge matters to it.
        """
        edge = self._clock.rising_edge
        while True:
            await edge
            self.wakes += 1
            busy = self._observe(react)
            if not busy:
                # A valid that rises after this edge changes its pin, so it ends the sleep before the next edge.
                await First(*(channel.valid.value_change for channel in self._channels))

    def _observe(self, react: Callable[[PortEvents], bool] | None) -> bool:
        """Look at one clock edge; whether the next one matters."""
        offered = False
        for channel in self._channels:
            channel.sample()
            offered = offered or channel.offered is not None
        if offered:
            self._time_ps = int(get_sim_time("ps"))
        events = self._events()
        self._checks.orphan_data(len(self._outstanding.early_data), self._aw.offered is not None)
        if len(self._recorder) >= self._batch_transfers:
            self.flush()
        busy = react is not None and react(events)
        return busy or offered or events.data_pending

    def _events(self) -> PortEvents:
        # Answers first: they belong to requests of earlier edges.
        if self._b.taken:
            self._response()
        if self._r.taken:
            self._read_data()
        if self._aw.taken:
            burst = self._burst(self._aw)
            self._checks.write_request(burst)
            self._outstanding.addresses.append(burst)
        if self._w.taken:
            self._write_data()
        writes = self._outstanding.pair_writes() if self._aw.taken or self._w.taken else []
        for written in writes:
            self._checks.write_beat(written)
            self._recorder.write(self._time_ps, written)
        return PortEvents(
            writes=writes,
            read=self._read_request() if self._ar.taken else None,
            response_taken=self._b.taken,
            read_data_taken=self._r.taken,
            address_waiting=self._aw.waiting,
            data_waiting=self._w.waiting,
            address_pending=bool(self._outstanding.addresses),
            data_pending=bool(self._outstanding.early_data),
        )

    def _burst(self, channel: AxiChannel) -> Burst:
        axi_id, length, address = (channel.value(index) for index in range(3))
        return Burst(axi_id, address, length + 1)

    def _write_data(self) -> None:
        strobe = self._w.value(1)
        data = self._w.value(0, strobe).to_bytes(self._data_bytes, "little")
        beat = DataBeat(data, strobe, bool(self._w.value(2)))
        self._checks.write_data(beat)
        self._outstanding.early_data.append(beat)

    def _response(self) -> None:
        axi_id = self._b.value(0)
        burst = self._outstanding.respond(axi_id)
        if burst is None:
            self._checks.unrequested_response(axi_id)
            return
        self._recorder.control(self._time_ps, TrafficKind.RESPONSE, burst)

    def _read_request(self) -> Burst:
        burst = self._burst(self._ar)
        self._checks.read_request(burst)
        self._outstanding.add_read(burst)
        self._recorder.control(self._time_ps, TrafficKind.READ_REQUEST, burst)
        return burst

    def _read_data(self) -> None:
        axi_id, last = self._r.value(0), bool(self._r.value(1))
        burst = self._outstanding.read_beat(axi_id)
        if burst is None:
            self._checks.unrequested_data(axi_id)
            return
        self._checks.read_beat(burst, last)
        data = self._r.value(2).to_bytes(self._data_bytes, "little")
        self._recorder.read(self._time_ps, burst, data)
