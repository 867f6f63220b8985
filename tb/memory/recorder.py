"""Collects observed transfers and hands them on as arrays."""

from __future__ import annotations

import numpy as np

from tb.memory.pins.outstanding import Burst, WriteBeat
from tb.memory.traffic import Traffic, TrafficKind, traffic_dtype


class TrafficRecorder:
    """Transfers since the last batch.

    They are kept as plain Python values and become arrays all at once: an array row a beat costs several times as much.
    """

    def __init__(self, port: str, data_bytes: int) -> None:
        self._port = port
        self._data_bytes = data_bytes
        self._dtype = traffic_dtype(data_bytes)
        self._rows: list[tuple[int, int, int, int, bool, int]] = []
        self._strobes: list[bytes] = []
        self._data: list[bytes] = []
        self._no_bytes = bytes(data_bytes)
        self._no_strobe = bytes(-(-data_bytes // 8))
        self._whole_strobe = ((1 << data_bytes) - 1).to_bytes(len(self._no_strobe), "little")

    def __len__(self) -> int:
        return len(self._rows)

    def write(self, time_ps: int, written: WriteBeat) -> None:
        """A write data beat."""
        burst, beat = written.burst, written.beat
        address = burst.beat_address(written.index, self._data_bytes)
        self._rows.append((time_ps, TrafficKind.WRITE, burst.axi_id, burst.beats, written.ends, address))
        self._strobes.append(beat.strobe.to_bytes(len(self._no_strobe), "little"))
        self._data.append(beat.data)

    def read(self, time_ps: int, burst: Burst, data: bytes) -> None:
        """A read data beat, counted in its burst already."""
        address = burst.beat_address(burst.done - 1, self._data_bytes)
        self._rows.append((time_ps, TrafficKind.READ, burst.axi_id, burst.beats, burst.done == burst.beats, address))
        self._strobes.append(self._whole_strobe)
        self._data.append(data)

    def control(self, time_ps: int, kind: TrafficKind, burst: Burst) -> None:
        """A write response or a read request: no byte moves, so strobe and data are zero."""
        self._rows.append((time_ps, kind, burst.axi_id, burst.beats, True, burst.address))
        self._strobes.append(self._no_strobe)
        self._data.append(self._no_bytes)

    def take(self) -> Traffic:
        """Everything since the last call, in order."""
        transfers = np.zeros(len(self._rows), self._dtype)
        if self._rows:
            names = ("time_ps", "kind", "axi_id", "beats", "last", "address")
            for name, column in zip(names, zip(*self._rows, strict=True), strict=True):
                transfers[name] = np.array(column, self._dtype[name])
            packed = np.frombuffer(b"".join(self._strobes), np.uint8).reshape(len(transfers), -1)
            strobes = np.unpackbits(packed, axis=1, count=self._data_bytes, bitorder="little")
            transfers["strobe"] = strobes
            transfers["data"] = np.frombuffer(b"".join(self._data), np.uint8).reshape(len(transfers), -1)
        self._rows.clear()
        self._strobes.clear()
        self._data.clear()
        return Traffic(self._port, transfers)
