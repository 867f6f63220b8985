"""The hardware configurations of mini (docs/mini/README.md, 'Configurations')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.memory.ports import MemoryPort
from models.memory.signals import standard_signals
from models.nearest import did_you_mean

MEMORY, SCRATCH = "MEMORY", "SCRATCH"
"""The memory behind the port, and the one that no pin shows."""
PREFIX = "m_axi_"
LACKING = ("awlock", "arlock")


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniConfig:
    """One hardware configuration.

    Attributes:
        name: what it is called.
        data_bytes: width of the memory port.
        burst_beats: longest burst.
        scratch_bytes: size of the scratch memory.
        address_bits: of an address on the memory port.
        id_bits: of an id on it.
        register_bits: of an address on the register bus.
    """

    name: str
    data_bytes: int
    burst_beats: int
    scratch_bytes: int
    address_bits: int = 40
    id_bits: int = 2
    register_bits: int = 12

    @property
    def port(self) -> MemoryPort:
        """The memory port."""
        return MemoryPort(
            name=MEMORY,
            pin_prefix=PREFIX.rstrip("_"),
            signals=standard_signals(PREFIX, without=LACKING),
            base=0,
            limit=1 << self.address_bits,
            data_bytes=self.data_bytes,
            address_bits=self.address_bits,
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
        """Size of the register block's window."""
        return 1 << self.register_bits

    @property
    def block_bases(self) -> Mapping[str, int]:
        """The register blocks, and where they begin."""
        return {"RING": 0}

    @property
    def description_parameters(self) -> Mapping[str, int | bool]:
        """The register description is the same for all configurations."""
        return {}


CONFIGS: Mapping[str, MiniConfig] = MappingProxyType(
    {
        config.name: config
        for config in (
            MiniConfig(name="mini64", data_bytes=8, burst_beats=16, scratch_bytes=4096),
            MiniConfig(name="mini32", data_bytes=4, burst_beats=8, scratch_bytes=1024),
        )
    }
)
MINI64 = CONFIGS["mini64"]


def find_config(name: str) -> MiniConfig:
    """A configuration by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name not in CONFIGS:
        raise ValueError(f"{name}: mini has the configurations {', '.join(CONFIGS)}{did_you_mean(name, CONFIGS)}")
    return CONFIGS[name]
