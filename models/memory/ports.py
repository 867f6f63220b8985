"""Memory ports of an accelerator, as data."""

from __future__ import annotations

from dataclasses import dataclass

from models.memory.signals import AxiSignals

DATA_BYTES = (4, 8, 16, 32, 64, 128)
"""Widths of the data bus."""
ID_BITS_AT_MOST = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPort:
    """One AXI master port of the accelerator.

    Attributes:
        name: what sequences and reports call it.
        pin_prefix: what its pins begin with, and an HDL memory's signals.
        signals: which signals it has, and their pins.
        base: lowest address that programs use in it, by the convention of the public traces.
        limit: first address behind it.
        data_bytes: width of the data bus, a power of two.
        address_bits: width of an address.
        id_bits: width of an id; 0 where it has no ids.
        len_bits: width of a burst's length; 0 where it has single beats only.
        max_burst_beats: beats in its longest burst.
        burst_boundary_bytes: no burst crosses a multiple of this.
        write_align_bytes: alignment of its write addresses.
        read_align_bytes: alignment of its read addresses; None: a data beat.
    """

    name: str
    pin_prefix: str
    signals: AxiSignals
    base: int
    limit: int
    data_bytes: int
    address_bits: int
    id_bits: int
    len_bits: int
    max_burst_beats: int
    burst_boundary_bytes: int
    write_align_bytes: int
    read_align_bytes: int | None = None

    def check(self) -> None:
        """Make sure that memories can serve it.

        Raises:
            ValueError: sizes and signals do not fit each other, or a size is none that there is.
        """
        for field, bits in (("id", self.id_bits), ("len", self.len_bits)):
            for channel in ("aw", "ar"):
                if channel in self.signals.channels and (channel + field in self.signals) != bool(bits):
                    there = "is there" if channel + field in self.signals else "is not"
                    raise ValueError(f"port {self.name}: {field}_bits is {bits}, and {channel}{field} {there}")
        if self.data_bytes not in DATA_BYTES:
            raise ValueError(f"port {self.name}: data_bytes is {self.data_bytes}, expected one of {DATA_BYTES}")
        if self.id_bits > ID_BITS_AT_MOST:
            raise ValueError(f"port {self.name}: id_bits is {self.id_bits}, expected at most {ID_BITS_AT_MOST}")
