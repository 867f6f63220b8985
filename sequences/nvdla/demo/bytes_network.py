"""The network for parts of INT8 only that have no tables in SDP.

Integers stand for real numbers in steps: 1 of the edges for 1, 1 of what is normalised for 1/4, of votes for 1/64, of
scores for 1/8. Votes that are too large for that are cut, in place of a sigmoid.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sequences.nvdla.demo import numbers
from sequences.nvdla.demo.network import AVERAGE, FACTOR, FACTOR_BITS, LARGEST
from sequences.nvdla.demo.pictures import GREY
from sequences.nvdla.stimulus import (
    CdpConvertor,
    CdpLayer,
    Convertor,
    Convolve,
    ForImage,
    NvdlaBench,
    OutputConvertor,
    PdpLayer,
    Playable,
    SdpLayer,
    Tensor,
    bias,
    lrn_table,
)

FINE_BITS, VOTE_BITS, HALF_BITS, SCORE_BITS = 2, 6, 1, 3
"""Of each step, how many bits are after the point; scores are added up of halves."""


class BytesNetwork:
    """Sees which way stripes run; its weights and tables are there once for all pictures.

    Args:
        bench: where to play.

    Attributes:
        score_step: what 1 of a score stands for.
        tolerance: of a score: what rounding to 8 bits may make of it.
    """

    score_step, tolerance = 2.0**-SCORE_BITS, 0.25

    def __init__(self, bench: NvdlaBench) -> None:
        self._bench = bench
        self._edges = bench.kernels(numbers.EDGES, "INT8", order=ForImage())
        self._votes = bench.kernels(numbers.VOTES, "INT8")
        self._scores = bench.kernels((numbers.SCORES * (1 << HALF_BITS)).astype(int), "INT8")
        score_bias = (numbers.SCORE_BIAS * (1 << VOTE_BITS + HALF_BITS)).astype(int)
        self._score_bias = bench.operands("INT8", alu=score_bias)
        self._lrn = lrn_table(
            "INT8",
            size=numbers.LRN_SIZE,
            alpha=numbers.LRN_ALPHA,
            beta=numbers.LRN_BETA,
            high=numbers.LRN_SIZE * numbers.BRIGHTEST**2,
            out_step=FACTOR,
        )

    def layers(self, picture: NDArray[Any]) -> tuple[list[Playable], Tensor]:
        """The layers for a picture, in the order of the network, and where its scores will be.

        Args:
            picture: red, green, blue and alpha, [components, lines, columns].
        """
        bench = self._bench

        image = bench.image(picture, "T_A8B8G8R8")
        see = Convolve(image, self._edges, convertor=Convertor(enabled=True, scale=1), means=(GREY,) * 4)
        edges, normalised = (bench.empty(LARGEST.shape(see.shape), "INT8") for _ in range(2))
        compare = Convolve(normalised, self._votes)
        opinions = bench.empty(compare.shape, "INT8")
        votes = bench.empty(AVERAGE.shape(opinions.shape), "INT8")
        decide = Convolve(votes, self._scores)
        scores = bench.empty(decide.shape, "INT8")

        keep = OutputConvertor(shift=numbers.EDGE_SHIFT)
        opine = OutputConvertor(shift=FINE_BITS + numbers.VOTE_PART_BITS - VOTE_BITS)
        judge = OutputConvertor(shift=VOTE_BITS + HALF_BITS - SCORE_BITS)
        return [
            see >> SdpLayer(steps=[bias(numbers.EDGE_BIAS)], relu=True, convertor=keep) >> PdpLayer(LARGEST, edges),
            CdpLayer(
                edges, normalised, self._lrn, size=numbers.LRN_SIZE, out=CdpConvertor(shift=FACTOR_BITS - FINE_BITS)
            ),
            compare >> SdpLayer(opinions, convertor=opine),
            PdpLayer(AVERAGE, votes, x=opinions),
            decide >> SdpLayer(scores, [bias(self._score_bias)], convertor=judge),
        ], scores
