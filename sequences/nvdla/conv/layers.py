"""A convolution and its SDP layer as a user writes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.view import padded_channels
from models.nvdla.programming import LayerDescriptor
from models.nvdla.sdp.descriptor import FLYING_OUT, OutputConvertor, Sdp
from models.nvdla.sdp.settings import XSettings
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.conv.fitting import (
    batch_stride,
    need_packed,
    need_pairs,
    need_possible,
)
from sequences.nvdla.conv.parts import WholeConv, describe_any_size, describe_whole
from sequences.nvdla.conv.reads import Beside
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.split import Split
from sequences.nvdla.conv.written import ConvOnTensors
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class Convolve(ConvOnTensors, LayerOnTensors):
    """A convolution: ``Convolve(x, w, stride=2, pad=1) >> SdpLayer(y)``.

    What x and w are says what kind it is: x a cube, several batches of cubes or an image, w for features, for an image
    or for Winograd, compressed or not. Columns and lines of the input that no kernel reaches are not read.

    Attributes:
        split: how it becomes several hardware layers; None: only if the buffer is too small, as is best then.
        taker: the SDP layer behind it; ``>>`` says it.

    The others are those of `ConvOnTensors`.
    """

    split: Split | None = None
    taker: SdpLayer | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Channels, height and width of the output, with batches in front where there are.

        Raises:
            ValueError: there is none.
        """
        shape = self.as_shape()
        batches = (shape.batches,) if isinstance(self.x, TensorBatch) else ()
        return *batches, shape.kernels, shape.out_height, shape.out_width

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
            ValueError: tensors that do not fit each other, or a few lines of which do not fit the buffer.
        """
        if self.taker is None:
            return ()
        whole = self._whole(config, self.taker)
        try:
            return describe_any_size(whole, config, self.split)
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
        whole = self._whole(config, taker)
        try:
            return describe_whole(whole, config)
        except ValueError as error:
            raise ValueError(f"Convolve: {error}") from None

    def _whole(self, config: HwConfig, taker: SdpLayer) -> WholeConv:
        """It and the SDP layer, whatever the size of the buffer.

        Raises:
            ValueError: tensors that do not fit each other, or the part cannot do it.
        """
        shape, x, streams = taker.complete(self.as_shape(), config), self.x, self.w.streams
        need_possible(shape, config)
        if shape.winograd:  # nothing masks what the last atom has besides: `bench.tensor` leaves 0 there
            shape = replace(shape, channels=padded_channels(shape.channels, shape.in_precision, config))
        if not isinstance(x, ImageTensor):
            need_packed("x", x.side, (shape.height, shape.width), config)
        if shape.batches == 1:
            need_packed("y", taker.y.side, (shape.out_height, shape.out_width), config)
        source, *second = x.sides if isinstance(x, ImageTensor) else (x.side,)
        beside = Beside(
            second=second[0] if second else None,
            batch_strides=(batch_stride(x), batch_stride(taker.y)),
            weight_bytes=streams.weights.size_bytes if streams else None,
            compression=streams.compression if streams else None,
        )
        return WholeConv(shape, source, self.w.side, taker.y.side, beside)


@dataclass(frozen=True, slots=True)
class SdpLayer(LayerOnTensors):
    """SDP behind a convolution: ReLU, a shift, and the conversion into the output's precision.

    Attributes:
        y: the output, of the convolution's `shape`; of batches made with `bench.empty_batch`.
        relu: what is below zero becomes zero.
        shift: bits that an integer is shifted right first.
        convertor: how integers become those of the output: offset, scale, shift.
        nan_to_zero: FP16 NaN become +0 first.
        feeder: the convolution before it; ``>>`` says it.
    """

    y: Tensor | TensorBatch
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

    def complete(self, shape: ConvShape, config: HwConfig) -> ConvShape:
        """A convolution with this layer behind it.

        Raises:
            ValueError: the output is none for it.
        """
        outputs = FLYING_OUT[shape.precision]
        wanted: tuple[int, ...] = (shape.kernels, shape.out_height, shape.out_width)
        if isinstance(self.y, TensorBatch):
            wanted = (shape.batches, *wanted)
        batched = isinstance(self.y, TensorBatch) or shape.batches == 1
        if self.y.shape != wanted or not batched or not isinstance(self.y.layout, FeatureCube):
            sizes = "x".join(map(str, wanted)), "x".join(map(str, self.y.shape))
            batches = f"{shape.batches} batches of " if shape.batches > 1 and not batched else ""
            raise ValueError(
                f"SdpLayer: the convolution gives {batches}a cube of {sizes[0]} (channels x height x width), "
                f"y has {sizes[1]}"
            )
        if shape.batches > 1:
            need_pairs(self.y, config)
        if shape.winograd or shape.batches > 1:
            outputs = tuple(name for name in outputs if ELEMENT_BYTES[name] == ELEMENT_BYTES[shape.precision])
        if self.y.precision not in outputs:
            raise ValueError(f"SdpLayer: {shape.precision} becomes {' or '.join(outputs)}, not {self.y.precision}")
        x1 = (
            XSettings(bypass=False, relu_bypass=not self.relu, shift=self.shift)
            if self.relu or self.shift
            else XSettings()
        )
        return replace(
            shape,
            out_precision=self.y.precision,
            x1=x1,
            out_convertor=self.convertor,
            flush_sums=self.nan_to_zero,
        )
