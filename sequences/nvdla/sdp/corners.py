"""SDP behind convolutions of several cubes: batches that are compared as one cube or one by one."""

from __future__ import annotations

from dataclasses import replace

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.features import convertor_for, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.compare import differs
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor

SHAPE = (5, 2, 2)
BATCHES = 9


async def batches_compared(bench: NvdlaBench) -> None:
    """Batches of a convolution against those of another one: packed ones as one cube, others one by one."""
    if "BATCH" not in bench.config.features:
        return
    ram = next(iter(bench.config.ports))
    for precision in bench.config.precisions:
        w = weight_tensor(bench, (5, 3, 1, 1), precision, ram)
        batch = bench.batch(
            bench.rng.integers(-9, 10, (BATCHES, 3, 2, 2)).astype(DTYPES[precision]), precision, ram=ram
        )
        one, other = [await _convolved(bench, batch, w, apart=0) for _ in range(2)]
        await _compare([(as_one(one), as_one(other))], bench)
        for x in (as_one(one), one.cubes[0]):
            await bench.play(SdpLayer(bench.empty(x.shape, precision, ram=ram), [steps.relu()], x=x))
        one, other = [await _convolved(bench, batch, w, apart=1) for _ in range(2)]
        await _compare(list(zip(one.cubes, other.cubes, strict=True)), bench)


async def _convolved(bench: NvdlaBench, x: TensorBatch, w: KernelTensor, apart: int) -> TensorBatch:
    """What a convolution makes of batches."""
    conv = Convolve(x, w)
    y = bench.empty_batch(conv.shape, w.precision, ram=w.side.ram, apart=apart)
    await bench.play(conv >> SdpLayer(y, convertor=convertor_for(w)))
    return y


async def _compare(pairs: list[tuple[Tensor, Tensor]], bench: NvdlaBench) -> None:
    """Equal cubes, then ones that differ in their last element, then in the first one too.

    Raises:
        AssertionError: SDP finds otherwise.
    """
    for one, other in pairs:
        assert not await differs(bench, one, other)
    one, other = pairs[-1]
    for where in ((-1, -1, -1), (0, 0, 0)):
        values = other.numpy()
        values[where] = 1 if values[where] == 0 else 0
        other.load(values)
        assert await differs(bench, one, other)


def as_one(batch: TensorBatch) -> Tensor:
    """Packed batches as one cube, a line each of all their atoms (guide, 'Batch mode comparison').

    Args:
        batch: without gaps between lines and surfaces.
    """
    first, lanes = batch.cubes[0], batch.layout.atom_elements
    surfaces, lines, atoms = batch.layout.extent
    side = replace(
        batch.side, line_stride_bytes=batch.stride_bytes, surface_stride_bytes=batch.stride_bytes * batch.count
    )
    layout = replace(batch.layout, side=side, channels=lanes, height=batch.count, width=surfaces * lines * atoms)
    return replace(first, layout=layout)
