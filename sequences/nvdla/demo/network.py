"""The network as a user writes it: tensors, layers, and what hands its result on to what.

Integers stand for real numbers in steps: 1 of the edges for 1, 1 of what is normalised for 1/64, of votes for 1/1024.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sequences.nvdla.demo import numbers
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
    Pool,
    SdpLayer,
    Tensor,
    bias,
    lookup,
    lrn_table,
    sigmoid_table,
)

FINE_BITS, FACTOR_BITS, VOTE_BITS = 6, 14, 10
FINE, FACTOR, VOTE = 2.0**-FINE_BITS, 2.0**-FACTOR_BITS, 2.0**-VOTE_BITS
"""Steps of what is normalised, of the factors that do it, and of votes."""
LARGEST, AVERAGE = Pool("MAX", kernel=2, stride=2), Pool("AVERAGE", kernel=2, stride=2)


class StripesNetwork:
    """Sees which way stripes run; its weights and tables are there once for all pictures.

    Args:
        bench: where to play.

    Attributes:
        score_step: what 1 of a score stands for.
        tolerance: of a score: what rounding to 8 and 16 bits may make of it.
    """

    score_step, tolerance = 1.0, 0.05

    def __init__(self, bench: NvdlaBench) -> None:
        self._bench = bench
        self._edges = bench.kernels(numbers.EDGES, "INT8", order=ForImage())
        self._votes = bench.kernels(numbers.VOTES, "INT16")
        self._scores = bench.kernels(numbers.SCORES * VOTE, "FP16")
        self._score_bias = bench.operands("FP16", alu=numbers.SCORE_BIAS)
        self._lrn = lrn_table(
            "INT16",
            size=numbers.LRN_SIZE,
            alpha=numbers.LRN_ALPHA,
            beta=numbers.LRN_BETA,
            high=numbers.LRN_SIZE * numbers.BRIGHTEST**2,
            in_step=FINE**2,
            out_step=FACTOR,
        )
        self._sigmoid = sigmoid_table("INT16", in_step=FINE * numbers.VOTE_PART, out_step=VOTE)

    def layers(self, picture: NDArray[Any]) -> tuple[list[Playable], Tensor]:
        """The layers for a picture, in the order of the network, and where its scores will be.

        Args:
            picture: red, green, blue and alpha, [components, lines, columns].
        """
        bench, fast = self._bench, list(self._bench.config.ports)[-1]

        image = bench.image(picture, "T_A8B8G8R8")
        see = Convolve(image, self._edges, convertor=Convertor(enabled=True, scale=1), means=(GREY,) * 4)
        edges = bench.empty(LARGEST.shape(see.shape), "INT8")
        fine, normalised = (bench.empty(edges.shape, "INT16", ram=fast) for _ in range(2))
        compare = Convolve(normalised, self._votes)
        opinions = bench.empty(compare.shape, "FP16", ram=fast)
        votes = bench.empty(AVERAGE.shape(opinions.shape), "FP16", ram=fast)
        decide = Convolve(votes, self._scores)
        scores = bench.empty(decide.shape, "FP16")

        keep = OutputConvertor(shift=numbers.EDGE_SHIFT)
        return [
            see >> SdpLayer(steps=[bias(numbers.EDGE_BIAS)], relu=True, convertor=keep) >> PdpLayer(LARGEST, edges),
            SdpLayer(fine, convertor=OutputConvertor(scale=1 << FINE_BITS), x=edges),
            CdpLayer(fine, normalised, self._lrn, size=numbers.LRN_SIZE, out=CdpConvertor(shift=FACTOR_BITS)),
            compare >> SdpLayer(opinions, [lookup(self._sigmoid)]),
            PdpLayer(AVERAGE, votes, x=opinions),
            decide >> SdpLayer(scores, [bias(self._score_bias)]),
        ], scores
