"""Comparing batches: as one large cube where nothing lies between what they hold, else cube by cube."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.post_processing.compare import differs
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.tensor import Tensor


async def batches_differ(bench: NvdlaBench, x: TensorBatch, other: TensorBatch, *before: Playable) -> bool:
    """Whether any element of two tensors of several cubes differs, as SDP finds it (guide, 'Batch mode comparison').

    Args:
        bench: where to play.
        x: some cubes.
        other: others of the same shape and precision.
        before: layers that write them.

    Raises:
        ValueError: they are not alike.
        HangError: a layer did not end.
    """
    if before:
        await bench.play(*before)
    if is_packed(x, bench.config) and is_packed(other, bench.config):
        return await differs(bench, as_one_cube(x, bench.config), as_one_cube(other, bench.config))
    found = [await differs(bench, *pair) for pair in zip(x.cubes, other.cubes, strict=True)]
    return any(found)


def is_packed(batch: TensorBatch, config: HwConfig) -> bool:
    """Whether neither lines nor surfaces of a cube have anything between them."""
    _, _, height, width = batch.shape
    line = width * config.atom_bytes
    return (batch.side.line_stride_bytes, batch.side.surface_stride_bytes) == (line, height * line)


def as_one_cube(batch: TensorBatch, config: HwConfig) -> Tensor:
    """Packed cubes as one of a single surface, with a line for each of them."""
    count, channels, height, width = batch.shape
    elements = config.atom_bytes // batch.layout.element_bytes
    side = Side(
        ram=batch.side.ram,
        address=batch.side.address,
        line_stride_bytes=batch.stride_bytes,
        surface_stride_bytes=count * batch.stride_bytes,
    )
    columns = ceil_div(channels, elements) * height * width
    layout = FeatureCube(side, config.atom_bytes, elements, count, columns, batch.layout.element_bytes)
    return Tensor(batch.precision, layout, batch.surface, batch.host)
