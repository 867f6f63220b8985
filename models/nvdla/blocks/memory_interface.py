"""MCIF and CVIF: what their registers tell a bench (docs/nvdla/pins.md, 'Memory ports')."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.blocks.ping_pong import RegisterBlock
from models.nvdla.config import HwConfig
from models.reference import OutstandingLimit

Stream = tuple[str, str, int]
"""Port, ``read`` or ``write``, AXI id."""


def outstanding_limit(interface: RegisterBlock) -> OutstandingLimit:
    """What a memory interface lets be outstanding: its counts are beats less one."""
    register = interface.block.CFG_OUTSTANDING_CNT
    word = interface.values[register.name]
    return OutstandingLimit(register.RD_OS_CNT.get(word) + 1, register.WR_OS_CNT.get(word) + 1)


def never_granted(interface: RegisterBlock, port: str, config: HwConfig) -> Iterator[Stream]:
    """What a memory interface does not serve, as its weight is 0."""
    for way, prefix, ids in (("read", "RD_WEIGHT_", config.read_ids), ("write", "WR_WEIGHT_", config.write_ids)):
        for register in interface.block:
            for name, field in register.fields.items():
                client = name.removeprefix(prefix)
                if name != client and client in ids and not field.get(interface.values[register.name]):
                    yield port, way, ids[client]


def every_stream(config: HwConfig) -> frozenset[Stream]:
    """All that a configuration has."""
    ways = (("read", config.read_ids), ("write", config.write_ids))
    return frozenset(
        (port.name, way, axi_id) for port in config.ports.values() for way, ids in ways for axi_id in ids.values()
    )
