"""Pooling as a user writes it.

pool = Pool("MAX", kernel=3, stride=2)
y = bench.empty(pool.shape(x.shape), x.precision)
await bench.play(PdpLayer(pool, y, x=x))
"""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.strips import Strips
from models.nvdla.pdp.window import Average, Window
from models.nvdla.surfaces.elements import FeatureCube
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.pdp.pads import average_of
from sequences.nvdla.pdp.strategy import fitted, most_columns, split
from sequences.nvdla.tensors.tensor import Tensor

Shape = tuple[int, int, int]
"""Channels, lines, columns."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What becomes of each window; windows that reach over the end are padded there.

    Attributes:
        method: ``AVERAGE``, ``MAX`` or ``MIN``.
        kernel: of the window, or its columns and its lines.
        stride: from window to window, or along a line and from line to line.
        pad: elements on each side, or left and right, and above and below.
        pad_value: what a padded element of an average counts as; padding counts in its divisor.
    """

    method: str
    kernel: int | tuple[int, int]
    stride: int | tuple[int, int] = 1
    pad: int | tuple[int, int] = 0
    pad_value: float = 0

    def windows(self, height: int, width: int) -> tuple[Window, Window]:
        """The window along a line, and from line to line, of an input of such a size.

        Raises:
            ValueError: there is no such method, or elements at the end are in no window.
        """
        if self.method not in METHODS:
            raise ValueError(f"Pool: there is no {self.method!r}; choose {', '.join(METHODS)}")
        given = zip(_pair(self.kernel), _pair(self.stride), _pair(self.pad), strict=True)
        x, y = (Window(kernel=kernel, stride=stride, before=pad, after=pad) for kernel, stride, pad in given)
        return fitted(width, x), fitted(height, y)

    def shape(self, shape: Shape) -> Shape:
        """The shape of the output of an input of a shape.

        Raises:
            ValueError: as `windows`.
        """
        channels, height, width = shape
        x, y = self.windows(height, width)
        return channels, y.outputs(height), x.outputs(width)


@dataclass(frozen=True, slots=True)
class PdpLayer(LayerOnTensors):
    """PDP from memory, ``PdpLayer(pool, y, x=x)``, or behind an SDP layer that hands its cube on.

    A layer from memory whose output is too wide for the line buffer is split.

    Attributes:
        pool: what it does.
        y: the output.
        x: an input in memory.
        shape: of what SDP hands on, where there is none.
        nan_to_zero: FP16 NaN of an input in memory become +0 first.
    """

    pool: Pool
    y: Tensor
    x: Tensor | None = None
    shape: Shape | None = None
    nan_to_zero: bool = False

    def descriptor(self, config: HwConfig) -> Pdp:
        """The layer.

        Raises:
            ValueError: it has no input, the tensors do not fit each other, or its output is too wide on the fly.
        """
        channels, height, width = shape = self._input_shape()
        x, y = self.pool.windows(height, width)
        self._need_fitting(shape)
        out_width, precision = x.outputs(width), self.y.precision
        wide = out_width > most_columns(y, config)
        if wide and self.x is None:
            most = most_columns(y, config)
            raise ValueError(f"PdpLayer: {out_width} columns on the fly, at most {most} fit; give it x, from memory")
        return Pdp(
            method=self.pool.method,
            precision=precision,
            channels=channels,
            height=height,
            width=width,
            out_height=y.outputs(height),
            out_width=out_width,
            x=x,
            y=y,
            source=self.x.side if self.x else None,
            destination=self.y.side,
            strips=split(width, x, y, config) if wide else Strips(),
            average=average_of(precision, x, y, self.pool.pad_value) if self.pool.method == AVERAGE else Average(),
            nan_to_zero=self.nan_to_zero,
        )

    def _input_shape(self) -> Shape:
        if (self.x is None) == (self.shape is None):
            raise ValueError("PdpLayer: give it x, in memory, or the shape of what SDP hands on")
        if self.shape is not None:
            return self.shape
        assert self.x is not None
        return self.x.shape

    def _need_fitting(self, shape: Shape) -> None:
        """Make sure that the output has the shape and the precision that come of an input.

        Raises:
            ValueError: it has not, or is no cube.
        """
        made = self.pool.shape(shape)
        for tensor in filter(None, (self.x, self.y)):
            if not isinstance(tensor.layout, FeatureCube) or tensor.precision != self.y.precision:
                raise ValueError("PdpLayer: x and y must be cubes of one precision")
        if self.y.shape != made:
            sizes = ("x".join(map(str, item)) for item in (shape, made, self.y.shape))
            raise ValueError("PdpLayer: an input of {} makes {}, y is {} (channels x height x width)".format(*sizes))


def _pair(value: int | tuple[int, int]) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else value
