"""What may differ between two builds of the device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from models.memory.ports import MemoryPort
from models.memory.signals import standard_signals

MEMORY = "MEMORY"
"""The memory behind the port."""
PREFIX = "m_axi_"
LACKING = ("awlock", "arlock")
ADDRESS_BITS = 32
STREAM_ALIGN_BYTES = 64
"""The header of coefficients and each stream behind it have a multiple of so many bytes."""
RESERVED_SRAM_BYTES = 0x800
"""So much of the on-chip memory is not for coefficients."""


class Ties(StrEnum):
    """Where a result goes that lies in the middle between two whole numbers."""

    AWAY = "away"
    UP = "up"
    EVEN = "even"


@dataclass(frozen=True, slots=True, kw_only=True)
class VipnanoConfig:
    """One hardware configuration.

    Attributes:
        name: what it is called.
        nn_cores: cores that convolve.
        tp_cores: cores that move tensors; the driver splits its work for so many.
        zrl_bits: a zero run's length has at most so many bits.
        input_depth: lines of 72 bytes that the input buffer of a core has.
        accumulator_depth: lines of 64 sums that the accumulators of a core have.
        sram_bytes: size of the on-chip memory.
        ties: where results in the middle between two whole numbers go.
        port_bytes: width of the memory port.
        burst_beats: longest burst.
        queue_slots: jobs and ends of sequences that wait beside the one that is at work.
        id_bits: of an id on the memory port.
        register_bits: of an address on the register bus.
    """

    name: str
    nn_cores: int
    tp_cores: int
    zrl_bits: int
    input_depth: int
    accumulator_depth: int
    sram_bytes: int
    ties: Ties
    port_bytes: int
    burst_beats: int
    queue_slots: int
    id_bits: int = 3
    register_bits: int = 14

    @property
    def header_bytes(self) -> int:
        """What the sizes of all cores' streams take in memory."""
        return -(-4 * self.nn_cores // STREAM_ALIGN_BYTES) * STREAM_ALIGN_BYTES

    @property
    def coefficient_bytes(self) -> int:
        """So many bytes of streams have room in the on-chip memory."""
        return self.sram_bytes - RESERVED_SRAM_BYTES

    @property
    def port(self) -> MemoryPort:
        """The memory port."""
        return MemoryPort(
            name=MEMORY,
            pin_prefix=PREFIX.rstrip("_"),
            signals=standard_signals(PREFIX, without=LACKING),
            base=0,
            limit=1 << ADDRESS_BITS,
            data_bytes=self.port_bytes,
            address_bits=ADDRESS_BITS,
            id_bits=self.id_bits,
            len_bits=8,
            max_burst_beats=self.burst_beats,
            burst_boundary_bytes=4096,
            write_align_bytes=1,
            read_align_bytes=1,
        )

    @property
    def ports(self) -> Mapping[str, MemoryPort]:
        """All memory ports, by name."""
        return {MEMORY: self.port}

    @property
    def block_bytes(self) -> int:
        """Size of a register block's window."""
        return 0x200

    @property
    def block_bases(self) -> Mapping[str, int]:
        """The register blocks, and where they begin."""
        return {"HOST": 0, "PS": 0x1000, "GL": 0x3800}

    @property
    def description_parameters(self) -> Mapping[str, int | bool]:
        """The register description is the same for all configurations."""
        return {}
