"""Random words of all kinds, and data that go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from models.sophgo.alone import Images
from models.sophgo.config import HwConfig
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.tiu.arithmetic import LARGEST_LEFT, LARGEST_RIGHT, most_left
from models.sophgo.words.word import Word
from sequences.sophgo.draw.arithmetic import draw_arithmetic
from sequences.sophgo.draw.convolution import draw_convolution
from sequences.sophgo.draw.others import draw_matrices, draw_pooling, draw_requantisation, draw_transpose
from sequences.sophgo.draw.transfers import draw_choice, draw_matrix, draw_move

Draw = Callable[[np.random.Generator, HwConfig], Word]
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
ATTEMPTS = 50


def draw_word(rng: np.random.Generator, config: HwConfig) -> Word:
    """A legal word."""
    ways = [draw for draw, weight in DRAWS.items() for _ in range(weight)]
    for _ in range(ATTEMPTS):
        try:
            return ways[int(rng.integers(len(ways)))](rng, config)
        except ValueError:  # no place for it, or a kernel larger than its input
            continue
    raise AssertionError(f"no word in {ATTEMPTS} attempts")


def tame(rng: np.random.Generator, operation: Operation, images: Images) -> None:
    """Let data be such that a word's result is defined, and hangs on them: shifts within bounds, some zeros."""
    word = operation.word
    for operand in operation.inputs:
        values = images.read(operand).copy()
        match word.kind.name, operand.label:
            case "sAR", "opd1" if word.function.endswith("shift"):
                most = 8 * operation.inputs[0].dtype.itemsize if word.function == "circular_shift" else LARGEST_LEFT
                values = rng.integers(-most, most, values.shape, endpoint=True)
            case "sAR", "opd2":
                most = most_left(word.function, word.values)
                values = rng.integers(-LARGEST_RIGHT, most, values.shape, endpoint=True)
            case "sRQ", "opd1":
                values[..., 1] = rng.integers(-64, 31, values.shape[:-1], endpoint=True)
            case ("DMA_masked_select", "mask") | ("DMA_nonzero", _):
                values[rng.random(values.shape) < 0.5] = 0
            case "DMA_gather", "index":
                values = rng.integers(word["src_hsize"] + 2, size=values.shape)
            case _:
                continue
        images.write(operand, values)
