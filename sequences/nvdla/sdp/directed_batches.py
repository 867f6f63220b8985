"""Directed layers of SDP: batches that were computed twice are compared."""

from __future__ import annotations

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.features import convertor_for, in_range
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.post_processing.compare_batches import batches_differ
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.elements.elements import DTYPES

GAPS = (0, 1)
"""Between lines, in pairs of atoms: none, so that batches are compared as one cube, or some."""


async def compare_batches(bench: NvdlaBench, precision: str) -> None:
    """Batches through the same convolution twice are equal; with an element changed they are not."""
    shape = (3, bench.config.mac_channels, 2, 2)
    x = bench.batch(in_range(bench.rng.normal(0.0, 0.3, shape), precision), precision)
    w = bench.kernels(in_range(bench.rng.normal(0.0, 0.3, (9, shape[1], 1, 1)), precision), precision)
    conv = Convolve(x, w)
    for gap in GAPS:
        y, again = (bench.empty_batch(conv.shape, precision, gaps=(gap, 0), apart=1) for _ in range(2))
        layers = [conv >> SdpLayer(item, convertor=convertor_for(w)) for item in (y, again)]
        assert not await batches_differ(bench, y, again, *layers)
        values = again.numpy()
        where = tuple(int(bench.rng.integers(extent)) for extent in values.shape)
        values.view(f"i{DTYPES[precision].itemsize}")[where] ^= 1
        again.load(values)
        assert await batches_differ(bench, y, again)
