"""MEMORY carries what the GDMA writes and reads: held against what the port shows."""

from __future__ import annotations

from collections.abc import Iterator

from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.footprints import READ_ID, WRITE_ID
from tb.borders.carriers.port_bytes import PassedBytes, bytes_read, bytes_written, unlike_given, unlike_read
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
    """What goes to other memories does not pass the port."""
    addresses, values, times = bytes_passed(tap, payload)
    outside = addresses >= config.ddr_base
    given = PassedBytes(addresses[outside], values[outside], times[outside])
    yield from unlike_given(UNIT, given, bytes_written(inside.seen, config.port, WRITE_ID))


def _given(inside: Inside, tap: Tap, payload: Payload, config: SophgoConfig) -> Iterator[Wrong]:
    read = bytes_read(inside.seen, config.port, READ_ID)
    yield from unlike_read(UNIT, PassedBytes(*bytes_passed(tap, payload)), read)
