"""Numbers on their way through PDP: what comes in, what windows hold, how averages are rounded, what leaves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Layer
from models.numbers.bits import Wide
from models.numbers.rounding import shift_right
from models.nvdla.numbers.floats import HALF_SIGN, half_is_nan
from models.nvdla.pdp.derivation import PdpDerivation
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.pool import summed, window_of
from models.nvdla.pdp.pooling.averages import RECIPROCAL_BITS
from models.nvdla.pdp.pooling.fold import fold
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.layers import SEEN, LayerSampler, all_known
from tb.nvdla.coverage.numbers.outcomes import ROUNDED, rounded, there
from tb.nvdla.coverage.numbers.values import is_value_of, value_classes, values_of
from tb.nvdla.coverage.state import DeviceState

EXACT_BITS = 40
"""More than any quotient has: none saturates."""
QUOTIENTS = ("sum by the width", "quotient by the height")
NAN_WINDOWS = ("one NaN", "several in a line", "several lines")
ZEROS = "zeros of both signs"


def pdp_number_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group: of layers whose numbers are all known."""
    precisions = device.config.precisions
    return LayerSampler(Covergroup("pdp numbers", _points(precisions), _crosses(precisions)), device, Pdp, all_known)


def _points(precisions: tuple[str, ...]) -> Iterator[Coverpoint]:
    products = remembered(_products)
    yield Coverpoint("precision", names(*precisions), lambda layer: layer.descriptor.precision, SEEN)
    yield Coverpoint("method", names(*METHODS), lambda layer: layer.descriptor.method, SEEN)
    yield Coverpoint("input value", values_of(precisions), _inputs, SEEN)
    yield Coverpoint("output value", values_of(precisions), _outputs, SEEN)
    for number, name in enumerate(QUOTIENTS):
        yield from points_of(products, [Coverpoint(name, names(*ROUNDED[:5]), partial(_rounded, number), SEEN)])
    if "FP16" in precisions:
        yield Coverpoint("windows with", names(*NAN_WINDOWS, ZEROS), _windows, SEEN)


def _crosses(precisions: tuple[str, ...]) -> Iterator[CrossOf]:
    def not_read(precision: str, _method: str, label: str) -> bool:
        return not is_value_of(precision, label)

    def not_made(precision: str, method: str, label: str) -> bool:
        """An average takes infinities as the largest numbers."""
        return not is_value_of(precision, label) or (method == AVERAGE and label == "infinity")

    yield cross("precision", "method", "input value", ignore_bins=not_read)
    yield cross("precision", "method", "output value", ignore_bins=not_made)
    for name in QUOTIENTS:
        yield cross("precision", name, ignore_bins=lambda precision, _: precision == "FP16")
    if "FP16" in precisions:
        yield cross("method", "windows with")


def _derivation(layer: Layer) -> tuple[Pdp, PdpDerivation]:
    assert isinstance(layer.derivation, PdpDerivation)
    return layer.derivation.pdp, layer.derivation


def _inputs(layer: Layer) -> Iterator[str]:
    pdp, derivation = _derivation(layer)
    size = ELEMENT_BYTES[pdp.precision]
    for _, values in derivation.strips:
        kind = f"i{size}" if values.dtype.kind == "i" else f"u{size}"
        codes = np.ascontiguousarray(values[: pdp.channels].astype(kind))
        yield from value_classes(codes.ravel(), pdp.precision)


def _outputs(layer: Layer) -> list[str]:
    pdp, derivation = _derivation(layer)
    return value_classes(np.ascontiguousarray(derivation.codes[: pdp.channels]).ravel(), pdp.precision)


def _products(layer: Layer) -> tuple[Wide, Wide] | None:
    """Of averages of integers, the sums and the quotients times a reciprocal."""
    pdp, derivation = _derivation(layer)
    if pdp.precision == "FP16" or not pdp.averages:
        return None
    first = summed(pdp, derivation.strips) * pdp.average.recip_width
    return first, shift_right(first, RECIPROCAL_BITS) * pdp.average.recip_height


def _rounded(number: int, products: tuple[Wide, Wide]) -> Iterator[str]:
    return rounded(products[number], RECIPROCAL_BITS, EXACT_BITS)


def _windows(layer: Layer) -> Iterator[str]:
    """What is in windows of FP16."""
    pdp, derivation = _derivation(layer)
    if pdp.precision != "FP16":
        return
    codes = [(strip, values.astype(np.uint16)) for strip, values in derivation.strips]

    def along(flags: list[Flags]) -> NDArray[np.int64]:
        rows = [
            fold(flag.astype(np.int64), 2, window_of(pdp, strip), strip.outputs, np.add)
            for flag, (strip, _) in zip(flags, codes, strict=True)
        ]
        return np.concatenate(rows, axis=2)

    def down(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return fold(rows, 1, pdp.y, pdp.out_height, np.add)

    rows = along([half_is_nan(values) for _, values in codes])
    counts, lines = down(rows), down((rows > 0).astype(np.int64))
    found = (counts == 1, (lines == 1) & (counts > 1), lines > 1)
    yield from there(**dict(zip(NAN_WINDOWS, found, strict=True)))
    plus, minus = (down(along([values == zero for _, values in codes])) > 0 for zero in (0, HALF_SIGN))
    yield from there(**{ZEROS: plus & minus})
