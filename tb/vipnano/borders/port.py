"""MEMORY carries what units write and read: held against what the port shows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.vipnano.config import VipnanoConfig
from tb.borders.carriers.port_bytes import PassedBytes, bytes_read, bytes_written, unlike_given, unlike_read
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
    given = PassedBytes(*written_bytes(tap), tap.time)
    yield from unlike_given(UNIT, given, bytes_written(inside.seen, config.port, axi_id))


def _given(inside: Inside, tap: Tap, axi_id: int, config: VipnanoConfig) -> Iterator[Wrong]:
    given = PassedBytes(*given_bytes(tap, config), np.repeat(tap.time, config.port_bytes))
    yield from unlike_read(UNIT, given, bytes_read(inside.seen, config.port, axi_id))
