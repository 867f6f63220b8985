"""The network's numbers, as both play it: the accelerator and plain numpy.

Filters see edges, a vote for each way is made of what they see nearby, and scores of votes everywhere.
"""

from __future__ import annotations

import numpy as np

from sequences.nvdla.demo.pictures import WAYS

_COLOURS = np.array([1, 1, 1, 0])[:, None, None]
"""Alpha does not count."""
_FILTERS = (
    ((1, 2, 1), (0, 0, 0), (-1, -2, -1)),
    ((1, 0, -1), (2, 0, -2), (1, 0, -1)),
    ((0, 1, 2), (-1, 0, 1), (-2, -1, 0)),
    ((2, 1, 0), (1, 0, -1), (0, -1, -2)),
)
EDGES = np.array([sign * _COLOURS * np.array(one) for one in _FILTERS for sign in (1, -1)])
"""Of each way a filter for edges that run so, bright on the one side or on the other, [8, 4, 3, 3]."""
EDGE_BIAS, EDGE_SHIFT = -64, 4
"""Noise is no edge; and the bits that the rest is shifted right."""

LRN_SIZE, LRN_ALPHA, LRN_BETA = 5, 0.002, 0.75
"""Local response normalisation: what it does is the same for strong and for weak contrasts."""
BRIGHTEST = 127.0
"""The largest edge that there can be."""

_NEARBY = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])
_ACROSS_IT = np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
VOTES = _NEARBY * (np.eye(len(WAYS), dtype=int) - _ACROSS_IT).repeat(2, axis=1)[:, :, None, None]
"""Edges that run each way, less those that run across it, [4, 8, 3, 3]."""
VOTE_PART_BITS = 8
VOTE_PART = 2.0**-VOTE_PART_BITS
STRONGEST = 127 / 64
"""The largest vote in INT8."""

SCORES = np.ones((2, 2)) * (1.5 * np.eye(len(WAYS)) - 0.5)[:, :, None, None]
"""The votes for each way in all four quarters, less half of those for others, [4, 4, 2, 2]."""
SCORE_BIAS = np.array([0.125, 0.125, 0.0, 0.0])
