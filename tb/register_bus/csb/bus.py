"""The CSB's pins as a bundle of signals."""

from __future__ import annotations

from cocotb.handle import LogicArrayObject, LogicObject

from tb.register_bus.bus import RegisterBus


class CsbBus(RegisterBus):
    """The CSB of a design, by what each pin does."""

    valid: LogicObject
    ready: LogicObject
    address: LogicArrayObject
    write_data: LogicArrayObject
    write: LogicObject
    nposted: LogicObject
    read_valid: LogicObject
    read_data: LogicArrayObject
    write_complete: LogicObject
