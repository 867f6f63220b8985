"""What may differ between two builds of the device, and what layouts need of a chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from models.memory.signals import standard_signals

DDR, LOCAL, STATIC, L2 = "DDR", "LOCAL", "STATIC", "L2"
"""The memory behind the port, and those that no pin shows."""
PREFIX = "m_axi_"
LACKING = ("awlock", "arlock")
ADDRESS_BITS = 40
"""Of an address in words of the GDMA."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """The lanes of a chip, and where its memories are.

    Attributes:
        name: what it is called.
        lanes: how many (NPUs in the guides).
        lane_bytes: local memory of a lane.
        banks: into which that is divided.
        eu_bytes: what the execution units of a lane take at once; aligned tensors begin at multiples of it.
        kernel_bytes: how many bytes of input channels stand side by side in a kernel of a convolution.
        local_base: address of the first lane; the others follow.
        l2_base: address of the L2 memory.
        l2_bytes: its size.
        ddr_base: first address of the DDR.
    """

    name: str
    lanes: int
    lane_bytes: int
    banks: int
    eu_bytes: int
    kernel_bytes: int
    local_base: int
    l2_base: int
    l2_bytes: int
    ddr_base: int

    @property
    def local_bytes(self) -> int:
        """Local memory of all lanes."""
        return self.lanes * self.lane_bytes

    @property
    def bank_bytes(self) -> int:
        """Size of a bank of a lane."""
        return self.lane_bytes // self.banks


@dataclass(frozen=True, slots=True, kw_only=True)
class SophgoConfig(Chip):
    """One hardware configuration of the device that is simulated.

    Attributes:
        static_base: address of the static memory.
        static_bytes: its size.
        port_bytes: width of the memory port.
        burst_beats: longest burst.
        launch_slots: launches that the mailbox holds beside the one that runs.
        id_bits: of an id on the memory port.
        register_bits: of an address on the register bus.
    """

    static_base: int
    static_bytes: int
    port_bytes: int
    burst_beats: int
    launch_slots: int
    id_bits: int = 2
    register_bits: int = 12

    @property
    def port(self) -> MemoryPort:
        """The memory port."""
        return MemoryPort(
            name=DDR,
            pin_prefix=PREFIX.rstrip("_"),
            signals=standard_signals(PREFIX, without=LACKING),
            base=self.ddr_base,
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
        return {DDR: self.port}

    @property
    def memory_map(self) -> Mapping[str, range]:
        """The addresses of each memory in words of the GDMA, by name."""
        sizes = {
            LOCAL: (self.local_base, self.local_bytes),
            STATIC: (self.static_base, self.static_bytes),
            L2: (self.l2_base, self.l2_bytes),
            DDR: (self.ddr_base, (1 << ADDRESS_BITS) - self.ddr_base),
        }
        return {name: range(base, base + size) for name, (base, size) in sizes.items()}

    @property
    def block_bytes(self) -> int:
        """Size of a register block's window."""
        return 0x100

    @property
    def block_bases(self) -> Mapping[str, int]:
        """The register blocks, and where they begin."""
        return {"MAILBOX": 0, "TIU": 0x100, "GDMA": 0x200}

    @property
    def description_parameters(self) -> Mapping[str, int | bool]:
        """The register description is the same for all configurations."""
        return {}
