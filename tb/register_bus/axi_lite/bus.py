"""The pins of AXI4-Lite as a bundle of signals."""

from __future__ import annotations

from cocotb.handle import HierarchyObject, LogicArrayObject, LogicObject

from models.memory.signals import AxiSignals
from tb.register_bus.bus import RegisterBus


class AxiLiteBus(RegisterBus):
    """The AXI4-Lite port of a design, by AXI's names of its signals.

    Args:
        dut: the design.
        signals: what its pins are called.
        clock: what the pin of its clock is called.

    Attributes:
        signals: the same.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    awvalid: LogicObject
    awready: LogicObject
    awaddr: LogicArrayObject
    wvalid: LogicObject
    wready: LogicObject
    wdata: LogicArrayObject
    wstrb: LogicArrayObject
    bvalid: LogicObject
    bready: LogicObject
    arvalid: LogicObject
    arready: LogicObject
    araddr: LogicArrayObject
    rvalid: LogicObject
    rready: LogicObject

    def __init__(self, dut: HierarchyObject, signals: AxiSignals, clock: str) -> None:
        super().__init__(dut, {"clock": clock, **signals.pins})
        self.signals = signals
