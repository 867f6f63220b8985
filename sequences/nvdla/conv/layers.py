"""A convolution and its SDP layer as a user writes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.inputs import Convertor
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.programming import LayerDescriptor
from models.nvdla.sdp.descriptor import FLYING_OUT, X1, OutputConvertor, Sdp
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.describe import describe
from sequences.nvdla.conv.parts import describe_any_size
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.split import Split
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor

Pair = int | tuple[int, int]
"""In both directions, or in x and in y."""
Sides = int | tuple[int, int, int, int]
"""On all sides, or left, right, top, bottom."""


@dataclass(frozen=True, slots=True)
class Convolve(LayerOnTensors):
    """A direct convolution: ``Convolve(x, w, stride=2, pad=1) >> SdpLayer(y)``.

    Columns and lines of the input that no kernel reaches are not read.

    Attributes:
        x: the input, [channels, height, width].
        w: the kernels, [kernels, channels, rows, columns].
        stride: from one output to the next: in both directions, or (x, y).
        dilation: from one element of a kernel to the next, likewise.
        pad: columns and lines around the input: on all sides, or (left, right, top, bottom).
        pad_value: what they hold, the code of an element as a signed number.
        clip: bits that an integer sum is shifted right.
        convertor: what is done with each integer of the input first.
        nan_to_zero: FP16 NaN of the input become +0.
        weight_banks: of the convolution buffer; None: those that hold all weights, or as many as there are.
        split: how it becomes several hardware layers; None: only if the buffer is too small, as is best then.
        taker: the SDP layer behind it; ``>>`` says it.
    """

    x: Tensor
    w: KernelTensor
    stride: Pair = 1
    dilation: Pair = 1
    pad: Sides = 0
    pad_value: int = 0
    clip: int = 0
    convertor: Convertor = field(default_factory=Convertor)
    nan_to_zero: bool = False
    weight_banks: int | None = None
    split: Split | None = None
    taker: SdpLayer | None = None

    @property
    def shape(self) -> tuple[int, int, int]:
        """Channels, height and width of the output.

        Raises:
            ValueError: there is none.
        """
        shape = self.as_shape()
        return shape.kernels, shape.out_height, shape.out_width

    def descriptor(self, config: HwConfig) -> Conv:
        """The layer.

        Raises:
            ValueError: tensors that do not fit each other or the buffer, or nothing takes what comes out.
        """
        if self.taker is None:
            raise ValueError("Convolve: nothing takes its result; write Convolve(x, w) >> SdpLayer(y)")
        conv, _ = self.descriptors(config, self.taker)
        return conv

    def several(self, config: HwConfig) -> tuple[tuple[LayerDescriptor, ...], ...]:
        """Its hardware layers, from the top of the input to the bottom, with an SDP layer each.

        Raises:
            ValueError: tensors that do not fit each other, or a single line of which does not fit the buffer.
        """
        if self.taker is None:
            return ()
        shape = self._checked(config, self.taker)
        sides = self.x.side, self.w.side, self.taker.y.side
        try:
            return describe_any_size(shape, config, sides, self.split)
        except ValueError as error:
            raise ValueError(f"Convolve: {error}") from None

    def feeding(self, taker: LayerOnTensors) -> LayerOnTensors:
        """The same layer before an SDP layer."""
        return replace(self, taker=taker) if isinstance(taker, SdpLayer) else self

    def descriptors(self, config: HwConfig, taker: SdpLayer) -> tuple[Conv, Sdp]:
        """It and the SDP layer that takes its result.

        Raises:
            ValueError: tensors that do not fit each other or the buffer.
        """
        shape = self._checked(config, taker)
        try:
            return describe(shape, config, self.x.side, self.w.side, taker.y.side)
        except ValueError as error:
            raise ValueError(f"Convolve: {error}") from None

    def _checked(self, config: HwConfig, taker: SdpLayer) -> ConvShape:
        """It and the SDP layer, whose tensors fit each other.

        Raises:
            ValueError: they do not.
        """
        shape = taker.complete(self.as_shape())
        _need_packed("x", self.x.side, (shape.height, shape.width), config)
        _need_packed("y", taker.y.side, (shape.out_height, shape.out_width), config)
        return shape

    def as_shape(self) -> ConvShape:
        """It, and an SDP layer that does nothing.

        Raises:
            ValueError: tensors that do not fit each other.
        """
        (channels, height, width), (kernels, deep, rows, columns) = self.x.shape, self.w.shape
        if not isinstance(self.x.layout, FeatureCube):
            raise ValueError("Convolve: x is no tensor with layout='cube'")
        if channels != deep:
            raise ValueError(f"Convolve: x has {channels} channels and the kernels have {deep}")
        if self.x.precision != self.w.precision and not self.convertor.enabled:
            raise ValueError(
                f"Convolve: x is {self.x.precision} and the kernels are {self.w.precision}; only with a convertor may "
                "they differ"
            )
        (stride_x, stride_y), (dilation_x, dilation_y) = _pair(self.stride), _pair(self.dilation)
        kernel = Kernel(
            height=rows,
            width=columns,
            stride_x=stride_x,
            stride_y=stride_y,
            dilation_x=dilation_x,
            dilation_y=dilation_y,
        )
        left, right, top, bottom = self.pad if isinstance(self.pad, tuple) else (self.pad,) * 4
        width, right = _reached("columns", (left, width, right), kernel.reach_x, stride_x)
        height, bottom = _reached("lines", (top, height, bottom), kernel.reach_y, stride_y)
        return ConvShape(
            precision=self.w.precision,
            in_precision=self.x.precision,
            out_precision=self.w.precision,
            channels=channels,
            height=height,
            width=width,
            kernels=kernels,
            kernel=kernel,
            padding=Padding(left=left, right=right, top=top, bottom=bottom, value=self.pad_value),
            weight_banks=self.weight_banks,
            convertor=self.convertor,
            nan_to_zero=self.nan_to_zero,
            clip_truncate=self.clip,
        )


@dataclass(frozen=True, slots=True)
class SdpLayer(LayerOnTensors):
    """SDP behind a convolution: ReLU, a shift, and the conversion into the output's precision.

    Attributes:
        y: the output, of the convolution's `shape`.
        relu: what is below zero becomes zero.
        shift: bits that an integer is shifted right first.
        convertor: how integers become those of the output: offset, scale, shift.
        nan_to_zero: FP16 NaN become +0 first.
        feeder: the convolution before it; ``>>`` says it.
    """

    y: Tensor
    relu: bool = False
    shift: int = 0
    convertor: OutputConvertor = field(default_factory=OutputConvertor)
    nan_to_zero: bool = False
    feeder: Convolve | None = None

    def descriptor(self, config: HwConfig) -> Sdp:
        """The layer.

        Raises:
            ValueError: nothing feeds it, or the tensors do not fit each other.
        """
        if self.feeder is None:
            raise ValueError("SdpLayer: nothing feeds it; write Convolve(x, w) >> SdpLayer(y)")
        _, sdp = self.feeder.descriptors(config, self)
        return sdp

    def fed_by(self, feeder: LayerOnTensors) -> LayerOnTensors:
        """The same layer behind a convolution."""
        return replace(self, feeder=feeder) if isinstance(feeder, Convolve) else self

    def complete(self, shape: ConvShape) -> ConvShape:
        """A convolution with this layer behind it.

        Raises:
            ValueError: the output is none for it.
        """
        wanted, outputs = (shape.kernels, shape.out_height, shape.out_width), FLYING_OUT[shape.precision]
        if self.y.shape != wanted or not isinstance(self.y.layout, FeatureCube):
            sizes = "x".join(map(str, wanted)), "x".join(map(str, self.y.shape))
            raise ValueError(
                f"SdpLayer: the convolution gives a cube of {sizes[0]} (channels x height x width), y has {sizes[1]}"
            )
        if self.y.precision not in outputs:
            raise ValueError(f"SdpLayer: {shape.precision} becomes {' or '.join(outputs)}, not {self.y.precision}")
        x1 = X1(bypass=False, relu_bypass=not self.relu, shift=self.shift) if self.relu or self.shift else X1()
        return replace(
            shape,
            out_precision=self.y.precision,
            x1=x1,
            out_convertor=self.convertor,
            flush_sums=self.nan_to_zero,
        )


def _need_packed(name: str, side: Side, size: tuple[int, int], config: HwConfig) -> None:
    """A single pixel has nothing between its surfaces.

    Raises:
        ValueError: it has.
    """
    if size == (1, 1) and {side.line_stride_bytes, side.surface_stride_bytes} != {config.atom_bytes}:
        raise ValueError(f"Convolve: of {name} a single pixel is used; then {name} must be 1x1 without gaps")


def _pair(value: Pair) -> tuple[int, int]:
    return value if isinstance(value, tuple) else (value, value)


def _reached(what: str, parts: tuple[int, int, int], reach: int, stride: int) -> tuple[int, int]:
    """How many columns or lines of the input, and of the padding behind it, the kernels reach.

    Raises:
        ValueError: a kernel does not fit once.
    """
    before, size, behind = parts
    if before + size + behind < reach:
        raise ValueError(f"Convolve: a kernel reaches {reach} {what}; with its padding the input has {sum(parts)}")
    beyond = (before + size + behind - reach) % stride
    padding = max(0, behind - beyond)
    return size - max(0, beyond - behind), padding
