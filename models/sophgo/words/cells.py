"""The cells of words: what random tests go through, and coverage counts (docs/sophgo/README.md, 'Words')."""

from __future__ import annotations

from collections.abc import Iterator

from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word

LAYOUTS = {0: "aligned", 1: "compact", 3: "strides"}
"""What members ``*_str`` choose."""
CHOSEN = {"sAR": "res0_str", "sCONV": "opd0_str"}
"""Which of them tells the cells of a kind of words apart: that of the result, or that of the input."""
STRIDED = {0: "default", 1: "strides"}
"""What `stride_enable` chooses, of words that have the choice."""
TRANSFERS = ("DMA_tensor", "DMA_cw_transpose", "DMA_matrix", "DMA_gather")


def cell_of(word: Word) -> str:
    """The cell of a word: its kind, what it does, and the layout if it chooses one."""
    kind, what = word.kind.name, f"{word.kind.name}.{word.function}"
    if kind == "DMA_tensor" and word.function == "copy" and word["fill_constant_en"]:
        what = "DMA_tensor.fill"
    if kind in CHOSEN:
        return f"{what} {LAYOUTS[word[CHOSEN[kind]]]}"
    return f"{what} {STRIDED[word['stride_enable']]}" if kind in TRANSFERS else what


def _cells() -> Iterator[str]:
    for kind in KINDS.values():
        functions = [*sorted(kind.executed), *(["fill"] if kind.name == "DMA_tensor" else [])]
        layouts = LAYOUTS.values() if kind.name in CHOSEN else STRIDED.values() if kind.name in TRANSFERS else ()
        for function in functions:
            if function != "end":
                yield from (f"{kind.name}.{function} {layout}" for layout in layouts)
                if not layouts:
                    yield f"{kind.name}.{function}"


CELLS = tuple(_cells())
"""All of them."""
