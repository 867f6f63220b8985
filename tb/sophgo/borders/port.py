"""MEMORY carries what the GDMA writes and reads: held against what the port shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.footprints import READ_ID, WRITE_ID
from tb.borders.carriers.port_bytes import bytes_read, bytes_written
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.payload import Payload
from tb.sophgo.borders.elements import bytes_passed
from tb.taps import Tap

UNIT = "MEMORY"


def memory_port(inside: Inside, written: str, given: str, payload: Payload, config: SophgoConfig) -> list[Wrong]:
    """What is wrong between the elements that the GDMA gives and takes, and the beats of the port.

    Args:
        inside: what is known of the design.
        written: the tap of the elements that it writes.
        given: that of the elements from DDR that it is given.
        payload: what these taps show.
        config: the hardware configuration.
    """
    found = list[Wrong]()
    if written in inside.taps:
        found += _written(inside, inside.taps[written], payload, config)
    if given in inside.taps:
        found += _given(inside, inside.taps[given], payload, config)
    return found


def _written(inside: Inside, tap: Tap, payload: Payload, config: SophgoConfig) -> Iterator[Wrong]:
    """Bytes leave as they were given, in the same order."""
    gave, values, _ = bytes_passed(tap, payload)
    outside = gave >= config.ddr_base
    gave, values = gave[outside], values[outside]
    wrote, data, times = bytes_written(inside.seen, config.port, WRITE_ID)
    count = min(len(gave), len(wrote))
    differs = (gave[:count] != wrote[:count]) | (values[:count] != data[:count])
    if differs.any():
        at = int(np.argmax(differs))
        what = f"GDMA gave {values[at]:#04x} for {int(gave[at]):#x}, it wrote {data[at]:#04x} to {int(wrote[at]):#x}"
        yield Wrong(UNIT, what, float(times[at]))
    elif len(wrote) > count:
        yield Wrong(UNIT, f"it wrote to {int(wrote[count]):#x}, which GDMA did not give", float(times[count]))
    elif len(gave) > count:
        what = f"{len(gave) - count:,} byte(s) that GDMA gave were not written, first {int(gave[count]):#x}"
        yield Wrong(UNIT, what, float(tap.time[-1]), missing=True)


def _given(inside: Inside, tap: Tap, payload: Payload, config: SophgoConfig) -> Iterator[Wrong]:
    """Each byte that is given was read from its address before."""
    read = bytes_read(inside.seen, config.port, READ_ID)
    addresses, values, times = bytes_passed(tap, payload)
    for address, value, time in zip(addresses.tolist(), values.tolist(), times.tolist(), strict=True):
        if value not in read.get(address, ()):
            came = ", ".join(f"{byte:#04x}" for byte in sorted(read.get(address, ()))) or "nothing"
            yield Wrong(UNIT, f"it gave GDMA {value:#04x} for {address:#x}, where {came} was read", float(time))
            return
