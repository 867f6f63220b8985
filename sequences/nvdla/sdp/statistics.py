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
SATURATING = {"INT16": (8000, (5, 3)), "INT8": (30, (1333, 800))}
"""What lies between two numbers, and scales with which six of nine, then four leave the 17 bits that SDP counts by."""
ENTRY_SHIFTS = {"INT16": 0, "INT8": 8}
"""What makes numbers of an entry of a table."""
NOT_A_NUMBER, INFINITY, LARGEST, ONE = 0x7C01, 0xFC00, 0x7BFF, 0x3C00
SPECIALS = (
    (NOT_A_NUMBER, NOT_A_NUMBER, INFINITY, LARGEST, NOT_A_NUMBER, ONE, INFINITY, ONE, NOT_A_NUMBER),
    (ONE, NOT_A_NUMBER, ONE, ONE, ONE, INFINITY, ONE, ONE, ONE),
)


async def counts_of_floats(bench: NvdlaBench) -> None:
    """NaN, infinities and the largest numbers at input and output: not counted, many, few, again not counted."""
    if "FP16" not in bench.config.precisions:
        return
    layers = []
    for codes in (*SPECIALS, *SPECIALS):
        x = bench.tensor(np.array(codes, np.uint16).view(np.float16).reshape(SHAPE), "FP16")
        layers.append(SdpLayer(bench.empty(SHAPE, "FP16"), x=x).descriptor(bench.config))
    many, few, other, last = layers
    await bench.play(_silent(other), many, few, _silent(last), replace(many, nan_to_zero=True))


async def counts_of_integers(bench: NvdlaBench) -> None:
    """Outputs that saturate: many, then few; look-ups of two layers; equal cubes behind unequal ones."""
    for precision in bench.config.precisions:
        if precision in SATURATING:
            await _counts_of(bench, precision)
        if "SDP_Y" in bench.config.features:
            zeros = bench.tensor(np.zeros(SHAPE, DTYPES[precision]), precision)
            await bench.play(SdpLayer(None, [steps.equal(0.0)], x=zeros))


async def _counts_of(bench: NvdlaBench, precision: str) -> None:
    """The same of a precision of integers.

    Raises:
        AssertionError: SDP finds otherwise.
    """
    apart, scales = SATURATING[precision]
    x = bench.tensor(np.arange(-4, 5).reshape(SHAPE) * apart, precision)
    small = bench.tensor(np.arange(-4, 5).reshape(SHAPE), precision)
    for scale in scales:
        await bench.play(SdpLayer(bench.empty(SHAPE, precision), x=x, convertor=OutputConvertor(scale=scale)))
    if "SDP_LUT" in bench.config.features:
        lookup, narrowed = steps.lookup(sigmoid_table()), OutputConvertor(shift=ENTRY_SHIFTS[precision])
        empty = [bench.empty(SHAPE, precision) for _ in range(2)]
        await bench.play(
            *(SdpLayer(y, [lookup], x=item, convertor=narrowed) for y, item in zip(empty, (x, small), strict=True))
        )
    if "SDP_Y" in bench.config.features:
        values = x.numpy()
        same = bench.tensor(values, precision)
        values[0, 0, 0] += 1
        other = bench.tensor(values, precision)
        found = [await differs(bench, x, item) for item in (small, same, same, other, same)]
        assert found == [True, False, False, True, False], f"comparisons found {found}"


def _silent(sdp: Sdp) -> Sdp:
    """The layer with nothing counted."""
    assert sdp.source is not None
    source = replace(sdp.source, count=False)
    return replace(sdp, source=source, count_saturation=False, count_lut=False, count_nan=False)
