"""A register bus's pins as a bundle of signals."""

from __future__ import annotations

from collections.abc import Mapping

from cocotb.handle import HierarchyObject, LogicObject
from cocotb_bus.bus import Bus


class RegisterBus(Bus):
    """The pins of a register bus of a design, by what each does; each bus says which it has besides its clock.

    Args:
        dut: the design.
        pins: what the design calls the pin of each attribute.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    clock: LogicObject

    def __init__(self, dut: HierarchyObject, pins: Mapping[str, str]) -> None:
        # Without regard to case, Bus would store None for a pin that is not there.
        super().__init__(dut, None, dict(pins), case_insensitive=False)
