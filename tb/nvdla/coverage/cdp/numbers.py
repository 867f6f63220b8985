"""Numbers on their way through CDP: what comes in, what is added up and looked up, how convertors round."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.arrays.flags import Flags
from models.events import Finished
from models.nvdla.cdp.aspects import SQUARES, SUMMED
from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cdp.derivation import CdpDerivation
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.normalise import Worked
from models.nvdla.config import HwConfig
from models.nvdla.numbers.bits import Wide
from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.rounding import wrap
from models.nvdla.rules import check_layer
from tb.coverage.bins import Names, names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.known import all_known
from tb.nvdla.coverage.outcomes import ROUNDED, rounded, there
from tb.nvdla.coverage.values import is_value_of, value_classes, values_of

CONVERTED = ("in converted", "out converted")
NAN_WINDOWS = ("no NaN", "one NaN", "several NaN")
SUMS = ("negative", "-0", "0", "positive", "NaN")
FACTORS = ("table alone", "both")
"""Who brings a NaN into a product: an element that is one is looked up, or its square."""
Seen = Iterator[tuple[str, str]]


class CdpNumberCoverage:
    """Counts the group: of legal layers whose numbers are all known."""

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self._precision, self._squares = Point("precision", Names(config.precisions)), Point("squares", Names(SQUARES))
        self._local = Point("local size", names(*map(str, LOCAL_SIZES)))
        classes = values_of(config.precisions)
        made = Names(tuple(label for label in classes.labels if label != "infinity"))
        self._values = [Point("input value", classes), Point("output value", made)]
        self._converted = [Point(name, Names(ROUNDED)) for name in CONVERTED]
        floats = "FP16" in config.precisions
        labels = SUMS if floats else tuple(label for label in SUMS if label not in ("-0", "NaN"))
        self._sum, self._found = Point("looked up", Names(labels)), Point("found", Names(labels))
        self._nan = Point("neighbourhood", Names(NAN_WINDOWS)), Point("NaN in a product", Names(FACTORS))
        points = (self._precision, self._squares, self._local, *self._values, *self._converted, self._sum, self._found)
        crosses = [
            *(cross(self._precision, point, absent=_no_value) for point in self._values),
            *(cross(self._precision, point, absent=lambda name, _: name == "FP16") for point in self._converted),
            cross(self._precision, self._squares, self._sum, absent=_no_sum),
            cross(self._precision, self._found, absent=lambda name, label: name != "FP16" and label in ("-0", "NaN")),
            *([cross(self._local, self._nan[0])] if floats else []),
        ]
        self.counts = Counts(Group("cdp numbers", (*points, *(self._nan if floats else ())), tuple(crosses)))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that are through."""
        return {Finished: self._finished}

    def finish(self) -> None:
        """Nothing buffered."""

    def _finished(self, event: Finished) -> None:
        layer, cdp = event.layer, event.layer.descriptor
        if not isinstance(cdp, Cdp) or not all_known(layer) or check_layer(cdp, self._config):
            return
        assert isinstance(layer.derivation, CdpDerivation)
        known = {self._precision.name: cdp.precision, self._squares.name: SQUARES[cdp.bypass_squares]}
        for what, label in self._seen(cdp, layer.derivation):
            self.counts.sample({**known, self._local.name: str(cdp.local_size), what: label})

    def _seen(self, cdp: Cdp, derivation: CdpDerivation) -> Seen:
        for point, codes in zip(self._values, (derivation.elements, derivation.codes), strict=True):
            given = np.ascontiguousarray(codes[: cdp.channels]).ravel()
            yield from ((point.name, label) for label in value_classes(given, cdp.precision))
        worked = worked_by(derivation)
        if cdp.precision != "FP16":
            yield from self._integers(cdp, derivation, worked)
            yield from ((self._sum.name, label) for label in _signs(worked.sums))
            yield from ((self._found.name, label) for label in _signs(worked.found.values))
            return
        yield from ((self._sum.name, label) for label in _float_signs(worked.sums, FP32.sign, FP32.is_nan(worked.sums)))
        found, nan = worked.found.values, FP17.is_nan(worked.found.values)
        yield from ((self._found.name, label) for label in _float_signs(found, FP17.sign, nan))
        yield from self._of_nan(cdp, FP17.is_nan(worked.values), nan)

    def _integers(self, cdp: Cdp, derivation: CdpDerivation, worked: Worked) -> Seen:
        widths, inner = WIDTHS[cdp.precision], slice(0, cdp.channels)
        elements = derivation.elements[inner].astype(np.int64)
        for point, convertor, values, (offset_bits, bits) in (
            (self._converted[0], cdp.in_convertor, elements, (widths.in_offset, widths.converted)),
            (self._converted[1], cdp.out_convertor, worked.products[inner], (widths.out_offset, widths.out)),
        ):
            scaled = _scaled(convertor, values, offset_bits)
            yield from ((point.name, label) for label in rounded(scaled, convertor.shift, bits))

    def _of_nan(self, cdp: Cdp, elements: Flags, found: Flags) -> Seen:
        """How many NaN are in a neighbourhood, and which factor of a product is one."""
        if not cdp.bypass_squares:
            counts, reach = elements.astype(np.int64), cdp.local_size // 2
            for distance in range(1, reach + 1):
                counts[distance:] += elements[:-distance]
                counts[:-distance] += elements[distance:]
            around = zip(NAN_WINDOWS, (counts == 0, counts == 1, counts > 1), strict=True)
            yield from ((self._nan[0].name, label) for label, flags in around if flags.any())
        if not cdp.bypass_product:
            brought = (found & ~elements, elements & found)
            yield from (
                (self._nan[1].name, label) for label, there in zip(FACTORS, brought, strict=True) if there.any()
            )


def worked_by(derivation: CdpDerivation) -> Worked:
    """Elements before the output convertor, all of a layer."""
    return derivation.normaliser.worked(derivation.elements, derivation.cdp.channels)


def _scaled(convertor: CdpConvertor, values: Wide, offset_bits: int) -> Wide:
    return (values - wrap(convertor.offset, offset_bits)) * convertor.scale


def _signs(values: Wide) -> Iterator[str]:
    return there(negative=values < 0, positive=values > 0, **{"0": values == 0})


def _float_signs(codes: Wide, sign: int, nan: Flags) -> Iterator[str]:
    rest = codes & sign - 1
    negative, ordinary = (codes & sign) != 0, (rest != 0) & ~nan
    yield from there(negative=negative & ordinary, positive=~negative & ordinary, NaN=nan)
    yield from there(**{"-0": negative & (rest == 0), "0": ~negative & (rest == 0)})


def _no_value(precision: str, label: str) -> bool:
    return not is_value_of(precision, label)


def _no_sum(precision: str, squares: str, label: str) -> bool:
    """Sums of squares have no sign; integers are no NaN."""
    return (squares == SUMMED and label in ("negative", "-0")) or (precision != "FP16" and label in ("-0", "NaN"))
