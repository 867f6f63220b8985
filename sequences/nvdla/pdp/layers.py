"""Pooling as a user writes it, from memory or behind SDP.

pool = Pool("MAX", kernel=3, stride=2)
y = bench.empty(pool.shape(x.shape), x.precision)
await bench.play(PdpLayer(pool, y, x=x))

conv = Convolve(x, w)
y = bench.empty(pool.shape(conv.shape), x.precision)
await bench.play(conv >> SdpLayer(relu=True) >> PdpLayer(pool, y))
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import STRIDE_AT_MOST
from models.nvdla.pdp.descriptor import AVERAGE, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Average, Window
from models.nvdla.sdp.descriptor import Sdp
from sequences.arguments import need_flag
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.pdp.arguments import (
    need_alike,
    need_method,
    need_pad_value,
    need_padded,
    need_pairs,
    need_pooled,
    need_shape,
)
from sequences.nvdla.pdp.strategy import fitted, most_columns, pooled, split
from sequences.nvdla.post_processing.layers import SdpLayer, SdpTaker
from sequences.nvdla.tensors.tensor import Tensor

AXES = ("channels", "height", "width")
Shape = tuple[int, int, int]
"""Of these axes."""


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

    def __post_init__(self) -> None:
        need_method(self.method)
        need_pairs("kernel", self.kernel, (1, KERNEL_AT_MOST))
        need_pairs("stride", self.stride, (1, STRIDE_AT_MOST))
        need_pairs("pad", self.pad, (0, KERNEL_AT_MOST - 1))
        need_pad_value(self.pad_value)
        if any(pad >= kernel for pad, kernel in zip(_pair(self.pad), _pair(self.kernel), strict=True)):
            raise ValueError(f"Pool: pad is {self.pad} and kernel {self.kernel}: pad must be less than the kernel")

    def windows(self, height: int, width: int) -> tuple[Window, Window]:
        """The window along a line, and from line to line, of an input of such a size.

        Raises:
            ValueError: a window does not fit, or elements at the end are in no window.
        """
        given = zip(_pair(self.kernel), _pair(self.stride), _pair(self.pad), strict=True)
        x, y = (Window(kernel=kernel, stride=stride, before=pad, after=pad) for kernel, stride, pad in given)
        for what, size, window in (("columns", width, x), ("lines", height, y)):
            if pooled(size, window) < 1:
                raise ValueError(f"Pool: a window has {window.kernel} {what}; with its padding the input has fewer")
        return fitted(width, x, "columns"), fitted(height, y, "lines")

    def shape(self, shape: tuple[int, ...]) -> Shape:
        """The shape of the output of an input of a shape.

        Raises:
            ValueError: as `windows`; or it is no shape, or that of several batches.
        """
        need_shape(shape, AXES)
        channels, height, width = shape
        x, y = self.windows(height, width)
        return channels, y.outputs(height), x.outputs(width)


@dataclass(frozen=True, slots=True)
class PdpLayer(SdpTaker):
    """PDP from memory, ``PdpLayer(pool, y, x=x)``, or behind SDP, ``SdpLayer(x=x) >> PdpLayer(pool, y)``.

    A layer from memory whose output is too wide for the line buffer is split.

    Attributes:
        pool: what it does.
        y: the output.
        x: an input in memory.
        nan_to_zero: FP16 NaN of an input in memory become +0 first.
        feeder: the SDP layer that hands it its input else; ``>>`` says it.
    """

    pool: Pool
    y: Tensor
    x: Tensor | None = None
    nan_to_zero: bool = False
    feeder: SdpLayer | None = None

    def __post_init__(self) -> None:
        need_pooled(Pool, self.pool, self.y, self.x)
        need_flag("PdpLayer: nan_to_zero", self.nan_to_zero)

    @property
    def precision(self) -> str:
        """Of the input and of the output."""
        return self.y.precision

    def descriptor(self, config: HwConfig) -> Pdp:
        """The layer.

        Raises:
            ValueError: it has no input, the tensors do not fit each other, or its output is too wide on the fly.
        """
        if self.x is not None:
            return self._of(self.x.shape, config)
        if self.feeder is None:
            raise ValueError(
                "PdpLayer: nothing feeds it; give it x, in memory, or write SdpLayer(...) >> PdpLayer(pool, y)"
            )
        return self.taking(self.feeder.descriptor(config), config)

    def fed_by(self, feeder: LayerOnTensors) -> PdpLayer:
        """The same layer behind SDP.

        Raises:
            ValueError: something else stands before it, or it has an input in memory.
        """
        if not isinstance(feeder, SdpLayer):
            raise ValueError(
                f"PdpLayer: {type(feeder).__name__} cannot hand it its input, only SdpLayer can: give it x"
            )
        if self.x is not None:
            raise ValueError("PdpLayer: x is given, and SdpLayer hands its result on: leave one of them out")
        if self.nan_to_zero:
            raise ValueError("PdpLayer: nan_to_zero is for an input in memory: give it to the SdpLayer before")
        return replace(self, feeder=feeder)

    def taking(self, sdp: Sdp, config: HwConfig) -> Pdp:
        """It behind an SDP layer.

        Raises:
            ValueError: y does not fit what comes, or the output is too wide.
        """
        return self._of((sdp.channels, sdp.height, sdp.width), config)

    def _of(self, shape: Shape, config: HwConfig) -> Pdp:
        """The layer of an input of a shape."""
        channels, height, width = shape
        x, y = self.pool.windows(height, width)
        self._need_fitting(shape)
        out_width, most = x.outputs(width), most_columns(y, config)
        if out_width > most and self.x is None:
            raise ValueError(f"PdpLayer: {out_width} columns on the fly, at most {most} fit; give it x, from memory")
        return Pdp(
            method=self.pool.method,
            precision=self.precision,
            channels=channels,
            height=height,
            width=width,
            out_height=y.outputs(height),
            out_width=out_width,
            x=x,
            y=y,
            source=self.x.side if self.x else None,
            destination=self.y.side,
            strips=split(width, x, y, config) if out_width > most else Strips(),
            average=self._average(x, y),
            nan_to_zero=self.nan_to_zero,
        )

    def _average(self, x: Window, y: Window) -> Average:
        """How averages are made; nothing of other methods."""
        if self.pool.method != AVERAGE:
            return Average()
        need_padded(self.pool.pad_value, self.precision)
        return Average.of(self.precision, x, y, self.pool.pad_value)

    def _need_fitting(self, shape: Shape) -> None:
        """Make sure that the output has the shape and the precision that come of an input.

        Raises:
            ValueError: it has not, or is no cube.
        """
        made = self.pool.shape(shape)
        need_alike(self.x, self.y)
        if self.y.shape != made:
            sizes = ("x".join(map(str, item)) for item in (shape, made, self.y.shape))
            raise ValueError("PdpLayer: an input of {} makes {}, y is {} (channels x height x width)".format(*sizes))


def _pair(value: int | tuple[int, int]) -> tuple[int, int]:
    return value if isinstance(value, tuple) else (value, value)
