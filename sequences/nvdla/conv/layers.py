"""A convolution as a user writes it; what takes its result is an SDP layer, alone or with PDP behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.programming import LayerDescriptor
from models.nvdla.sdp.descriptor import NOWHERE, Sdp
from models.nvdla.surfaces.padded_lanes import padded_channels
from sequences.arguments import need_kind
from sequences.nvdla.conv.mapping.describe import describe
from sequences.nvdla.conv.mapping.parts import describe_any_size
from sequences.nvdla.conv.mapping.placed import PlacedConv
from sequences.nvdla.conv.mapping.split import Split
from sequences.nvdla.conv.on_tensors.arguments import need_held
from sequences.nvdla.conv.on_tensors.fitting import batch_stride, need_packed, need_possible
from sequences.nvdla.conv.on_tensors.taken import processed_by, with_sdp
from sequences.nvdla.conv.on_tensors.written import ConvOnTensors
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.post_processing.layers import SdpFeeder, SdpLayer
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor


@dataclass(frozen=True, slots=True)
class Convolve(ConvOnTensors, SdpFeeder):
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

    def __post_init__(self) -> None:
        ConvOnTensors.__post_init__(self)
        if self.split is not None:
            lines = self.split if isinstance(self.split, int) else "..."
            write = f"split=Split(lines={lines}) of sequences.nvdla.conv.mapping.split"
            need_kind("Convolve: split", self.split, Split, write)

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
            layers = describe_any_size(whole, config, self.split)
        except ValueError as error:
            raise ValueError(f"Convolve: {error}") from None
        behind = self.taker.taker
        if behind is None:
            return layers
        if len(layers) > 1:
            raise ValueError(
                f"Convolve: it takes {len(layers)} hardware layers, and {type(behind).__name__} takes whole cubes: "
                "write y, and give it that as x"
            )
        conv, sdp = layers[0]
        sdp = replace(sdp, to_pdp=True)
        return ((conv, sdp, behind.taking(sdp, config)),)

    def feeding(self, taker: LayerOnTensors) -> Convolve:
        """The same layer before an SDP layer.

        Raises:
            ValueError: it is none.
        """
        if not isinstance(taker, SdpLayer):
            raise ValueError(
                f"Convolve: {type(taker).__name__} cannot take its result, only SDP can: write Convolve(x, w) >> "
                f"SdpLayer() >> {type(taker).__name__}(...)"
            )
        return replace(self, taker=taker)

    def descriptors(self, config: HwConfig, taker: SdpLayer) -> tuple[Conv, Sdp]:
        """It and the SDP layer that takes its result.

        Raises:
            ValueError: tensors that do not fit each other or the buffer.
        """
        whole = self._whole(config, taker)
        try:
            conv, sdp = describe(whole, config)
        except ValueError as error:
            raise ValueError(f"Convolve: {error}") from None
        return conv, replace(sdp, to_pdp=taker.taker is not None)

    def _whole(self, config: HwConfig, taker: SdpLayer) -> PlacedConv:
        """It and the SDP layer, whatever the size of the buffer.

        Raises:
            ValueError: tensors that do not fit each other, or the part cannot do it.
        """
        shape, x, y, streams = with_sdp(self.as_shape(), taker, config), self.x, taker.y, self.w.streams
        need_possible(shape, config)
        need_held(shape, config)
        if shape.winograd:  # nothing masks what the last atom has besides: `bench.tensor` leaves 0 there
            shape = replace(shape, channels=padded_channels(shape.channels, shape.in_precision, config))
        if not isinstance(x, ImageTensor):
            need_packed("x", x.side, (shape.height, shape.width), config)
        if shape.batches == 1 and y is not None:
            need_packed("y", y.side, (shape.out_height, shape.out_width), config)
        source, *second = x.sides if isinstance(x, ImageTensor) else (x.side,)
        return PlacedConv(
            shape=shape,
            source=source,
            weights=self.w.side,
            destination=NOWHERE if y is None else y.side,
            second=second[0] if second else None,
            batch_strides=(batch_stride(x), batch_stride(y)),
            weight_bytes=streams.weights.size_bytes if streams else None,
            compression=streams.compression if streams else None,
            operators=processed_by(shape, taker, config),
        )
