"""MEMORY carries what units write and read: held against what the port shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.vipnano.config import VipnanoConfig
from tb.borders.carriers.port_bytes import bytes_read, bytes_written
from tb.borders.carriers.wrong import Inside, Wrong
from tb.taps import Tap
from tb.vipnano.borders.rows import given_bytes, written_bytes

UNIT = "MEMORY"


def written_as_given(inside: Inside, tap: str, axi_id: int, config: VipnanoConfig) -> list[Wrong]:
    """What is wrong between the bytes that a unit gives and those that the port writes with its id."""
    return list(_written(inside, inside.taps[tap], axi_id, config)) if tap in inside.taps else []


def given_as_read(inside: Inside, tap: str, axi_id: int, config: VipnanoConfig) -> list[Wrong]:
    """What is wrong between the beats that the port reads with an id and those that its reader is given."""
    return list(_given(inside, inside.taps[tap], axi_id, config)) if tap in inside.taps else []


def _written(inside: Inside, tap: Tap, axi_id: int, config: VipnanoConfig) -> Iterator[Wrong]:
    gave, values = written_bytes(tap)
    wrote, data, times = bytes_written(inside.seen, config.port, axi_id)
    count = min(len(gave), len(wrote))
    differs = (gave[:count] != wrote[:count]) | (values[:count] != data[:count])
    if differs.any():
        at = int(np.argmax(differs))
        what = f"it was given {values[at]:#04x} for {int(gave[at]):#x}, it wrote {data[at]:#04x} to {int(wrote[at]):#x}"
        yield Wrong(UNIT, what, float(times[at]))
    elif len(wrote) > count:
        yield Wrong(UNIT, f"it wrote to {int(wrote[count]):#x}, which it was not given", float(times[count]))
    elif len(gave) > count:
        what = f"{len(gave) - count:,} byte(s) that it was given were not written, first {int(gave[count]):#x}"
        yield Wrong(UNIT, what, float(tap.time[-1]), missing=True)


def _given(inside: Inside, tap: Tap, axi_id: int, config: VipnanoConfig) -> Iterator[Wrong]:
    """Each byte that is given was read from its address."""
    read = bytes_read(inside.seen, config.port, axi_id)
    addresses, values = given_bytes(tap, config)
    times = np.repeat(tap.time, config.port_bytes).tolist()
    for address, value, time in zip(addresses.tolist(), values.tolist(), times, strict=True):
        if value not in read.get(address, ()):
            came = ", ".join(f"{byte:#04x}" for byte in sorted(read.get(address, ()))) or "nothing"
            yield Wrong(UNIT, f"it gave {value:#04x} for {address:#x}, where {came} was read", float(time))
            return
