"""Directed layers of which SDP and SDP_RDMA count something, in both groups, each count then smaller than before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.sdp.descriptor import OutputConvertor, Sdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.lut.functions import sigmoid_table
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.compare import differs
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.elements.elements import DTYPES

SHAPE = (3, 1, 3)
"""A surface that is not full on any configuration."""
NOT_A_NUMBER, INFINITY, LARGEST, ONE = 0x7C01, 0xFC00, 0x7BFF, 0x3C00
SPECIALS = (
    (NOT_A_NUMBER, NOT_A_NUMBER, INFINITY, LARGEST, NOT_A_NUMBER, ONE, INFINITY, ONE, NOT_A_NUMBER),
    (ONE, NOT_A_NUMBER, ONE, ONE, ONE, INFINITY, ONE, ONE, ONE),
)


async def counts_of_floats(bench: NvdlaBench) -> None:
    """NaN, infinities and the largest numbers at input and output: not counted, many, few, again not counted."""
    layers = []
    for codes in (*SPECIALS, *SPECIALS):
        x = bench.tensor(np.array(codes, np.uint16).view(np.float16).reshape(SHAPE), "FP16")
        layers.append(SdpLayer(bench.empty(SHAPE, "FP16"), x=x).descriptor(bench.config))
    many, few, other, last = layers
    await bench.play(_silent(other), many, few, _silent(last), replace(many, nan_to_zero=True))


async def counts_of_integers(bench: NvdlaBench) -> None:
    """Outputs that saturate: many, then one; look-ups of two layers; equal cubes behind unequal ones."""
    x = bench.tensor(np.arange(-4, 5).reshape(SHAPE) * 8000, "INT16")
    small = bench.tensor(np.arange(-4, 5).reshape(SHAPE), "INT16")
    loud = [OutputConvertor(scale=5), OutputConvertor(scale=3)]
    await bench.play(*(SdpLayer(bench.empty(SHAPE, "INT16"), x=x, convertor=item) for item in loud))
    design = sigmoid_table()
    await bench.play(*(SdpLayer(bench.empty(SHAPE, "INT16"), [steps.lookup(design)], x=item) for item in (x, small)))
    same, first = bench.tensor(x.numpy(), "INT16"), x.numpy()
    first[0, 0, 0] += 1
    other = bench.tensor(first, "INT16")
    for precision in bench.config.precisions:
        zeros = bench.tensor(np.zeros(SHAPE, DTYPES[precision]), precision)
        await bench.play(SdpLayer(None, [steps.equal(0.0)], x=zeros))
    found = [await differs(bench, x, item) for item in (small, same, same, other, same)]
    assert found == [True, False, False, True, False], f"comparisons found {found}"


def _silent(sdp: Sdp) -> Sdp:
    """The layer with nothing counted."""
    assert sdp.source is not None
    source = replace(sdp.source, count=False)
    return replace(sdp, source=source, count_saturation=False, count_lut=False, count_nan=False)
