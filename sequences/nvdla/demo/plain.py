"""The networks in real numbers, by their formulas: what the accelerator's results are held against."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.nvdla.demo import numbers
from sequences.nvdla.demo.pictures import GREY

Reals = NDArray[np.float64]


def scores_of(picture: NDArray[Any]) -> Reals:
    """The scores of a picture, one for each way."""
    return _decided(sigmoid(_opinions(picture)))


def scores_in_bytes(picture: NDArray[Any]) -> Reals:
    """The same where the largest opinions are cut, as that of the network in INT8."""
    return _decided(np.clip(_opinions(picture), -numbers.STRONGEST, numbers.STRONGEST))


def _opinions(picture: NDArray[Any]) -> Reals:
    """What edges nearby say of each way."""
    sums = convolved(picture - float(GREY), numbers.EDGES) + numbers.EDGE_BIAS
    edges = cut(np.maximum(sums, 0.0) / (1 << numbers.EDGE_SHIFT), 2, 2).max(axis=(3, 4))
    return convolved(normalised(edges), numbers.VOTES) * numbers.VOTE_PART


def _decided(votes: Reals) -> Reals:
    quarters = cut(votes, 2, 2).mean(axis=(3, 4))
    scores: Reals = convolved(quarters, numbers.SCORES)[:, 0, 0] + numbers.SCORE_BIAS
    return scores


def cut(values: Reals, size: int, stride: int = 1) -> Reals:
    """All windows of a cube, [channels, lines, columns, lines of a window, its columns]."""
    return np.lib.stride_tricks.sliding_window_view(values, (size, size), (1, 2))[:, ::stride, ::stride]


def convolved(values: Reals, kernels: NDArray[Any]) -> Reals:
    """A convolution; kernels are [kernels, channels, size, size]."""
    result: Reals = np.einsum("chwij,kcij->khw", cut(values, kernels.shape[-1]), kernels)
    return result


def normalised(values: Reals) -> Reals:
    """Local response normalisation over neighbouring channels."""
    reach = numbers.LRN_SIZE // 2
    squares = np.pad(values**2, ((reach, reach), (0, 0), (0, 0)))
    sums = sum(squares[first : first + len(values)] for first in range(numbers.LRN_SIZE))
    result: Reals = values * (1 + numbers.LRN_ALPHA / numbers.LRN_SIZE * sums) ** -numbers.LRN_BETA
    return result


def sigmoid(values: Reals) -> Reals:
    """1 / (1 + exp(-x))."""
    result: Reals = 1 / (1 + np.exp(-values))
    return result
