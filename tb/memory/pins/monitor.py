"""Watches one memory port: checks it, records it, tells a responder."""

from __future__ import annotations

from collections.abc import Callable

from cocotb.simtime import get_sim_time
from cocotb.triggers import First
from pyuvm import uvm_analysis_port, uvm_monitor

from models.memory.signals import CHANNEL_PAYLOADS
from tb.memory.axi import WHOLE_BEATS, BurstKind, burst_shape
from tb.memory.config import MemoryAgentConfig
from tb.memory.pins.channel import AxiChannel, MemoryBus, NoChannel
from tb.memory.pins.outstanding import Burst, DataBeat, PortEvents
from tb.memory.pins.protocol import AxiChecks
from tb.memory.pins.recorder import TrafficRecorder
from tb.memory.pins.tracker import TransferTracker


class AxiMonitor(uvm_monitor):
    """Samples the port at each clock edge while it is active and sleeps while nothing is offered on it.

    Everything is derived from the pins, those of the slave's side too.

    Attributes:
        ap: analysis port of `Traffic` batches: full ones at once, the rest when it is flushed.
        wakes: how often the monitor has run: once an active clock, never on an idle bus.
    """

    def build_phase(self) -> None:
        """Take the configuration and find the pins.

        Raises:
            AttributeError: the design lacks one of the port's pins.
        """
        config: MemoryAgentConfig = self.cdb_get("config")
        bus = MemoryBus(config.dut, config.port)
        self.ap = uvm_analysis_port("ap", self)
        self.wakes = 0
        self._clock = config.clock
        self._data_bytes = config.port.data_bytes
        self._whole_strobe = (1 << self._data_bytes) - 1
        self._reduced = config.port.signals.reduced
        self._batch_transfers = config.batch_transfers
        self._checks = AxiChecks(config, lambda: get_sim_time("ns"))
        self._recorder = TrafficRecorder(config.port.name, self._data_bytes)
        self._tracker = TransferTracker(self._checks, self._recorder)
        signals = config.port.signals
        channels = {name: AxiChannel(name, bus, signals, self._checks.report) for name in signals.channels}
        self._channels = list(channels.values())
        self._aw, self._w, self._b, self._ar, self._r = (channels.get(name, NoChannel()) for name in CHANNEL_PAYLOADS)

    def reset(self) -> None:
        """Forget what is unfinished; what was seen is published."""
        self.flush()
        self._tracker.forget()
        for channel in self._channels:
            channel.forget()

    def flush(self) -> None:
        """Publish what was seen since the last batch."""
        if len(self._recorder):
            self.ap.write(self._recorder.take())

    def check_idle(self) -> None:
        """Report what is unfinished, once."""
        self._tracker.check_idle()

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
            if channel.taken:
                self._recorder.waits[channel.name].append(channel.waited)
        if offered:
            self._tracker.time_ps = int(get_sim_time("ps"))
        events = self._events()
        self._checks.orphan_data(len(self._tracker.outstanding.early_data), self._aw.offered is not None)
        if len(self._recorder) >= self._batch_transfers:
            self.flush()
        busy = react is not None and react(events)
        return busy or offered or events.data_pending

    def _events(self) -> PortEvents:
        tracker, outstanding = self._tracker, self._tracker.outstanding
        if self._b.taken:
            tracker.response(self._b.value("id"), self._b.value("resp"))
        if self._r.taken:
            self._read_data()
        if self._aw.taken:
            tracker.write_request(self._burst(self._aw))
        if self._w.taken:
            self._write_data()
        writes = tracker.complete_writes() if self._aw.taken or self._w.taken else []
        return PortEvents(
            writes=writes,
            read=self._read_request() if self._ar.taken else None,
            response_taken=self._b.taken,
            read_data_taken=self._r.taken,
            address_waiting=self._aw.waiting,
            data_waiting=self._w.waiting,
            address_pending=bool(outstanding.addresses),
            data_pending=bool(outstanding.early_data),
        )

    def _burst(self, channel: AxiChannel | NoChannel) -> Burst:
        axi_id, length, address = channel.value("id"), channel.value("len"), channel.value("addr")
        shape = WHOLE_BEATS
        if not self._reduced:
            shape = burst_shape(
                channel.value("size", -1), channel.value("burst", BurstKind.INCR), channel.value("lock")
            )
        return Burst(axi_id, address, length + 1, 0, shape)

    def _write_data(self) -> None:
        strobe = self._w.value("strb", self._whole_strobe)
        data = self._w.value("data", strobe=strobe).to_bytes(self._data_bytes, "little")
        self._tracker.write_data(DataBeat(data, strobe, bool(self._w.value("last", 1))))

    def _read_data(self) -> None:
        axi_id, last = self._r.value("id"), bool(self._r.value("last", 1))
        data = self._r.value("data").to_bytes(self._data_bytes, "little")
        self._tracker.read_data(axi_id, last, data, self._r.value("resp"))

    def _read_request(self) -> Burst:
        burst = self._burst(self._ar)
        self._tracker.read_request(burst)
        return burst
