"""Numbers on their way through CDP: what comes in, what is added up and looked up, how convertors round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.arrays.flags import Flags
from models.layer import Layer
from models.numbers.bits import Wide
from models.numbers.rounding import wrap
from models.nvdla.cdp.aspects import SQUARES, SUMMED
from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cdp.derivation import CdpDerivation
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.normalise import Worked
from models.nvdla.numbers.formats import FP17, FP32, FloatFormat
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.layers import SEEN, LayerSampler, all_known
from tb.nvdla.coverage.numbers.outcomes import ROUNDED, rounded, there
from tb.nvdla.coverage.numbers.values import is_value_of, value_classes, values_of
from tb.nvdla.coverage.state import DeviceState

NAN_WINDOWS = ("no NaN", "one NaN", "several NaN")
SUMS = ("negative", "-0", "0", "positive", "NaN")
OF_FLOATS = ("-0", "NaN")
FACTORS = ("table alone", "both")
"""Who brings a NaN into a product: an element that is one is looked up, or its square."""


@dataclass(frozen=True, slots=True)
class CdpNumbers:
    """The numbers of a layer that is through; `worked`: elements before the output convertor."""

    cdp: Cdp
    derivation: CdpDerivation
    worked: Worked

    @property
    def floating(self) -> bool:
        """They are floating-point numbers."""
        return self.cdp.precision == "FP16"


def cdp_number_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group: of layers whose numbers are all known."""
    precisions = device.config.precisions
    group = Covergroup("cdp numbers", _points(precisions), _crosses(floats="FP16" in precisions))
    return LayerSampler(group, device, Cdp, all_known)


def worked_by(derivation: CdpDerivation) -> Worked:
    """Elements before the output convertor, all of a layer."""
    return derivation.normaliser.worked(derivation.elements, derivation.cdp.channels)


def _points(precisions: tuple[str, ...]) -> Iterator[Coverpoint]:
    floats, values = "FP16" in precisions, values_of(precisions)
    made = names(*(label for label in values.labels if label != "infinity"))
    signs = names(*(label for label in SUMS if floats or label not in OF_FLOATS))
    yield Coverpoint("precision", names(*precisions), lambda layer: layer.descriptor.precision, SEEN)
    yield Coverpoint("squares", names(*SQUARES), lambda layer: SQUARES[layer.descriptor.bypass_squares], SEEN)
    yield Coverpoint("local size", names(*map(str, LOCAL_SIZES)), lambda layer: str(layer.descriptor.local_size), SEEN)
    of_numbers = [
        Coverpoint("input value", values, lambda it: _classes(it, it.derivation.elements), SEEN),
        Coverpoint("output value", made, lambda it: _classes(it, it.derivation.codes), SEEN),
        Coverpoint("in converted", names(*ROUNDED), _in_converted, SEEN),
        Coverpoint("out converted", names(*ROUNDED), _out_converted, SEEN),
        Coverpoint("looked up", signs, lambda it: _signs(it, it.worked.sums, FP32), SEEN),
        Coverpoint("found", signs, lambda it: _signs(it, it.worked.found.values, FP17), SEEN),
        Coverpoint("neighbourhood", names(*NAN_WINDOWS), _around, SEEN),
        Coverpoint("NaN in a product", names(*FACTORS), _brought, SEEN),
    ]
    yield from points_of(remembered(_numbers_of), of_numbers if floats else of_numbers[:-2])


def _crosses(*, floats: bool) -> Iterator[CrossOf]:
    def no_sum(precision: str, squares: str, label: str) -> bool:
        """Sums of squares have no sign; integers are no NaN."""
        return (squares == SUMMED and label in ("negative", "-0")) or no_sign(precision, label)

    def no_sign(precision: str, label: str) -> bool:
        return precision != "FP16" and label in OF_FLOATS

    for name in ("input value", "output value"):
        yield cross("precision", name, ignore_bins=lambda *labels: not is_value_of(*labels))
    for name in ("in converted", "out converted"):
        yield cross("precision", name, ignore_bins=lambda precision, _: precision == "FP16")
    yield cross("precision", "squares", "looked up", ignore_bins=no_sum)
    yield cross("precision", "found", ignore_bins=no_sign)
    if floats:
        yield cross("local size", "neighbourhood")


def _numbers_of(layer: Layer) -> CdpNumbers:
    assert isinstance(layer.derivation, CdpDerivation)
    return CdpNumbers(layer.derivation.cdp, layer.derivation, worked_by(layer.derivation))


def _classes(numbers: CdpNumbers, codes: Wide) -> list[str]:
    given = np.ascontiguousarray(codes[: numbers.cdp.channels]).ravel()
    return value_classes(given, numbers.cdp.precision)


def _in_converted(numbers: CdpNumbers) -> Iterator[str]:
    if numbers.floating:
        return iter(())
    widths = WIDTHS[numbers.cdp.precision]
    elements = numbers.derivation.elements[: numbers.cdp.channels].astype(np.int64)
    return _rounded(numbers.cdp.in_convertor, elements, widths.in_offset, widths.converted)


def _out_converted(numbers: CdpNumbers) -> Iterator[str]:
    if numbers.floating:
        return iter(())
    widths = WIDTHS[numbers.cdp.precision]
    products = numbers.worked.products[: numbers.cdp.channels]
    return _rounded(numbers.cdp.out_convertor, products, widths.out_offset, widths.out)


def _rounded(convertor: CdpConvertor, values: Wide, offset_bits: int, bits: int) -> Iterator[str]:
    return rounded((values - wrap(convertor.offset, offset_bits)) * convertor.scale, convertor.shift, bits)


def _signs(numbers: CdpNumbers, values: Wide, form: FloatFormat) -> Iterator[str]:
    """Signs of integers, or of codes of a format."""
    if not numbers.floating:
        return there(negative=values < 0, positive=values > 0, **{"0": values == 0})
    rest, negative, nan = values & form.sign - 1, (values & form.sign) != 0, form.is_nan(values)
    ordinary, zero = (rest != 0) & ~nan, rest == 0
    zeros = {"-0": negative & zero, "0": ~negative & zero}
    return there(negative=negative & ordinary, positive=~negative & ordinary, NaN=nan, **zeros)


def _around(numbers: CdpNumbers) -> list[str]:
    """How many NaN are in a neighbourhood."""
    if not numbers.floating or numbers.cdp.bypass_squares:
        return []
    elements: Flags = FP17.is_nan(numbers.worked.values)
    counts = elements.astype(np.int64)
    for distance in range(1, numbers.cdp.local_size // 2 + 1):
        counts[distance:] += elements[:-distance]
        counts[:-distance] += elements[distance:]
    found = zip(NAN_WINDOWS, (counts == 0, counts == 1, counts > 1), strict=True)
    return [label for label, flags in found if flags.any()]


def _brought(numbers: CdpNumbers) -> list[str]:
    """Which factor of a product is NaN."""
    if not numbers.floating or numbers.cdp.bypass_product:
        return []
    elements, found = FP17.is_nan(numbers.worked.values), FP17.is_nan(numbers.worked.found.values)
    return [label for label, flags in zip(FACTORS, (found & ~elements, elements & found), strict=True) if flags.any()]
