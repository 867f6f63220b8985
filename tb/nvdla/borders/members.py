"""What the payloads of links consist of (nvdla_link_pkg): members with their bits, the highest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from models.nvdla.config import HwConfig
from tb.nvdla.borders.words import beat_bytes

Members = Callable[[HwConfig], Mapping[str, int]]
WORD_BITS, SIZE_BITS = 32, 13


def word(config: HwConfig) -> Mapping[str, int]:
    """What units read and write."""
    return {"data": 8 * beat_bytes(config)}


def results(config: HwConfig) -> Mapping[str, int]:
    """``cacc_sdp_t`` and ``rdma_sdp_t``."""
    return {"layer_end": 1, "results": WORD_BITS * config.atom_bytes}


def operands(config: HwConfig) -> Mapping[str, int]:
    """``rdma_operand_t``."""
    return {"layer_end": 1, "operands": WORD_BITS * config.atom_bytes}


def atom(config: HwConfig) -> Mapping[str, int]:
    """``sdp_pdp_t`` and ``rdma_atom_t``."""
    return {"layer_end": 1, "atom": 8 * config.atom_bytes}


def cube(config: HwConfig) -> Mapping[str, int]:  # noqa: ARG001 - as wide as the registers
    """``rdma_cube_t``."""
    return dict.fromkeys(("width", "height", "channel"), SIZE_BITS)


def bits_of(members: Mapping[str, int], name: str) -> range:
    """Where in the payload a member stands."""
    names = list(members)
    low = sum(members[other] for other in names[names.index(name) + 1 :])
    return range(low, low + members[name])
