"""What numbers a convolution gets and makes, looked at once it has finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from models.arrays.flags import Flags
from models.layer import Layer
from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import Names, Value, flag, names
from tb.coverage.classes import from_zero
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.conv.fetch import FetchPoints
from tb.nvdla.coverage.conv.limits import sums_saturate
from tb.nvdla.coverage.values import ANY, is_value_of, value_classes, values_of

SINGLE_SHIFTS = 2
SUMS = {"INT8": "INT32", "INT16": "INT32", "FP16": "FP32"}
"""The format of what CACC hands on."""
FLOAT_SUMS = ("negative", "0", "positive", "NaN")
"""CACC's exponents reach neither end of FP32."""
BEGUN = ("anew", "goes on from 0", "goes on from more")
"""A layer of one result goes on from the count of the one before."""
ENDS = (ANY[0], ANY[-1])
NO, YES = flag().labels
SPECIAL = {
    f"{what} among {name}": f"D_{short}_INPUT_{register}_NUM"
    for what, short in (("NaN", "NAN"), ("infinities", "INF"))
    for name, register in (("data", "DATA"), ("weights", "WEIGHT"))
}
"""What CDMA counts, by the name of its point."""


class ResultPoints:
    """The points of numbers.

    Args:
        config: the hardware configuration.
        precision: the point of what is multiplied.
        fetch: the points of what is fetched.
    """

    def __init__(self, config: HwConfig, precision: Point, fetch: FetchPoints) -> None:
        self._config, self._precision, self._fetch = config, precision, fetch
        self.forget()
        values = values_of(precision.labels)
        self.data, self.weights = Point("data value", values), Point("weight value", values)
        sums = (label for label in values.labels if any(self._is_sum(name, label) for name in precision.labels))
        self.sums = Point("sum", Names(tuple(sums)))
        self.clip = Point("sums shifted", from_zero(SINGLE_SHIFTS, CLIP_TRUNCATE_AT_MOST))
        self.saturated = Point("sums saturated", flag())
        self.begun = Point("count begins", names(*BEGUN))
        self.special = {name: Point(name, flag()) for name in SPECIAL}

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.data, self.weights, self.sums, self.clip, self.saturated, self.begun, *self._special

    @property
    def _special(self) -> tuple[Point, ...]:
        return tuple(self.special.values()) if self._fetch.floats else ()

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Numbers by precision."""

        def no_value(name: str, label: str) -> bool:
            return not is_value_of(name, label)

        def no_sum(name: str, label: str) -> bool:
            return not self._is_sum(name, label)

        def no_saturation(name: str, label: str) -> bool:
            return label == YES and not self._saturates(name)

        return (
            cross(self._fetch.in_precision, self.data, absent=no_value),
            cross(self._precision, self.weights, absent=no_value),
            cross(self._precision, self.sums, absent=no_sum),
            cross(self._precision, self.clip),
            cross(self._precision, self.saturated, absent=no_saturation),
            *(cross(self._fetch.flushed, point) for point in self._special if point.name.startswith("NaN")),
            cross(self.begun, self.saturated, absent=lambda *labels: labels == (BEGUN[2], NO)),
        )

    def forget(self) -> None:
        """The device was reset: nothing is counted."""
        self._count: int | None = 0

    def _begun(self, conv: Conv) -> str:
        """Where the count of saturated sums begins (docs/nvdla/convolution.md, 'CACC in integers')."""
        groups = ceil_div(conv.weights.kernels, group_kernels(self._config, conv.precision))
        if groups * conv.output.height * conv.output.width > 1 or self._count is None:
            return BEGUN[0]
        return BEGUN[1 + (self._count > 0)]

    def _saturates(self, precision: str) -> bool:
        return precision != "FP16" and sums_saturate(self._config, precision)

    def _is_sum(self, precision: str, label: str) -> bool:
        if precision == "FP16":
            return label in FLOAT_SUMS
        return is_value_of(precision, label) and (label not in ENDS or self._saturates(precision))

    def values(self, conv: Conv, layer: Layer) -> Iterator[Mapping[str, Value]]:
        """The values of a layer that has finished, each class of numbers on its own."""
        data, weights = next(claim.fetched for claim in layer.claims if claim.block == "CDMA")
        cube, size_bytes = conv.features.layout(self._config), conv.weights.kernels * conv.weights.kernel_bytes
        kernels = weights.data.reshape(-1)[:size_bytes], weights.known.reshape(-1)[:size_bytes]
        assert layer.flow is not None
        for where, point, precision, classes in (
            (
                self._fetch.in_precision, self.data, conv.input.precision,
                _of_bytes(cube.unpack(data.data), cube.unpack(data.known), conv.input.precision),
            ),
            (self._precision, self.weights, conv.precision, _of_bytes(*kernels, conv.precision)),
            (
                self._precision, self.sums, conv.precision,
                value_classes(layer.flow.values, SUMS[conv.precision], layer.flow.known),
            ),
        ):  # fmt: skip
            yield from ({where.name: precision, point.name: label} for label in classes)
        yield self._statuses(conv, layer)

    def _statuses(self, conv: Conv, layer: Layer) -> dict[str, Value]:
        """What CDMA and CACC have counted, as far as it is known."""
        values: dict[str, Value] = {self._precision.name: conv.precision, self.clip.name: conv.clip_truncate}
        statuses = layer.statuses
        if (saturated := statuses.get(("CACC", "D_OUT_SATURATION"))) is not None:
            values[self.saturated.name] = int(saturated > 0)
        values[self.begun.name] = self._begun(conv)
        self._count = saturated
        if conv.precision == "FP16":
            values[self._fetch.flushed.name] = int(conv.input.nan_to_zero)
            counts = {name: statuses.get(("CDMA", register)) for name, register in SPECIAL.items()}
            values |= {name: int(count > 0) for name, count in counts.items() if count is not None}
        return values


def _of_bytes(data: Bytes, known: Flags, precision: str) -> list[str]:
    """The classes of elements given as bytes, and which of these are known."""
    size = ELEMENT_BYTES[precision]
    elements = np.ascontiguousarray(data).reshape(-1, size)
    whole = np.logical_and.reduce(known.reshape(-1, size), axis=1)
    return value_classes(elements.view(f"u{size}")[:, 0], precision, whole)
