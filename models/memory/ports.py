"""Memory ports of an accelerator, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPort:
    """One AXI master port of the accelerator.

    Attributes:
        name: what sequences and reports call it.
        pin_prefix: what its pins begin with.
        base: lowest address that programs use in it, by the convention of the public traces.
        limit: first address behind it.
        data_bytes: width of a data beat.
        max_burst_beats: beats in its longest burst.
        burst_boundary_bytes: no burst crosses a multiple of this.
        write_align_bytes: alignment of its write addresses.
    """

    name: str
    pin_prefix: str
    base: int
    limit: int
    data_bytes: int
    address_bits: int
    id_bits: int
    len_bits: int
    max_burst_beats: int
    burst_boundary_bytes: int
    write_align_bytes: int
