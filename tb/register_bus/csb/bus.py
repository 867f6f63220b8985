"""The CSB's pins as a bundle of signals."""

from __future__ import annotations

from collections.abc import Mapping

from cocotb.handle import HierarchyObject, LogicArrayObject, LogicObject
from cocotb_bus.bus import Bus


class CsbBus(Bus):
    """The CSB of a design, by what each pin does.

    Args:
        dut: the design.
        pins: what the design calls the pin of each attribute.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    clock: LogicObject
    valid: LogicObject
    ready: LogicObject
    address: LogicArrayObject
    write_data: LogicArrayObject
    write: LogicObject
    nposted: LogicObject
    read_valid: LogicObject
    read_data: LogicArrayObject
    write_complete: LogicObject

    def __init__(self, dut: HierarchyObject, pins: Mapping[str, str]) -> None:
        # Without regard to case, Bus would store None for a pin that is not there.
        super().__init__(dut, None, dict(pins), case_insensitive=False)
