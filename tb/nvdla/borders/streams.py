"""Which unit traffic of a memory port is of: by its AXI id."""

from __future__ import annotations

import re

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.config.names import READ_STREAMS, WRITE_STREAMS
from tb.memory.traffic import TrafficKind
from tb.nvdla.borders.carriers.seen import Seen

_STRAY = re.compile(r"\w+ id (\d+): stray (read|write)")
_DATA = re.compile(r"(\w+): wdata ")


def unit_of_id(message: str, config: HwConfig) -> str:
    """The unit that reads or writes what nobody expects of it; empty: the message is about something else."""
    found = _STRAY.match(message)
    return _block(int(found[1]), config, reads=found[2] == "read") if found else ""


def writer_at(message: str, time_ns: float, seen: Seen, config: HwConfig) -> str:
    """The unit whose write data a message is about; empty: it is about something else, or no write came to its end."""
    found = _DATA.match(message)
    for batch in seen.traffic if found else ():
        writes = batch.kinds[TrafficKind.WRITE]
        later = np.flatnonzero(writes.times_ps >= time_ns * 1000)
        if found and batch.port == found[1] and len(later):
            return _block(int(writes.axi_ids[later[0]]), config, reads=False)
    return ""


def _block(axi_id: int, config: HwConfig, *, reads: bool) -> str:
    """The block that has an id."""
    ids, streams = (config.read_ids, READ_STREAMS) if reads else (config.write_ids, WRITE_STREAMS)
    return next((streams[name] for name, number in ids.items() if number == axi_id), "")
