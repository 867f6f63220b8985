"""Tells a tracker what a log holds, transfer by transfer: exact in every corner, and slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from models.memory.ports import MemoryPort
from models.memory.signals import CHANNEL_PAYLOADS
from tb.memory.axi import Response, burst_shape
from tb.memory.hdl.log.files import LogPiece, PinFault, logged_payload
from tb.memory.pins.outstanding import Burst, DataBeat
from tb.memory.pins.pin_rules import PinRules
from tb.memory.pins.protocol import AxiChecks
from tb.memory.pins.required import field_bits
from tb.memory.pins.tracker import TransferTracker

_CHANNELS = tuple(CHANNEL_PAYLOADS)
# Of one clock edge: what the pins do wrong, then the transfers in the tracker's order, each behind what its payload
# has that is unknown, then what follows from them.
_PINS, _LAST = 0, 20
_UNKNOWN = {"b": 1, "r": 3, "aw": 5, "w": 7, "ar": 9}
_TRANSFER = {channel: order + 1 for channel, order in _UNKNOWN.items()}

_Event = tuple[int, int, Callable[[], object]]


class LogReplay:
    """Replays pieces of one port's log.

    Args:
        port: the port.
        tracker: is told.
        checks: what is wrong with pins goes there too.
        when_full: called with the address of a write that the memory had no room for.
    """

    def __init__(
        self, port: MemoryPort, tracker: TransferTracker, checks: AxiChecks, when_full: Callable[[int], None]
    ) -> None:
        self._tracker, self._checks, self._when_full = tracker, checks, when_full
        self._payloads = {channel: port.signals.payload(channel) for channel in _CHANNELS}
        self._rules = {channel: PinRules(channel, self._payloads[channel], checks.report) for channel in _CHANNELS}
        self._port, self._reduced = port, port.signals.reduced

    def play(self, piece: LogPiece) -> None:
        """Tell everything in the order in which it happened."""
        events = [*self._transfers(piece), *self._faults(piece)]
        events.sort(key=lambda event: event[:2])
        for time_ps, _, tell in events:
            self._tracker.time_ps = time_ps
            tell()

    def _transfers(self, piece: LogPiece) -> Iterator[_Event]:
        for channel, records in piece.channels.items():
            tell = getattr(self, f"_{channel}")
            self._tracker.recorder.waits[channel] += records["waited"].tolist()
            for record in records:
                yield int(record["time_ps"]), _TRANSFER[channel], partial(tell, record)

    def _aw(self, record: np.void) -> None:
        self._tracker.write_request(self._burst("aw", record))
        self._tracker.complete_writes()

    def _w(self, record: np.void) -> None:
        self._tracker.write_data(data_beat(record))
        self._tracker.complete_writes()

    def _b(self, record: np.void) -> None:
        self._tracker.response(int(record["axi_id"]), 0 if self._reduced else int(record["resp"]))

    def _ar(self, record: np.void) -> None:
        self._tracker.read_request(self._burst("ar", record))

    def _r(self, record: np.void) -> None:
        data, response = record["data"].tobytes(), 0 if self._reduced else int(record["resp"])
        self._tracker.read_data(int(record["axi_id"]), bool(record["last"]), data, response)

    def _burst(self, channel: str, record: np.void) -> Burst:
        axi_id, address, beats = int(record["axi_id"]), int(record["address"]), int(record["length"]) + 1
        if self._reduced:
            return Burst(axi_id, address, beats)
        size = int(record["size"]) if f"{channel}size" in self._port.signals else -1
        shape = burst_shape(size, int(record["burst"]), int(record["lock"]))
        return Burst(axi_id, address, beats, 0, shape, Response(int(record["outcome"])))

    def _faults(self, piece: LogPiece) -> Iterator[_Event]:
        for record in piece.faults:
            channel, kind = _CHANNELS[record["channel"]], PinFault(record["kind"])
            order = {PinFault.UNKNOWN_PAYLOAD: _UNKNOWN[channel], PinFault.ORPHAN: _LAST, PinFault.FULL: _LAST}
            yield int(record["time_ps"]), order.get(kind, _PINS), partial(self._fault, record)

    def _fault(self, record: np.void) -> None:
        channel = _CHANNELS[record["channel"]]
        rules, kind = self._rules[channel], PinFault(record["kind"])
        level = "Z" if record["before"].any() else "X"
        if kind is PinFault.CHANGED:
            rules.changed(self._fields(channel, record, "before"), self._fields(channel, record, "now"))
        elif kind is PinFault.DROPPED:
            rules.dropped()
        elif kind is PinFault.UNKNOWN_VALID:
            rules.unknown_valid(level)
        elif kind is PinFault.UNKNOWN_READY:
            rules.unknown_ready(level)
        elif kind is PinFault.UNKNOWN_PAYLOAD:
            self._unknown_payload(channel, self._fields(channel, record, "now"))
        elif kind is PinFault.ORPHAN:
            self._checks.orphaned(_number(record["now"]))
        else:
            self._when_full(_number(record["now"]))

    def _unknown_payload(self, channel: str, fields: list[str]) -> None:
        rules = self._rules[channel]
        names = self._payloads[channel]
        strobe = rules.value(names.index("strb"), fields[names.index("strb")]) if "strb" in names else None
        for index, name in enumerate(names):
            if name != "strb":
                rules.value(index, fields[index], strobe if name == "data" else None)

    def _fields(self, channel: str, record: np.void, name: str) -> list[str]:
        """A payload's fields as strings of bits."""
        ones, unknown = (_number(record[key]) for key in (name, f"{name}_unknown"))
        logged = logged_payload(self._port, channel)
        total = sum(logged.values())
        bits = "".join("x" if unknown >> at & 1 else str(ones >> at & 1) for at in reversed(range(total)))
        fields, start = {}, 0
        for field, width in logged.items():
            start += width
            fields[field] = bits[start - min(width, field_bits(self._port, field)) : start]
        return [fields[field] for field in self._payloads[channel]]


def data_beat(record: np.void) -> DataBeat:
    """A write data beat out of its record."""
    return DataBeat(
        record["data"].tobytes(), int.from_bytes(record["strobe"].tobytes(), "little"), bool(record["last"])
    )


def _number(bits: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> int:
    return int.from_bytes(bits.tobytes(), "little")
