"""The derivation of a sum of a convolution: what a kernel is multiplied by, accumulator, truncation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.derivation import Index, Step
from models.numbers.shown import shown_element, shown_integer, shown_single
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import Slices
from models.nvdla.conv.buffer.streams import Kernels, stored_layout
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.multiply.compute import Sums, accumulated, geometry_of
from models.nvdla.conv.multiply.integer import ACCUMULATOR_BITS, OUT_BITS
from models.nvdla.conv.parts import WINOGRAD, WINOGRAD_OUTPUTS
from models.nvdla.conv.sequence.geometry import pad_element

MOST_TAPS = 24
"""Elements of a kernel's plane that are shown one by one."""


@dataclass(frozen=True, kw_only=True)
class ConvDerivation:
    """How a layer came to its sums.

    Attributes:
        conv: the layer.
        config: the hardware configuration.
        data: the lines that it multiplied.
        kernels: what it multiplied them by.
        kept_lines: how many of the lines the layer before left; None: all of them.
        weights_fetched: the weights are not those of the layer before.
        sums: what it hands on.
    """

    conv: Conv
    config: HwConfig
    data: Slices
    kernels: Kernels
    kept_lines: int | None
    weights_fetched: bool
    sums: Sums

    def written(self, stream: int, address: int) -> Iterator[Step]:  # noqa: ARG002 - it hands all on
        """Nothing: SDP writes."""
        yield from ()

    def handed(self, index: Index) -> Iterator[Step]:
        """The derivation of a sum, [batch, kernel, line, column]."""
        batch, kernel, *place = index
        if self.conv.mode == WINOGRAD:
            line, column = (number // WINOGRAD_OUTPUTS for number in place)
            yield Step("CSC", f"tile [line {line}, column {column}] of Winograd, kernel {kernel}", "")
        else:
            taps = self._taps(index)
            yield from islice(taps, MOST_TAPS)
            if left := sum(1 for _ in taps):
                yield Step("CMAC", f"{left} more elements of the kernel's plane", "")
        if not self.sums.known[index]:
            yield Step("CACC", "sum", "unknown, as is what it comes from")
            return
        yield from self._summed(batch, kernel, place)

    def _summed(self, batch: int, kernel: int, place: list[int]) -> Iterator[Step]:
        """Accumulator and truncation."""
        one = replace(self.conv, weights=replace(self.conv.weights, kernels=1))
        mine = Kernels(self.kernels.codes[kernel : kernel + 1], self.kernels.known[kernel : kernel + 1])
        raw, _ = accumulated(one, self.config, (self.data.codes[batch], self.data.known[batch]), mine)
        code = int(self.sums.values[batch, kernel, place[0], place[1]])
        if self.conv.precision == "FP16":
            yield Step("CACC", "sum", shown_single(code))
            return
        bits = ACCUMULATOR_BITS[self.data.codes.itemsize]
        yield Step("CACC", f"accumulator of {bits} bits", str(int(raw[0, place[0], place[1]])))
        yield Step("CACC", f"truncated by {self.conv.clip_truncate} bits", shown_integer(code, OUT_BITS))

    def _taps(self, index: Index) -> Iterator[Step]:
        """Element by element of a kernel's plane: where data and weights were read, and what comes of all channels."""
        batch, kernel, line, column = index
        geometry = geometry_of(self.conv)
        for row, tap in np.ndindex(self.kernels.codes.shape[2:]):
            y = line * geometry.stride_y + row * geometry.dilation_y - geometry.pad_top
            x = column * geometry.stride_x + tap * geometry.dilation_x - geometry.pad_left
            data, weights = self._data(batch, y, x), self.kernels.codes[kernel, :, row, tap]
            what = f"{self._input_text(batch, y, x)} by {self._weight_text((kernel, 0, row, tap))}"
            yield Step("CMAC", what, _products(data, weights))

    def _data(self, batch: int, line: int, column: int) -> NDArray[Any]:
        """What a kernel's element meets, all channels of it."""
        _, channels, height, width = self.data.codes.shape
        image = isinstance(self.conv.input, ConvImage)
        column += self.conv.padding.left if image else 0  # lines of images begin with their padding
        if 0 <= line < height and 0 <= column < width:
            codes: NDArray[Any] = self.data.codes[batch, :, line, column]
            return codes
        kind = self.data.codes.dtype
        beside = image and 0 <= line < height  # where there is no pixel
        return np.full(channels, 0 if beside else pad_element(self.conv.padding.value, kind), kind)

    def _input_text(self, batch: int, line: int, column: int) -> str:
        cube = self.conv.input
        if not (0 <= line < self.conv.view.height and 0 <= column < cube.width):
            return "padding"
        place = f"input [h {line}, w {column}]"
        if self.kept_lines is None or line < self.kept_lines:
            return f"{place} of the layer before"
        layout = cube.layout(self.config) if isinstance(cube, ConvImage) else cube.layout(self.config, batch)
        return f"{place} at {layout.address_of(0, line - self.kept_lines, column):#x}"

    def _weight_text(self, element: Index) -> str:
        text = "weights [k {}, r {}, s {}]".format(element[0], *element[2:])
        if not self.weights_fetched:
            return f"{text} of the layer before"
        if self.conv.weights.compression is not None:
            return f"compressed {text}"
        kernel, channel, row, column = element
        address = stored_layout(self.conv, self.config).address_of((kernel, channel, row, column))
        return f"{text} at {address:#x}"


def _products(data: NDArray[Any], weights: NDArray[Any]) -> str:
    """Data and weights of all channels, and what their products come to."""
    first = f"{shown_element(data[0])} x {shown_element(weights[0])}"
    if len(data) == 1:
        return first
    if data.dtype == np.uint16:
        with np.errstate(invalid="ignore"):  # NaN and infinities among them
            total = data.view(np.float16).astype(np.float64) @ weights.view(np.float16).astype(np.float64)
        return f"c 0: {first}; all {len(data)} channels: about {total:g}"
    return f"c 0: {first}; all {len(data)} channels: {data.astype(np.int64) @ weights.astype(np.int64)}"
