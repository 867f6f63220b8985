"""Payloads of the links of the movers and of post-processing (nvdla_link_pkg)."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from tb.borders.payload import Member, Payload, array

WORD_BITS, SIZE_BITS = 32, 13
LAYER_END = Member("layer_end", 1, ("layer_end",))
"""The mark of the last transfer."""


def beat_bytes(config: HwConfig) -> int:
    """Bytes of a word that a unit reads or writes."""
    return next(iter(config.ports.values())).data_bytes


def word(config: HwConfig) -> Payload:
    """What units read and write."""
    return (array("data", "byte {}", 8, beat_bytes(config)),)


def results(config: HwConfig) -> Payload:
    """``cacc_sdp_t`` and ``rdma_sdp_t``: a word for each lane of INT8."""
    return LAYER_END, array("results", "lane {}", WORD_BITS, config.atom_bytes)


def operands(config: HwConfig) -> Payload:
    """``rdma_operand_t``: the operands of ALU (low half) and multiplier of each lane."""
    return LAYER_END, array("operands", "operands of lane {}, the multiplier's first", WORD_BITS, config.atom_bytes)


def atom(config: HwConfig) -> Payload:
    """``sdp_pdp_t`` and ``rdma_atom_t``."""
    return LAYER_END, array("atom", "byte {}", 8, config.atom_bytes)


def cube(_config: HwConfig) -> Payload:
    """``rdma_cube_t``: sizes less one, as wide as the registers."""
    return tuple(Member(name, SIZE_BITS, (name,)) for name in ("width", "height", "channel"))
