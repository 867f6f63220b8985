"""MCIF and CVIF: what their registers tell a bench (docs/nvdla/pins.md, 'Memory ports')."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.blocks.register_block import RegisterBlock
from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.reference import OutstandingLimit

Stream = tuple[str, str, int]
"""Port, ``read`` or ``write``, AXI id."""


def outstanding_limit(interface: RegisterBlock) -> OutstandingLimit:
    """What a memory interface lets be outstanding: its counts are beats less one."""
    register = interface.block.CFG_OUTSTANDING_CNT
    word = interface.values[register.name]
    return OutstandingLimit(register.RD_OS_CNT.get(word) + 1, register.WR_OS_CNT.get(word) + 1)


@dataclass(frozen=True, slots=True)
class Unserved:
    """A stream that a memory interface of the public part may never serve.

    Attributes:
        stream: the stream.
        why: why not.
        erratum: the id of the part's fault that it is.
    """

    stream: Stream
    why: str
    erratum: str


def unserved(interface: RegisterBlock, port: MemoryPort, config: HwConfig) -> Iterator[Unserved]:
    """What a memory interface may never serve: a burst longer than its limit waits for ever, as does a weight of 0."""
    limit = outstanding_limit(interface)
    ways = (
        ("read", "RD_WEIGHT_", config.read_ids, limit.reads),
        ("write", "WR_WEIGHT_", config.write_ids, limit.writes),
    )
    for way, prefix, ids, beats in ways:
        if beats < port.max_burst_beats:
            why = f"{beats} beat(s) may be outstanding, and a burst has up to {port.max_burst_beats}"
            yield from (Unserved((port.name, way, axi_id), why, "mcif-outstanding") for axi_id in ids.values())
        for register in interface.block:
            for name, field in register.fields.items():
                client = name.removeprefix(prefix)
                if name != client and client in ids and not field.get(interface.values[register.name]):
                    yield Unserved((port.name, way, ids[client]), "their weight is 0", "mcif-weight-0")


def every_stream(config: HwConfig) -> Mapping[Stream, str]:
    """All that a configuration has, each with a reason why it is not served."""
    ways = (("read", config.read_ids), ("write", config.write_ids))
    ports = config.ports.values()
    streams = [(port.name, way, axi_id) for port in ports for way, ids in ways for axi_id in ids.values()]
    return dict.fromkeys(streams, "their weight is 0")
