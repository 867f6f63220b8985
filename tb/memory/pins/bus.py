"""The pins of one memory port as a signal bundle."""

from __future__ import annotations

from cocotb.handle import HierarchyObject
from cocotb_bus.bus import Bus

from models.memory.ports import MemoryPort
from tb.memory.pins.channels import port_signals


class MemoryBus(Bus):
    """The pins of one port; `awvalid` stands for the pin `<prefix>_aw_awvalid`, and so on.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    def __init__(self, dut: HierarchyObject, port: MemoryPort) -> None:
        # Without regard to case, Bus would store None for a pin that is not there.
        super().__init__(dut, port.pin_prefix, dict(port_signals()), case_insensitive=False)
