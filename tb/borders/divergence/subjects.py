"""Which unit an error is about, by its pins, its AXI id or what it names: what is left where nothing differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Inside
from tb.findings import Finding
from tb.memory.rules import AxiRule
from tb.memory.traffic import TrafficKind

_REGISTER = re.compile(r"(\w+)\.\w+ \(0x")
_EARLY = re.compile(r"(\w+): expected 0x0, got 0x1")
"""A bit that is there and should not be: another that should be there and is not may only wait for it."""
_CHANNEL = re.compile(r"(\w+): (?:a[rw]|[rwb]): ")
_STRAY = re.compile(r"\w+ id (\d+): stray (read|write)")
_DATA = re.compile(r"(\w+): wdata ")
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


def _unknown(_inside: Inside, _time_ns: float) -> str:
    """Nobody looks at who raises interrupts."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What errors of a family are about.

    Attributes:
        units: the units that messages name.
        interfaces: the unit at each memory port, by the port's name.
        kinds: the unit that makes errors of some kinds, where no other can: that of the register bus.
        pins: parts of what messages call pins, and the units that drive them.
        raised: the unit that raises each interrupt bit, by the name of the bit.
        readers: the unit that reads with an AXI id.
        writers: the unit that writes with one.
        raised_last: the unit that raised an interrupt last before a time, as taps saw it; empty: nobody knows.
    """

    units: Collection[str]
    interfaces: Mapping[str, str]
    kinds: Mapping[str, str]
    pins: Sequence[tuple[str, str]]
    raised: Mapping[str, str]
    readers: Mapping[int, str]
    writers: Mapping[int, str]
    raised_last: Callable[[Inside, float], str] = _unknown

    def of_pins(self, finding: Finding) -> str:
        """The unit that breaks a rule of the pins which only it drives; empty where others may be the cause."""
        if finding.kind in OF_THE_INTERFACE:
            return self.interfaces.get(finding.message.partition(":")[0].partition(" ")[0], "")
        return self.kinds.get(finding.kind, "")

    def spoken_of(self, message: str) -> str:
        """The unit whose layer, register, interrupt, channel or pin a message names first; empty: it names none."""
        if (channel := _CHANNEL.match(message)) and channel[1] in self.interfaces:
            return self.interfaces[channel[1]]
        early = [self.raised[word] for word in _EARLY.findall(message) if word in self.raised]
        named = early + [self.raised.get(word, word) for word in re.findall(r"\w+", message)]
        register = _REGISTER.match(message)
        block = register[1] if register else ""
        unit = next((word for word in named if word in self.units), block)
        return unit or next((unit for pin, unit in self.pins if pin in message), "")

    def of_id(self, message: str) -> str:
        """The unit that reads or writes what nobody expects of it; empty: the message is about something else."""
        if not (found := _STRAY.match(message)):
            return ""
        return (self.readers if found[2] == "read" else self.writers).get(int(found[1]), "")

    def writer_at(self, message: str, time_ns: float, seen: Seen) -> str:
        """The unit whose write data a message is about; empty: another message, or no write came to its end."""
        found = _DATA.match(message)
        for batch in seen.traffic if found else ():
            writes = batch.kinds[TrafficKind.WRITE]
            later = np.flatnonzero(writes.times_ps >= time_ns * 1000)
            if found and batch.port == found[1] and len(later):
                return self.writers.get(int(writes.axi_ids[later[0]]), "")
        return ""
