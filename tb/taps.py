"""Reads what taps of a design wrote: what passed a link between two units, transfer by transfer.

A tap's file begins with the word ``TAP1`` and the width of the payload in bits. Each transfer is its time in ns (8
bytes), the number of the layer since reset, the number of its instance in the unit, such as a set of registers of its
own (4 bytes each), and the payload in 32-bit words, all little endian. 2 in the instance says that this was offered
for long and not taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

SUFFIX = ".tap"
_MARK = b"TAP1"
_HEADER_BYTES = 8
_WORD_BITS = 32
OFFERED = 2
"""In the instance: this was offered for long and not taken."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What passed one link, in order.

    Attributes:
        name: the link's.
        payload_bits: width of a transfer.
        time: when each transfer took place, in ns; shape ``(transfers,)``.
        layer: number of the layer since reset, of the same shape.
        instance: the number of the layer's instance in the unit, of the same shape; 0 where there is but one.
        payload: bytes, the lowest bits first; shape ``(transfers, bytes)``.
        offered: when something was offered for long and not taken, of shape ``(times,)``.
    """

    name: str
    payload_bits: int
    time: npt.NDArray[np.uint64]
    layer: npt.NDArray[np.uint32]
    instance: npt.NDArray[np.uint32]
    payload: npt.NDArray[np.uint8]
    offered: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))

    @property
    def held_up(self) -> bool:
        """Whether what came last was offered for long and not taken."""
        return bool(len(self.offered)) and not (self.time >= self.offered[-1]).any()

    def between(self, first_ns: float, end_ns: float) -> Tap:
        """What passed from a time on until another one."""
        rows = (self.time >= first_ns) & (self.time < end_ns)
        offered = self.offered[(self.offered >= first_ns) & (self.offered < end_ns)]
        return replace(self._some(rows), offered=offered)

    def of_layer(self, number: int) -> Tap:
        """What passed of a layer; what was offered stays as it is."""
        return self._some(self.layer == number)

    def _some(self, rows: npt.NDArray[np.bool_]) -> Tap:
        """Some of the transfers."""
        return replace(
            self, time=self.time[rows], layer=self.layer[rows], instance=self.instance[rows], payload=self.payload[rows]
        )

    def numbers(self, low: int, width: int) -> npt.NDArray[np.uint64]:
        """Some bits of each payload, 57 at most, as a number of shape ``(transfers,)``."""
        first, shift = divmod(low, 8)
        eight = np.zeros((len(self.payload), 8), np.uint8)
        part = self.payload[:, first : first + 8]
        eight[:, : part.shape[1]] = part
        number: npt.NDArray[np.uint64] = eight.view("<u8")[:, 0] >> np.uint64(shift) & np.uint64((1 << width) - 1)
        return number

    def bits(self, low: int, width: int) -> npt.NDArray[np.uint8]:
        """Some bits of each payload.

        Args:
            low: the lowest of them.
            width: how many.

        Returns:
            Bytes of shape ``(transfers, ceil(width / 8))``, the lowest bits first.
        """
        first, last = low // 8, (low + width + 7) // 8
        bits = np.unpackbits(self.payload[:, first:last], axis=1, bitorder="little")
        return np.packbits(bits[:, low - 8 * first :][:, :width], axis=1, bitorder="little")

    def members(self, widths: Mapping[str, int]) -> dict[str, npt.NDArray[np.uint8]]:
        """The members of a packed type.

        Args:
            widths: their bits by name, in the order of the type: the highest first.

        Raises:
            ValueError: they are not as wide as the payload together.
        """
        if sum(widths.values()) != self.payload_bits:
            raise ValueError(
                f"{self.name}: its payload has {self.payload_bits} bits, the members {dict(widths)} do not"
            )
        found, low = {}, self.payload_bits
        for name, width in widths.items():
            low -= width
            found[name] = self.bits(low, width)
        return found


def read_tap(path: Path) -> Tap:
    """Read what a tap wrote.

    Raises:
        ValueError: the file is not one of a tap, or was cut off.
    """
    data = path.read_bytes()
    if data[:4] != _MARK:
        raise ValueError(f"{path}: it begins with {data[:4]!r} and not with {_MARK!r}; give the file of a tap")
    width = int.from_bytes(data[4:_HEADER_BYTES], "little")
    words = -(-width // _WORD_BITS)
    layout = np.dtype(
        [("time", "<u8"), ("layer", "<u4"), ("instance", "<u4"), ("payload", "u1", (words * _WORD_BITS // 8,))]
    )
    if (len(data) - _HEADER_BYTES) % layout.itemsize:
        raise ValueError(f"{path}: {len(data)} bytes end within a transfer; let the simulation come to its end")
    records = np.frombuffer(data, layout, offset=_HEADER_BYTES)
    passed, offered = records[records["instance"] < OFFERED], records["time"][records["instance"] >= OFFERED]
    payload = passed["payload"][:, : -(-width // 8)]
    return Tap(path.stem, width, passed["time"], passed["layer"], passed["instance"], payload, offered)


def read_taps(folder: Path) -> dict[str, Tap]:
    """All taps of a run by name."""
    return {path.stem: read_tap(path) for path in sorted(folder.glob(f"*{SUFFIX}"))}
