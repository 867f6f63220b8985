"""Random words of all kinds, and data that go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from models.sophgo.alone import Memories
from models.sophgo.config import SophgoConfig
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.tiu.arithmetic import LARGEST_LEFT, LARGEST_RIGHT, most_left
from models.sophgo.words.cells import cell_of
from models.sophgo.words.word import Word
from sequences.sophgo.draw.arithmetic import draw_arithmetic
from sequences.sophgo.draw.convolution import draw_convolution
from sequences.sophgo.draw.others import (
    draw_matrices,
    draw_pooling,
    draw_requantisation,
    draw_scalings,
    draw_transpose,
)
from sequences.sophgo.draw.transfers import draw_choice, draw_matrix, draw_move

Draw = Callable[[np.random.Generator, SophgoConfig], Word]
DRAWS: Mapping[Draw, int] = {
    draw_arithmetic: 5,
    draw_convolution: 3,
    draw_matrices: 2,
    draw_pooling: 3,
    draw_requantisation: 1,
    draw_transpose: 1,
    draw_move: 3,
    draw_matrix: 1,
    draw_choice: 2,
}
"""How words are drawn, and how often each way."""
WAYS: Mapping[str, Draw] = {
    "sAR": draw_arithmetic,
    "sCONV": draw_convolution,
    "sMM": draw_matrices,
    "sPorD": draw_pooling,
    "sRQ": draw_requantisation,
    "sTRANS": draw_transpose,
    "DMA_tensor": draw_move,
    "DMA_cw_transpose": draw_move,
    "DMA_matrix": draw_matrix,
    "DMA_gather": draw_choice,
    "DMA_masked_select": draw_choice,
    "DMA_nonzero": draw_choice,
}
"""Which of them draws words of a kind."""
ATTEMPTS, CELL_ATTEMPTS = 50, 3000


def draw_word(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A legal word."""
    ways = [draw for draw, weight in DRAWS.items() for _ in range(weight)]
    for _ in range(ATTEMPTS):
        if (word := _drawn(ways[int(rng.integers(len(ways)))], rng, config)) is not None:
            return word
    raise AssertionError(f"no word in {ATTEMPTS} attempts")


def draw_cell(rng: np.random.Generator, config: SophgoConfig, cell: str) -> Word:
    """A legal word of a cell, one of `models.sophgo.words.cells.CELLS`."""
    way = WAYS[cell.partition(".")[0]]
    for _ in range(CELL_ATTEMPTS):
        if (word := _drawn(way, rng, config)) is not None and cell_of(word) == cell:
            return word
    raise AssertionError(f"no word of {cell} in {CELL_ATTEMPTS} attempts")


def _drawn(way: Draw, rng: np.random.Generator, config: SophgoConfig) -> Word | None:
    """A word, if it found its place, and has no kernel larger than its input."""
    try:
        return way(rng, config)
    except ValueError:
        return None


def tame(rng: np.random.Generator, operation: Operation, memories: Memories) -> None:
    """Let data be such that a word's result is defined, and hangs on them: shifts within bounds, some zeros."""
    word = operation.word
    for operand in operation.inputs:
        values = memories.read(operand).copy()
        match word.kind.name, operand.label:
            case "sAR", "opd1" if word.function.endswith("shift"):
                most = 8 * operation.inputs[0].dtype.itemsize if word.function == "circular_shift" else LARGEST_LEFT
                values = rng.integers(-most, most, values.shape, endpoint=True)
            case "sAR", "opd2":
                most = most_left(word.function, word.values)
                values = rng.integers(-LARGEST_RIGHT, most, values.shape, endpoint=True)
            case "sRQ", "opd1":
                values[..., 1] = draw_scalings(rng, operation.inputs[0].dtype.itemsize, values.shape[:-1])
            case ("DMA_masked_select", "mask") | ("DMA_nonzero", _):
                values[rng.random(values.shape) < 0.5] = 0
            case "DMA_gather", "index":
                values = rng.integers(word["src_hsize"] + 2, size=values.shape)
            case _:
                continue
        memories.write(operand, values)
