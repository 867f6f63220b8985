"""The shape of a convolution that a user writes: what its tensors and settings come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST, PRA_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.inputs import Convertor, Means
from models.nvdla.conv.parts import WINOGRAD_TAPS, Kernel, Padding
from sequences.arguments import need_flag, need_whole
from sequences.nvdla.conv.on_tensors.arguments import need_sides, need_tensors
from sequences.nvdla.conv.on_tensors.fitting import need_fitting, reached, tiled
from sequences.nvdla.conv.on_tensors.image_arguments import need_signs_said, need_spread
from sequences.nvdla.conv.on_tensors.number_arguments import need_convertor, need_means, need_pad_value, pad_code
from sequences.nvdla.conv.shapes import ConvShape, ImageShape
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import ForFeatures, ForImage, ForWinograd
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.steps import Pair, need_steps, pair
from sequences.nvdla.tensors.tensor import Tensor

Sides = int | tuple[int, int, int, int]
"""On all sides, or left, right, top, bottom."""


@dataclass(frozen=True, slots=True)
class ConvOnTensors:
    """A convolution before anything takes its result.

    Attributes:
        x: the input, [channels, height, width] with batches in front, or an image.
        w: the kernels, [kernels, channels, rows, columns].
        stride: from one output to the next: in both directions, or (x, y); of Winograd the kernels say it.
        dilation: from one element of a kernel to the next, likewise.
        pad: columns and lines around the input: on all sides, or (left, right, top, bottom).
        pad_value: what they hold, a number of the kernels' precision: the convertor does nothing to it.
        clip: bits that an integer sum is shifted right.
        convertor: what is done with each integer of the input first.
        means: what is subtracted from each component of an image instead of the convertor's offset.
        signed: an image's integers are signed numbers; without a convertor the part takes them for nothing else.
        nan_to_zero: FP16 NaN of the input become +0.
        pra_truncate: bits that integers are shifted right by behind Winograd's first additions.
        weight_banks: of the convolution buffer; None: those that hold all weights, or as many as there are.
    """

    x: Tensor | TensorBatch | ImageTensor
    w: KernelTensor
    stride: Pair = 1
    dilation: Pair = 1
    pad: Sides = 0
    pad_value: float = 0
    clip: int = 0
    convertor: Convertor = field(default_factory=Convertor)
    means: Sequence[int] = ()
    signed: bool = False
    nan_to_zero: bool = False
    pra_truncate: int = 0
    weight_banks: int | None = None

    def __post_init__(self) -> None:
        need_tensors(self.x, self.w)
        need_steps("Convolve", "stride", self.stride)
        need_steps("Convolve", "dilation", self.dilation)
        need_sides("Convolve", "pad", self.pad)
        need_pad_value(self.pad_value, self.w.precision)
        need_whole("Convolve: clip", self.clip, (0, CLIP_TRUNCATE_AT_MOST))
        need_whole("Convolve: pra_truncate", self.pra_truncate, (0, PRA_TRUNCATE_AT_MOST))
        need_convertor(self.convertor)
        need_means(self.x, self.means)
        need_flag("Convolve: signed", self.signed)
        need_flag("Convolve: nan_to_zero", self.nan_to_zero)
        if self.clip and self.w.precision == "FP16":
            raise ValueError("Convolve: clip has no effect on sums of FP16: leave it out")

    def as_shape(self) -> ConvShape:
        """It, and an SDP layer that does nothing.

        Raises:
            ValueError: tensors that do not fit each other.
        """
        need_fitting(self.x, self.w, converted=self.convertor.enabled)
        self._need_own_settings()
        channels, height, width = self.x.shape[-3:]
        kernel, padding, (height, width) = self._moves(height, width)
        return ConvShape(
            precision=self.w.precision,
            in_precision=self.x.precision,
            out_precision=self.w.precision,
            channels=channels,
            height=height,
            width=width,
            kernels=self.w.shape[0],
            kernel=kernel,
            padding=padding,
            weight_banks=self.weight_banks,
            convertor=self.convertor,
            nan_to_zero=self.nan_to_zero,
            clip_truncate=self.clip,
            image=self._image(self.x) if isinstance(self.x, ImageTensor) else None,
            post_extension=self.w.order.rows if isinstance(self.w.order, ForImage) else 1,
            winograd=isinstance(self.w.order, ForWinograd),
            pra_truncate=self.pra_truncate,
            batches=self.x.count if isinstance(self.x, TensorBatch) else 1,
            compressed=self.w.streams is not None,
        )

    def _need_own_settings(self) -> None:
        """Make sure that nothing is given that this kind of convolution does not have.

        Raises:
            ValueError: there is.
        """
        image, order = isinstance(self.x, ImageTensor), self.w.order
        for name, given, there in (
            ("signed", self.signed, image),
            ("pra_truncate", bool(self.pra_truncate), isinstance(order, ForWinograd)),
            ("dilation", pair(self.dilation) != (1, 1), isinstance(order, ForFeatures)),
        ):
            if given and not there:
                raise ValueError(f"Convolve: {name} is given, which this kind of convolution lacks: leave it out")
        if self.x.precision == "FP16" and (self.convertor.enabled or len(self.means)):
            what = "means" if len(self.means) else "convertor"
            raise ValueError(f"Convolve: {what} has no effect on FP16 of x: leave it out")
        if len(self.means) and self.convertor.offset:
            raise ValueError("Convolve: only one of means and convertor.offset is used: leave one out")
        if len(self.means) and not self.convertor.enabled:
            raise ValueError(
                "Convolve: without a convertor the part does not look at means; give convertor=Convertor(enabled=True, "
                "scale=1)"
            )
        if isinstance(self.x, ImageTensor):
            need_signs_said(self.x, signed=self.signed, convertor=self.convertor, means=self.means)
            if self.convertor.enabled and not self.signed and self.x.precision != "FP16":
                need_spread(self.x, self.convertor, self.means, self.w.precision)

    def _image(self, x: ImageTensor) -> ImageShape:
        ry, gu, bv, ax = (*map(int, self.means), 0, 0, 0, 0)[:4]
        means = Means(enabled=True, ry=ry, gu=gu, bv=bv, ax=ax) if len(self.means) else Means()
        return ImageShape(pixel_format=x.pixel_format, x_offset=x.x_offset, signed=self.signed, means=means)

    def _moves(self, height: int, width: int) -> tuple[Kernel, Padding, tuple[int, int]]:
        """How kernels move, the padding that they reach, and lines and columns of the input that they reach."""
        rows, columns = self.w.shape[2:]
        (stride_x, stride_y), (dilation_x, dilation_y) = self._strides(), pair(self.dilation)
        kernel = Kernel(
            height=rows,
            width=columns,
            stride_x=stride_x,
            stride_y=stride_y,
            dilation_x=dilation_x,
            dilation_y=dilation_y,
        )
        left, right, top, bottom = self.pad if isinstance(self.pad, tuple) else (self.pad,) * 4
        if isinstance(self.w.order, ForWinograd):
            right = tiled("columns", (left, width, right), columns, stride_x)
            bottom = tiled("lines", (top, height, bottom), rows, stride_y)
            kernel = replace(kernel, height=WINOGRAD_TAPS * stride_y, width=WINOGRAD_TAPS * stride_x)
        else:
            width, right = reached("columns", (left, width, right), kernel.reach_x, stride_x)
            height, bottom = reached("lines", (top, height, bottom), kernel.reach_y, stride_y)
        padding = Padding(
            left=left, right=right, top=top, bottom=bottom, value=pad_code(self.pad_value, self.w.precision)
        )
        return kernel, padding, (height, width)

    def _strides(self) -> tuple[int, int]:
        """In x and y.

        Raises:
            ValueError: those of the kernels are others.
        """
        order, given = self.w.order, pair(self.stride)
        if not isinstance(order, ForWinograd):
            return given
        made = pair(order.stride)
        if given not in ((1, 1), made):
            raise ValueError(f"Convolve: stride is {given}, the kernels were transformed for {made} (x, y)")
        return made
