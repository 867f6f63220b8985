"""How the memory interfaces share their ports among the units: arbitration weights, and how much is outstanding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.config.names import MEMORY_INTERFACES
from models.registers import Block
from sequences.nvdla.target import NvdlaTarget

WEIGHT = "_WEIGHT_"
FEW_BEATS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """What one memory interface is told.

    On the real part a unit of weight 0 is never granted, and hangs; so does one whose burst is longer than what may be
    outstanding.

    Attributes:
        read_weights: by client; those that are not named have 1. `write_weights` likewise.
        reads: beats that may be outstanding; `writes` likewise.
    """

    read_weights: Mapping[str, int] = field(default_factory=dict)
    write_weights: Mapping[str, int] = field(default_factory=dict)
    reads: int = 256
    writes: int = 256


async def share(target: NvdlaTarget, sharing: Mapping[str, Sharing]) -> None:
    """Tell the memory interfaces, by memory; to be done while no layer is in flight."""
    for block, ram in MEMORY_INTERFACES.items():
        if ram in sharing and ram in target.config.ports:
            await _tell(target, target.registers.blocks[block], sharing[ram])


def draw_sharing(rng: np.random.Generator, config: HwConfig) -> dict[str, Sharing]:
    """Weights and limits for every memory: often small ones, sometimes the largest."""
    return {
        ram: Sharing(
            read_weights={client: _weight(rng) for client in config.read_ids},
            write_weights={client: _weight(rng) for client in config.write_ids},
            reads=_beats(rng, port.max_burst_beats),
            writes=_beats(rng, port.max_burst_beats),
        )
        for ram, port in config.ports.items()
    }


def draw_unserving(rng: np.random.Generator, config: HwConfig) -> dict[str, Sharing]:
    """Weights of which some are 0, and limits of which some are below a burst: breaks the rule `memory-sharing`."""
    return {
        ram: Sharing(
            read_weights={client: int(rng.integers(0, 3)) for client in config.read_ids},
            write_weights={client: int(rng.integers(0, 3)) for client in config.write_ids},
            reads=int(rng.integers(1, port.max_burst_beats + 1)),
            writes=int(rng.integers(1, port.max_burst_beats + 1)),
        )
        for ram, port in config.ports.items()
    }


async def _tell(target: NvdlaTarget, block: Block, sharing: Sharing) -> None:
    for register in block:
        weights = sharing.read_weights if register.name.startswith("CFG_RD") else sharing.write_weights
        clients = {name: name.partition(WEIGHT)[2] for name in register.fields if WEIGHT in name}
        if clients:
            fields = {name: weights.get(client, 1) for name, client in clients.items()}
            await target.host.write(register, register.encode(**fields))
    limit = block.CFG_OUTSTANDING_CNT
    await target.host.write(limit, limit.encode(RD_OS_CNT=sharing.reads - 1, WR_OS_CNT=sharing.writes - 1))


def _weight(rng: np.random.Generator) -> int:
    return int(rng.choice([1, 1, 2, 4, 16, 255]))


def _beats(rng: np.random.Generator, burst_beats: int) -> int:
    return int(rng.integers(burst_beats, burst_beats + FEW_BEATS)) if rng.random() < 0.8 else 256
