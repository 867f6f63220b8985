"""Which blocks, stages and streams are covered: those whose data path the reference has, and what all units share."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from models.nvdla.config.names import READ_STREAMS, WRITE_STREAMS
from models.nvdla.device import STAGES, UNITS
from models.nvdla.pipeline.stage import RegisterStage
from models.registers import Block, RegisterMap

SHARED = ("GLB", "MCIF", "CVIF")


def covered_units(config: HwConfig) -> tuple[str, ...]:
    """The blocks with a data path, in the order of their names."""
    return tuple(sorted(UNITS & config.units))


def covered_blocks(config: HwConfig, registers: RegisterMap) -> tuple[Block, ...]:
    """Their blocks and those that all units share, as far as the configuration has them."""
    return tuple(registers.blocks[name] for name in (*SHARED, *covered_units(config)) if name in config.block_bases)


def covered_stages(config: HwConfig) -> tuple[type[RegisterStage], ...]:
    """The stages that these blocks make, in the order of their names."""
    there = (stage for stage in STAGES if config.units.issuperset(stage.blocks))
    return tuple(sorted(there, key=lambda stage: stage.name))


def read_streams(config: HwConfig, blocks: tuple[str, ...]) -> tuple[str, ...]:
    """The streams in which blocks read memory, in the order of their names."""
    return _streams(config.read_ids, READ_STREAMS, blocks)


def write_streams(config: HwConfig, blocks: tuple[str, ...]) -> tuple[str, ...]:
    """The streams in which blocks write memory, in the order of their names."""
    return _streams(config.write_ids, WRITE_STREAMS, blocks)


def _streams(ids: Mapping[str, int], block_of: Mapping[str, str], blocks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(name for name in ids if block_of[name] in blocks))
