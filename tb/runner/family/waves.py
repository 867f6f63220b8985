"""What a family says of its signals, so that waves open with those that matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from models.registers import RegisterMap
from tb.findings import Finding
from tb.runner.attach.taps import TapLink


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLink:
    """A link between two units that taps look at.

    Attributes:
        text: what it is called, such as ``LOADER to ADDER``.
        units: those at its ends.
        link: what passes it.
    """

    text: str
    units: tuple[str, ...]
    link: TapLink


@dataclass(frozen=True, slots=True, kw_only=True)
class WaveParts:
    """The signals of a hardware configuration.

    The module of a unit is the outermost one whose instance has the unit's name in small letters. Taps are modules with
    the signals ``valid``, ``ready``, ``payload`` and ``link``, which is the link's name as text.

    Attributes:
        bus: what the register bus is called.
        bus_pins: its pins, in the order in which to show them.
        address_pins: those of them with an address, and how many bytes one step of it is.
        interrupts: the pins of the interrupts.
        clocks: the pins of clocks and resets.
        ports: the memory ports.
        readers: what reads with each AXI id.
        writers: what writes with each.
        registers: the register description.
        links: what taps look at, by the links' names.
        unit_of: the unit that a finding is about; empty: nobody knows.
    """

    bus: str
    bus_pins: Sequence[str]
    address_pins: Mapping[str, int]
    interrupts: Sequence[str]
    clocks: Sequence[str]
    ports: Sequence[MemoryPort]
    readers: Mapping[int, str]
    writers: Mapping[int, str]
    registers: RegisterMap
    links: Mapping[str, ShownLink]
    unit_of: Callable[[Finding], str]
