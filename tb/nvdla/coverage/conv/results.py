"""What numbers a convolution gets and makes, looked at once it has finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from models.arrays.flags import Flags
from models.layer import Layer
from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import flag, names
from tb.coverage.classes import from_zero
from tb.coverage.covergroup import Coverpoint, CrossOf, cross, points_of
from tb.nvdla.coverage.conv.limits import sums_saturate
from tb.nvdla.coverage.conv.sampler import DATA, conv_of
from tb.nvdla.coverage.layers import RESULTS, SEEN, counted
from tb.nvdla.coverage.numbers.values import ANY, is_value_of, value_classes, values_of

SINGLE_SHIFTS = 2
SUMS = {"INT8": "INT32", "INT16": "INT32", "FP16": "FP32"}
"""The format of what CACC hands on."""
FLOAT_SUMS = ("negative", "0", "positive", "NaN")
"""CACC's exponents reach neither end of FP32."""
BEGUN = ("anew", "goes on from 0", "goes on from more")
"""A layer of one result goes on from the count of the one before."""
SATURATED = "D_OUT_SATURATION"
ENDS = (ANY[0], ANY[-1])
YES = flag().labels[1]
SPECIAL = {
    f"{what} among {name}": f"D_{short}_INPUT_{register}_NUM"
    for what, short in (("NaN", "NAN"), ("infinities", "INF"))
    for name, register in (("data", "DATA"), ("weights", "WEIGHT"))
}
"""What CDMA counts, by the name of its point."""


class SaturationCount:
    """The count of saturated sums as it goes on from layer to layer (docs/nvdla/convolution.md, 'CACC in integers').

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self.forget()

    def forget(self) -> None:
        """The device was reset: nothing is counted."""
        self._count: int | None = 0

    def ended(self, layer: Layer) -> None:
        """A layer is through, whichever convolution it is."""
        self._count = _count_of(layer)

    def begun(self, layer: Layer) -> str:
        """Where a layer's count began."""
        conv = conv_of(layer)
        groups = ceil_div(conv.weights.kernels, group_kernels(self._config, conv.precision))
        if groups * conv.output.height * conv.output.width > 1 or self._count is None:
            return BEGUN[0]
        return BEGUN[1 + (self._count > 0)]

    def saturated(self, layer: Layer) -> int | None:
        """Whether sums of a layer's own saturated, that of those before it not counted; None: nobody knows."""
        count = _count_of(layer)
        if count is None or self._count is None:
            return None if count is None else int(count > 0)
        before = 0 if self.begun(layer) == BEGUN[0] else self._count
        return int(count > before)


def result_points(config: HwConfig, count: SaturationCount) -> Iterator[Coverpoint]:
    """The coverpoints, of layers."""
    values = values_of(config.precisions)
    sums = [label for label in values.labels if any(_is_sum(config, name, label) for name in config.precisions)]
    shifts = from_zero(SINGLE_SHIFTS, CLIP_TRUNCATE_AT_MOST)
    yield Coverpoint("data value", values, _data(config), DATA)
    yield Coverpoint("weight value", values, _weights, SEEN)
    yield Coverpoint("sum", names(*sums), _sums, SEEN)
    yield Coverpoint("sums shifted", shifts, lambda layer: layer.descriptor.clip_truncate, RESULTS)
    yield Coverpoint("sums saturated", flag(), count.saturated, RESULTS)
    yield Coverpoint("count begins", names(*BEGUN), count.begun, RESULTS)
    if "FP16" in config.precisions:
        yield from points_of(
            lambda layer: layer if layer.descriptor.precision == "FP16" else None,
            [Coverpoint(name, flag(), counted("CDMA", register), RESULTS) for name, register in SPECIAL.items()],
        )


def result_crosses(config: HwConfig) -> Iterator[CrossOf]:
    """Numbers by precision."""

    def no_value(name: str, label: str) -> bool:
        return not is_value_of(name, label)

    def no_saturation(name: str, label: str) -> bool:
        return label == YES and not _saturates(config, name)

    yield cross("input precision", "data value", ignore_bins=no_value)
    yield cross("precision", "weight value", ignore_bins=no_value)
    yield cross("precision", "sum", ignore_bins=lambda *labels: not _is_sum(config, *labels))
    yield cross("precision", "sums shifted")
    yield cross("precision", "sums saturated", ignore_bins=no_saturation)
    if "FP16" in config.precisions:
        yield from (cross("NaN flushed", name) for name in SPECIAL if name.startswith("NaN"))
    yield cross("count begins", "sums saturated")


def _count_of(layer: Layer) -> int | None:
    """What CACC has counted at a layer's end; None: nobody knows."""
    return layer.statuses.get(("CACC", SATURATED))


def _saturates(config: HwConfig, precision: str) -> bool:
    return precision != "FP16" and sums_saturate(config, precision)


def _is_sum(config: HwConfig, precision: str, label: str) -> bool:
    if precision == "FP16":
        return label in FLOAT_SUMS
    return is_value_of(precision, label) and (label not in ENDS or _saturates(config, precision))


def _data(config: HwConfig) -> Callable[[Layer], list[str]]:
    def classes(layer: Layer) -> list[str]:
        conv = conv_of(layer)
        data, _ = next(claim.fetched for claim in layer.claims if claim.block == "CDMA")
        cube = conv.features.layout(config)
        return _of_bytes(cube.unpack(data.data), cube.unpack(data.known), conv.input.precision)

    return classes


def _weights(layer: Layer) -> list[str]:
    conv = conv_of(layer)
    _, weights = next(claim.fetched for claim in layer.claims if claim.block == "CDMA")
    size_bytes = conv.weights.kernels * conv.weights.kernel_bytes
    kernels = weights.data.reshape(-1)[:size_bytes], weights.known.reshape(-1)[:size_bytes]
    return _of_bytes(*kernels, conv.precision)


def _sums(layer: Layer) -> list[str]:
    assert layer.flow is not None
    return value_classes(layer.flow.values, SUMS[conv_of(layer).precision], layer.flow.known)


def _of_bytes(data: Bytes, known: Flags, precision: str) -> list[str]:
    """The classes of elements given as bytes, and which of these are known."""
    size = ELEMENT_BYTES[precision]
    elements = np.ascontiguousarray(data).reshape(-1, size)
    whole = np.logical_and.reduce(known.reshape(-1, size), axis=1)
    return value_classes(elements.view(f"u{size}")[:, 0], precision, whole)
