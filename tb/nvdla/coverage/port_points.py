"""What is looked at of a memory port: kinds, lengths, addresses, streams, strobes, waits, what is outstanding.

The ports have neither a size nor an error response: there is nothing to cover of these.
"""

from __future__ import annotations

from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from tb.coverage.bins import Names, Ranges, each, names, octaves, ranges
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.sides import high_bins
from tb.nvdla.coverage.units import covered_units, read_streams, write_streams

KINDS = ("read", "write")
CHANNELS = ("aw", "w", "b", "ar", "r")
SMALL_ADDRESS_BITS = 16
MOST_OUTSTANDING = 256
MOST_CYCLES = 1 << 32
WAITS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, MOST_CYCLES)],
    ["0", "1", "2", "3-4", "5-8", "9-16", "17 and more"],
)
"""Cycles that a valid waited for its ready."""


def port_group(port: MemoryPort, config: HwConfig, parts: tuple[str, ...]) -> Group:
    """The cover group of a port.

    Args:
        port: the port.
        config: the hardware configuration.
        parts: what the parts of a beat are called that strobes select.
    """
    units = covered_units(config)
    streams = {"read": read_streams(config, units), "write": write_streams(config, units)}
    kind, length = Point("kind", names(*KINDS)), Point("length", each(range(1, port.max_burst_beats + 1)))
    stream = Point("stream", Names(tuple(sorted({*streams["read"], *streams["write"]}))))
    address = Point("address", _addresses(port.address_bits))
    low, aligned = (
        each(range(0, port.burst_boundary_bytes // config.atom_bytes, align_bytes // config.atom_bytes))
        for align_bytes in (port.data_bytes, port.write_align_bytes)
    )
    points = [
        *(kind, length, stream, address),
        *(Point("read address low", low), Point("write address low", aligned), Point("strobes", Names(parts))),
        *(Point(f"{name}s outstanding", octaves(2, MOST_OUTSTANDING)) for name in KINDS),
        *(Point(f"{channel} waits", WAITS) for channel in CHANNELS),
    ]
    if len(units) > 1:
        points += [Point(f"streams waiting for {name}s", each(range(1, len(streams[name]) + 1))) for name in KINDS]
        points += [Point(f"{name} answers", names("in turn", "overtaken")) for name in KINDS]
        if port.max_burst_beats > 1:
            points += [Point("between beats", names("the burst goes on", "another stream's beat"))]
    by_stream = cross(kind, stream, absent=lambda way, name: name not in streams[way])
    crosses = (cross(kind, length), by_stream, cross(kind, address), cross(length, address))
    return Group(f"port {port.name}", tuple(points), crosses)


def _addresses(bits: int) -> Ranges:
    """By the highest bit, as of surfaces; addresses of few bits apart."""
    high, small = high_bins(bits), (1 << SMALL_ADDRESS_BITS) - 1
    pairs = [(0, small), (small + 1, high.highs[0]), *zip(high.lows[1:], high.highs[1:], strict=True)]
    return ranges(pairs, ["below 64 KiB", *high.labels])
