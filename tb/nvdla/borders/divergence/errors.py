"""Which unit an error is about, by its pins, its AXI id or what it names: what is left where nothing differs."""

from __future__ import annotations

import re

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.config.names import READ_STREAMS, WRITE_STREAMS
from models.nvdla.interrupts import DONE_BITS, done_bits
from tb.findings import Finding
from tb.memory.rules import AxiRule
from tb.memory.traffic import TrafficKind
from tb.nvdla.borders.carriers.seen import Seen
from tb.nvdla.pins import INTERRUPT

_REGISTER = re.compile(r"(\w+)\.\w+ \(0x")
_CHANNEL = re.compile(r"(\w+): (?:a[rw]|[rwb]): ")
_STRAY = re.compile(r"\w+ id (\d+): stray (read|write)")
_DATA = re.compile(r"(\w+): wdata ")
_PINS = (
    ("CSB pin ", "CSB"),
    ("nvdla2csb", "CSB"),
    ("csb2nvdla", "CSB"),
    ("nvdla_core2", "the memory interface"),
    (INTERRUPT, "GLB"),
)
"""Beginnings of what messages call pins, and the units that drive them."""
OUTSTANDING_LIMIT = "outstanding-limit"
OF_THE_INTERFACE = frozenset(
    {
        AxiRule.STABLE_PAYLOAD,
        AxiRule.STABLE_VALID,
        AxiRule.BURST_LENGTH,
        AxiRule.BURST_BOUNDARY,
        AxiRule.ID_RANGE,
        AxiRule.STROBE,
        AxiRule.WLAST_EARLY,
        AxiRule.WLAST_MISSING,
        AxiRule.ORPHAN_DATA,
        OUTSTANDING_LIMIT,
    }
)
"""Kinds of errors that only a memory interface can make, whatever its units ask of it."""
OF_THE_CSB = frozenset({"csb-hang", "csb-stray"})
"""The same of the CSB."""


def unit_of_pins(finding: Finding) -> str:
    """The unit that breaks a rule of the pins which only it drives; empty where others may be the cause."""
    if finding.kind in OF_THE_CSB:
        return "CSB"
    if finding.kind in OF_THE_INTERFACE:
        return f"the memory interface of {finding.message.partition(':')[0].partition(' ')[0]}"
    return ""


def unit_spoken_of(message: str, config: HwConfig) -> str:
    """The unit whose layer, register, interrupt, channel or pin a message names first; empty if it names none."""
    if channel := _CHANNEL.match(message):
        return f"the memory interface of {channel[1]}"
    raised = {bit: block for block in DONE_BITS for group in range(2) for bit in done_bits(block, group)}
    named = [raised.get(word, word) for word in re.findall(r"\w+", message)]
    register = _REGISTER.match(message)
    block = register[1] if register else ""
    unit = next((word for word in named if word in config.units), block)
    return unit or next((unit for pin, unit in _PINS if pin in message), "")


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
