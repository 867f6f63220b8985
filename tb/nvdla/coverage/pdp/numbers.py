"""Numbers on their way through PDP: what comes in, what windows hold, how averages are rounded, what leaves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.events import Finished
from models.nvdla.config import HwConfig
from models.nvdla.numbers.floats import HALF_SIGN, half_is_nan
from models.nvdla.numbers.rounding import shift_right
from models.nvdla.pdp.derivation import PdpDerivation
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.elements import summed, window_of
from models.nvdla.pdp.pooling.averages import RECIPROCAL_BITS
from models.nvdla.pdp.pooling.pooling import fold
from models.nvdla.rules import check_layer
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from tb.coverage.bins import Names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.known import all_known
from tb.nvdla.coverage.outcomes import ROUNDED, rounded, there
from tb.nvdla.coverage.values import is_value_of, value_classes, values_of

EXACT_BITS = 40
"""More than any quotient has: none saturates."""
QUOTIENTS = ("sum by the width", "quotient by the height")
NAN_WINDOWS = ("one NaN", "several in a line", "several lines")
ZEROS = "zeros of both signs"
Seen = Iterator[tuple[str, str]]


class PdpNumberCoverage:
    """Counts the group: of legal layers whose numbers are all known."""

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self._precision, self._method = Point("precision", Names(config.precisions)), Point("method", Names(METHODS))
        self._values = [Point(name, values_of(config.precisions)) for name in ("input value", "output value")]
        self._quotients = [Point(name, Names(ROUNDED[:5])) for name in QUOTIENTS]
        floats = "FP16" in config.precisions
        self._windows = [Point("windows with", Names((*NAN_WINDOWS, ZEROS)))] if floats else []
        crosses = [
            *(
                cross(self._precision, self._method, point, absent=absent)
                for point, absent in zip(self._values, (_not_read, _not_made), strict=True)
            ),
            *(cross(self._precision, point, absent=lambda name, _: name == "FP16") for point in self._quotients),
            *(cross(self._method, point) for point in self._windows),
        ]
        points = (self._precision, self._method, *self._values, *self._quotients, *self._windows)
        self.counts = Counts(Group("pdp numbers", points, tuple(crosses)))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that are through."""
        return {Finished: self._finished}

    def finish(self) -> None:
        """Nothing buffered."""

    def _finished(self, event: Finished) -> None:
        layer, pdp = event.layer, event.layer.descriptor
        if not isinstance(pdp, Pdp) or not all_known(layer) or check_layer(pdp, self._config):
            return
        assert isinstance(layer.derivation, PdpDerivation)
        known = {self._precision.name: pdp.precision, self._method.name: pdp.method}
        for what, label in self._seen(pdp, layer.derivation):
            self.counts.sample({**known, what: label})

    def _seen(self, pdp: Pdp, derivation: PdpDerivation) -> Seen:
        size, lanes = ELEMENT_BYTES[pdp.precision], pdp.channels
        for _, values in derivation.strips:
            codes = np.ascontiguousarray(values[:lanes].astype(f"i{size}" if values.dtype.kind == "i" else f"u{size}"))
            yield from ((self._values[0].name, label) for label in value_classes(codes.ravel(), pdp.precision))
        made = np.ascontiguousarray(derivation.codes[:lanes]).ravel()
        yield from ((self._values[1].name, label) for label in value_classes(made, pdp.precision))
        if pdp.precision == "FP16":
            yield from ((point.name, label) for point in self._windows for label in _windows(pdp, derivation))
        elif pdp.averages:
            yield from self._rounded(pdp, derivation)

    def _rounded(self, pdp: Pdp, derivation: PdpDerivation) -> Seen:
        first = summed(pdp, derivation.strips) * pdp.average.recip_width
        second = shift_right(first, RECIPROCAL_BITS) * pdp.average.recip_height
        for point, products in zip(self._quotients, (first, second), strict=True):
            yield from ((point.name, label) for label in rounded(products, RECIPROCAL_BITS, EXACT_BITS))


def _windows(pdp: Pdp, derivation: PdpDerivation) -> Iterator[str]:
    """What is in windows of FP16."""
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
    one, line, several = counts == 1, (lines == 1) & (counts > 1), lines > 1
    for name, flags in zip(NAN_WINDOWS, (one, line, several), strict=True):
        yield from there(**{name: flags})
    plus, minus = (down(along([values == zero for _, values in codes])) > 0 for zero in (0, HALF_SIGN))
    yield from there(**{ZEROS: plus & minus})


def _not_read(precision: str, _method: str, label: str) -> bool:
    return not is_value_of(precision, label)


def _not_made(precision: str, method: str, label: str) -> bool:
    """An average takes infinities as the largest numbers."""
    return not is_value_of(precision, label) or (method == AVERAGE and label == "infinity")
