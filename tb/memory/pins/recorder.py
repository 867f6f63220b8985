"""Collects observed transfers and hands them on as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.signals import CHANNEL_PAYLOADS
from tb.memory.axi import WHOLE_BEATS, BurstShape, Response
from tb.memory.pins.outstanding import Burst, WriteBeat
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers, strobe_word_count, with_defaults

_WORD_BYTES = 8
_ROW = (np.uint64, np.uint16, np.uint16, np.bool_, np.uint64)
"""Types of the columns of a row: time, id, beats, last, address."""
_PLAIN = (WHOLE_BEATS.code, Response.OKAY)


class _Rows:
    """Transfers of one kind as plain Python values; they become arrays all at once.

    An array row a beat would cost several times as much.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, int, bool, int]] = []
        self.codes: dict[int, tuple[int, int]] = {}  # shape and response, by row, where they are not plain
        self.strobes: list[bytes] = []
        self.data: list[bytes] = []

    def tell(self, shape: BurstShape, response: int) -> None:
        """Of the row that comes next."""
        self.codes[len(self.rows)] = shape.code, response

    def transfers(self, data_bytes: int) -> Transfers:
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(_ROW)
        arrays: list[NDArray[Any]] = [np.array(*column) for column in zip(columns, _ROW, strict=True)]
        times_ps, axi_ids, beats, last, addresses = arrays
        shapes, resps = self._codes()
        if not self.data:
            return Transfers.without_bytes(times_ps, axi_ids, beats, addresses, data_bytes, shapes=shapes, resps=resps)
        strobe_words = np.frombuffer(b"".join(self.strobes), np.uint64).reshape(len(self.rows), -1)
        data = np.frombuffer(b"".join(self.data), np.uint8).reshape(len(self.rows), -1)
        return Transfers(times_ps, axi_ids, beats, last, addresses, strobe_words, data, shapes, resps)

    def _codes(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        if not self.codes:
            return with_defaults(None, None, len(self.rows))
        codes = np.full((2, len(self.rows)), np.array(_PLAIN, np.uint8)[:, None])
        codes[:, list(self.codes)] = np.array(list(self.codes.values()), np.uint8).T
        return codes[0], codes[1]


class TrafficRecorder:
    """Transfers since the last batch.

    Attributes:
        waits: cycles that the valid of each transfer of a channel waited for ready.
    """

    def __init__(self, port: str, data_bytes: int) -> None:
        self._port = port
        self._data_bytes = data_bytes
        self._strobe_bytes = _WORD_BYTES * strobe_word_count(data_bytes)
        self._whole_strobe = ((1 << data_bytes) - 1).to_bytes(self._strobe_bytes, "little")
        self._count = 0
        self._nothing = _Rows().transfers(data_bytes)
        self._clear()

    def __len__(self) -> int:
        return self._count

    def write(self, time_ps: int, written: WriteBeat) -> None:
        """A write data beat."""
        burst, beat = written.burst, written.beat
        address = burst.beat_address(written.index, self._data_bytes)
        self._count += 1
        if burst.shape is not WHOLE_BEATS:
            self._writes.tell(burst.shape, burst.outcome)
        self._writes.rows.append((time_ps, burst.axi_id, burst.beats, written.ends, address))
        self._writes.strobes.append(beat.strobe.to_bytes(self._strobe_bytes, "little"))
        self._writes.data.append(beat.data)

    def read(self, time_ps: int, burst: Burst, data: bytes, response: int = 0) -> None:
        """A read data beat, counted in its burst already."""
        index = burst.done - 1
        address = burst.beat_address(index, self._data_bytes)
        strobe = self._whole_strobe
        if burst.shape is not WHOLE_BEATS or response:
            self._reads.tell(burst.shape, response)
            strobe = burst.strobe(index, self._data_bytes).to_bytes(self._strobe_bytes, "little")
        self._count += 1
        self._reads.rows.append((time_ps, burst.axi_id, burst.beats, burst.done == burst.beats, address))
        self._reads.strobes.append(strobe)
        self._reads.data.append(data)

    def control(self, time_ps: int, kind: TrafficKind, burst: Burst, response: int = 0) -> None:
        """A write response or a read request."""
        self._count += 1
        rows = self._kinds[kind]
        if burst.shape is not WHOLE_BEATS or response:
            rows.tell(burst.shape, response)
        rows.rows.append((time_ps, burst.axi_id, burst.beats, True, burst.address))

    def take(self) -> Traffic:
        """Everything since the last call."""
        kinds = {
            kind: rows.transfers(self._data_bytes) if rows.rows else self._nothing for kind, rows in self._kinds.items()
        }
        waits = {channel: np.array(cycles, np.uint32) for channel, cycles in self.waits.items()}
        self._clear()
        return Traffic(self._port, kinds, waits)

    def _clear(self) -> None:
        self._count = 0
        self.waits: dict[str, list[int]] = {channel: [] for channel in CHANNEL_PAYLOADS}
        self._kinds = {kind: _Rows() for kind in TrafficKind}
        self._writes, self._reads = self._kinds[TrafficKind.WRITE], self._kinds[TrafficKind.READ]
