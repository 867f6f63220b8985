"""Coverage of the words of the GDMA: from which memory to which, in which form."""

from __future__ import annotations

from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.operations.gdma.sides import FORMAT_BYTES, address_of, memory_of
from models.sophgo.words.cells import cell_of
from models.sophgo.words.word import Word
from tb.coverage.bins import each, flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.sophgo.coverage.sampled import KindSampler, Of, said, where

MEMORIES = (LOCAL, STATIC, L2, DDR)
SYSTEM = (STATIC, L2, DDR)
KINDS = ("DMA_tensor", "DMA_matrix", "DMA_cw_transpose", "DMA_gather", "DMA_masked_select", "DMA_nonzero")
MOVES = (
    "DMA_tensor.copy", "DMA_tensor.fill", "DMA_tensor.transpose", "DMA_tensor.broadcast", "DMA_matrix.copy",
    "DMA_matrix.transpose", "DMA_cw_transpose.transpose", "DMA_gather.gather", "DMA_masked_select.select",
    "DMA_nonzero.index",
)  # fmt: skip
ROWS = ("DMA_masked_select.select", "DMA_nonzero.index")
"""They put what they choose outside of local memory."""
MATRICES = ("DMA_matrix.copy", "DMA_matrix.transpose")
EVERY = 0xFFFF_FFFF_FFFF_FFFF


class TransferSampler(KindSampler):
    """Counts words of the GDMA.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: SophgoConfig) -> None:
        def memory(side: str) -> Of:
            return lambda word: memory_of(config, side, address_of(word, side))

        def source(word: Word) -> str | None:
            return None if _move(word) == "DMA_tensor.fill" else str(memory("src")(word))

        points = (
            Coverpoint("move", names(*MOVES), _move),
            Coverpoint("from", names(*MEMORIES), source),
            Coverpoint("to", names(*MEMORIES), memory("dst")),
            Coverpoint("index in", names(*MEMORIES), where(("gather",), memory("index"))),
            Coverpoint("mask in", names(*MEMORIES), where(("select",), memory("mask"))),
            Coverpoint("bits", names("8", "16", "32"), _bits),
            Coverpoint("format", each(FORMAT_BYTES), said("src_data_format")),
            Coverpoint("mask format", each((0, 3, 4)), where(("select",), said("mask_data_format"))),
            Coverpoint("strides", flag(), said("stride_enable")),
            Coverpoint("shape stays", flag(), where(("copy",), said("nchw_copy"))),
            Coverpoint("lanes left out", flag(), lambda word: _left_out(config, word, memory("dst"))),
        )
        crosses = (
            cross("move", "from", ignore_bins=lambda move, _: move == "DMA_tensor.fill"),
            cross("move", "to", ignore_bins=_never_to),
            cross("from", "bits"),
            cross("to", "bits"),
            cross("move", "format", ignore_bins=lambda move, code: move == ROWS[1] and code not in "034"),
        )
        super().__init__(Covergroup("transfers", points, crosses), KINDS)


def _move(word: Word) -> str:
    return cell_of(word).split(" ")[0]


def _bits(word: Word) -> str:
    """Of an element."""
    return str(8 * FORMAT_BYTES[word["src_data_format"]])


def _left_out(config: SophgoConfig, word: Word, memory: Of) -> int | None:
    """Whether lanes are left out, of a destination in local memory."""
    mask = word["localmem_mask_l32"] | word["localmem_mask_h32"] << 32
    every = (1 << config.lanes) - 1
    return int(mask & every != every) if memory(word) == LOCAL else None


def _never_to(move: str, to: str) -> bool:
    """Where no such word may write."""
    return (move in ROWS and to == LOCAL) or (move == "DMA_tensor.broadcast" and to != LOCAL)
