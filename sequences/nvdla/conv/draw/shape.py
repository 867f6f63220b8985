"""One draw of a convolution: sizes, numbers, memories. Whether it fits is looked at elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST
from models.nvdla.sdp.descriptor import FLYING_OUT
from sequences.draw import chance, gaps, skewed
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.numbers import (
    WORD_BITS,
    draw_clip,
    draw_in_convertor,
    draw_out_convertor,
    draw_x1,
    sum_bits,
)
from sequences.nvdla.conv.draw.sizes import ConvSizes, draw_sizes
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.kinds.cell_kind import CellKnobs
from sequences.nvdla.tensors.elements.values import (
    INFINITY,
    LARGEST,
    SIGN,
    classes_of,
    draw_class,
    draw_other_class,
    draw_values,
)
from sequences.nvdla.tensors.side_shape import SideShape

PAD_ENDS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "INT8": (-(1 << 7), (1 << 7) - 1),
        "INT16": (-(1 << 15), (1 << 15) - 1),
        "FP16": tuple(code - (code >> 15 << 16) for code in (SIGN, INFINITY, SIGN | INFINITY, LARGEST, SIGN | LARGEST)),
    }
)
"""Padding values that random ones rarely have: as signed numbers of 16 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvKnobs(CellKnobs):
    """What random convolutions prefer.

    Attributes:
        operations_at_most: of the MAC array; where a cell cannot be had so cheaply a few more.
        bytes_at_most: of the input and of the output, each.
        packed: how often a cube has no gaps.
        gaps_at_most: largest gap between lines and surfaces, in atoms.
        convertor: how often CDMA converts.
        flush: how often NaN are flushed, by CDMA and by SDP.
        clip: how often CACC truncates.
        partial: how often the weights do not fit the buffer.
        ignored: how often FP16 has shifts and convertors that it ignores.
        other_output: how often the output has another precision.
        overlap: how often two layers are in flight.
        other_modes: how often it is no plain convolution of one cube: but one of an image, of batches, by Winograd's
            method, or with compressed weights.
        images: how often what would be a plain convolution of one cube is one of an image.
        compressed: how often weights of such are compressed.
        filling: how often two layers in flight follow each other in banks that they fill; `same_banks` how often others
            do so in the same banks, whether they fill them or not.
        together: how often two layers are both programmed before the first one is enabled.
        far: how often a size of the layers in flight goes as far as registers and the buffer let it.
    """

    operations_at_most: int = 64
    bytes_at_most: int = 8192
    packed: float = 0.5
    gaps_at_most: int = 3
    convertor: float = 0.1
    flush: float = 0.3
    clip: float = 0.5
    partial: float = 0.05
    ignored: float = 0.2
    other_output: float = 0.2
    overlap: float = 0.5
    other_modes: float = 0.0
    images: float = 0.0
    compressed: float = 0.25
    filling: float = 0.4
    same_banks: float = 0.5
    together: float = 0.7
    far: float = 0.0


def draw_shape(bench: NvdlaBench, wanted: Mapping[str, str], knobs: ConvKnobs) -> ConvShape | None:
    """One draw; None where it came to nothing.

    Args:
        bench: where to play.
        wanted: aspects that are asked for, by name as in `aspects_of_conv`.
        knobs: what it prefers.
    """
    rng, config = bench.rng, bench.config
    aspects = with_switches(rng, wanted, knobs)
    precision = wanted.get("precision") or str(rng.choice(list(config.precisions)))
    sizes = draw_sizes(rng, config, precision, aspects, knobs.operations_at_most)
    if sizes is None:
        return None
    return cube_shape(bench, precision, sizes, aspects, knobs)


def cube_shape(
    bench: NvdlaBench, precision: str, sizes: ConvSizes, aspects: Mapping[str, str], knobs: ConvKnobs
) -> ConvShape:
    """A layer of sizes that are drawn: its values, numbers and memories.

    Args:
        bench: where to play.
        precision: of the multiplication.
        sizes: its sizes.
        aspects: as `with_switches` gives them.
        knobs: what it prefers.
    """
    shape = valued_shape(bench.rng, precision, precision, sizes)
    return with_memories(bench, with_numbers(bench, shape, aspects, knobs), aspects, knobs)


