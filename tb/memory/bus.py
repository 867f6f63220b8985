"""The pins of one memory port as a signal bundle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cocotb.handle import HierarchyObject
from cocotb_bus.bus import Bus

from models.ports import MemoryPort

CHANNEL_PAYLOADS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "aw": ("id", "len", "addr"),
        "w": ("data", "strb", "last"),
        "b": ("id",),
        "ar": ("id", "len", "addr"),
        "r": ("id", "last", "data"),
    }
)


class MemoryBus(Bus):
    """The pins of one port; `awvalid` stands for the pin `<prefix>_aw_awvalid`, and so on.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    def __init__(self, dut: HierarchyObject, port: MemoryPort) -> None:
        names = {
            f"{channel}{suffix}": f"{channel}_{channel}{suffix}"
            for channel, payload in CHANNEL_PAYLOADS.items()
            for suffix in ("valid", "ready", *payload)
        }
        # Without regard to case, Bus would store None for a pin that is not there.
        super().__init__(dut, port.pin_prefix, names, case_insensitive=False)