def valued_shape(rng: np.random.Generator, source: str, precision: str, sizes: ConvSizes) -> ConvShape:
    """Classes of values for a layer of sizes that are drawn, and padding.

    Args:
        rng: the generator.
        source: precision of the input.
        precision: of the multiplication.
        sizes: its sizes.
    """
    values = draw_class(rng, source)
    return ConvShape(
        precision=precision,
        in_precision=source,
        out_precision=precision,
        channels=sizes.channels,
        height=sizes.height,
        width=sizes.width,
        kernels=sizes.kernels,
        kernel=sizes.kernel,
        padding=replace(sizes.padding, value=pad_value(rng, precision)),
        weight_banks=sizes.weight_banks,
        grains=skewed(rng, sizes.height),
        values=values,
        weights=draw_other_class(rng, precision, values),
        count_saturation=chance(rng, 0.8),
        count_nan=chance(rng, 0.8),
        post_extension=sizes.rows,
    )


def with_switches(rng: np.random.Generator, wanted: Mapping[str, str], knobs: ConvKnobs) -> dict[str, str]:
    """The aspects that are asked for, and what the knobs make of those that are not."""
    drawn = {
        "convertor": "converted" if chance(rng, knobs.convertor) else "taken",
        "nan": "flushed" if chance(rng, knobs.flush) else "kept",
        "clip": "clipped" if chance(rng, knobs.clip) else "unclipped",
        "weights": "partial" if chance(rng, knobs.partial) else "full",
    }
    return drawn | dict(wanted)


def pad_value(rng: np.random.Generator, precision: str) -> int:
    """The code of a value as a signed number of 16 bits; of INT8 the high byte is anything."""
    if chance(rng, 0.25):
        return int(rng.choice(PAD_ENDS[precision]))
    if precision == "INT8" and chance(rng, 0.3):
        return int(rng.integers(-(1 << 15), 1 << 15))
    (value,) = draw_values(rng, draw_class(rng, precision), precision, (1,))
    return int(value) if precision != "FP16" else int(value.view(np.int16))


def with_numbers(bench: NvdlaBench, shape: ConvShape, aspects: Mapping[str, str], knobs: ConvKnobs) -> ConvShape:
    """Convertors and shifts: integers are brought into range, FP16 needs none of them."""
    rng, config = bench.rng, bench.config
    outputs = [name for name in FLYING_OUT[shape.precision] if name in config.precisions]
    output = aspects.get("output") or (str(rng.choice(outputs)) if chance(rng, knobs.other_output) else shape.precision)
    shape = replace(shape, out_precision=output)
    if aspects["convertor"] == "converted":
        shape = _with_convertor(rng, shape, config.precisions)
    if shape.precision == "FP16":
        flushed = aspects["nan"] == "flushed"
        shape = replace(shape, nan_to_zero=flushed, flush_sums=chance(rng, knobs.flush))
        return _with_ignored_numbers(rng, shape) if chance(rng, knobs.ignored) else replace(shape, x1=draw_x1(rng, 0))
    assert shape.weights is not None
    assert shape.values is not None
    products = shape.channels * shape.kernel.height * shape.kernel.width
    bits = sum_bits(shape.precision, (shape.values, shape.weights), products)
    clip, x1 = draw_clip(rng, bits) if aspects["clip"] == "clipped" else 0, draw_x1(rng, 0.4)
    left = max(0.0, bits - clip - x1.shift)
    return replace(shape, clip_truncate=clip, x1=x1, out_convertor=draw_out_convertor(rng, output, left))


def _with_ignored_numbers(rng: np.random.Generator, shape: ConvShape) -> ConvShape:
    """Shifts and convertors that FP16 takes no notice of."""
    return replace(
        shape,
        clip_truncate=int(rng.integers(0, CLIP_TRUNCATE_AT_MOST + 1)),
        x1=draw_x1(rng, 1.0),
        out_convertor=draw_out_convertor(rng, shape.out_precision, float(rng.integers(1, WORD_BITS))),
    )


def _with_convertor(rng: np.random.Generator, shape: ConvShape, precisions: tuple[str, ...]) -> ConvShape:
    """Integers of the same size come in, as the part needs."""
    source = shape.precision if shape.precision != "FP16" else "INT16"
    if source not in precisions:
        return shape
    values = shape.values if shape.values in classes_of(source) else draw_class(rng, source)
    return replace(shape, in_precision=source, convertor=draw_in_convertor(rng, source), values=values)


def with_memories(bench: NvdlaBench, shape: ConvShape, aspects: Mapping[str, str], knobs: ConvKnobs) -> ConvShape:
    """Memories and gaps of all three surfaces."""
    rng, rams = bench.rng, list(bench.config.ports)
    source, weights, destination = (
        aspects.get(side) or str(rng.choice(rams)) for side in ("input-ram", "weight-ram", "output-ram")
    )
    return replace(
        shape,
        source=SideShape(source, gaps(rng, knobs.packed, knobs.gaps_at_most)),
        weight_ram=weights,
        destination=SideShape(destination, gaps(rng, knobs.packed, knobs.gaps_at_most)),
    )
