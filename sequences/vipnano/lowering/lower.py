"""Layers as jobs."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.vipnano.config import VipnanoConfig
from models.vipnano.structures.structure import Structure
from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Layer
from sequences.vipnano.lowering.addition import addition
from sequences.vipnano.lowering.convolutions import PlanarConvolution
from sequences.vipnano.lowering.kernels import corrected, planar, widened, without_stride
from sequences.vipnano.lowering.places import Places
from sequences.vipnano.lowering.scale import scale_of
from sequences.vipnano.lowering.tensor_jobs import Image, Removal, detransposed, transposed

FEW_COLUMNS = range(3, 8)
"""Depthwise layers with so many columns do not keep the first pixel of a larger image."""


@dataclass(slots=True)
class Lowered:
    """What a layer has become.

    Attributes:
        operations: the jobs of each operation, one behind the other.
        inputs: address of each input, of which the driver fills in the bytes.
        output: address of the output.
    """

    inputs: list[int]
    output: int
    operations: list[list[Structure]] = field(default_factory=list)


def lower(layer: Layer, places: Places, config: VipnanoConfig) -> Lowered:
    """The jobs of a layer; its coefficients and tensors get places.

    Raises:
        ValueError: a number does not fit.
    """
    if isinstance(layer, Add):
        size = layer.shape[0] * layer.shape[1] * layer.shape[2]
        source, target = places.take(2 * size), places.take(size)
        job = addition(layer, source, target).job(places, config)
        return Lowered([source, source + size], target, [[job]])
    whole = layer.as_convolution if isinstance(layer, FullyConnected) else layer
    return _Convolution(whole, places, config).lowered()


class _Convolution:
    """A convolution that becomes jobs, step by step.

    Args:
        layer: the layer.
        places: gives out memory.
        config: the hardware configuration.
    """

    def __init__(self, layer: Conv2d, places: Places, config: VipnanoConfig) -> None:
        self._layer, self._places, self._config = layer, places, config
        self._lines, self._columns = layer.padding
        size = layer.lines * layer.columns * layer.channels
        self._done = Lowered(
            [places.take(size)], places.take(self._lines.count * self._columns.count * len(layer.bias))
        )

    def lowered(self) -> Lowered:
        """All jobs."""
        layer, done = self._layer, self._done
        weights, source = planar(layer), self._planes()
        before = (self._lines.before, self._columns.before)
        removes = max(layer.stride) > 1 and not self._keeps_first_pixel
        if removes:
            weights = without_stride(weights, layer.stride, layer.kernel.zero_point)
            source, before = self._without_stride(source, before, weights.shape), (0, 0)
        elif weights.shape[1:] == (1, 1, 1):
            weights = widened(weights, layer.kernel.zero_point)
        target = self._target()
        convolution = PlanarConvolution(
            source=source,
            target=target,
            weights=weights,
            biases=corrected(layer.bias, weights, layer.kernel.zero_point, layer.input.zero_point),
            before=before,
            scale=scale_of(layer.input.scale, layer.kernel.scale, layer.output.scale),
            in_zero_point=layer.input.zero_point,
            kernel_zero_point=layer.kernel.zero_point,
            out_zero_point=layer.output.zero_point,
            first_pixel=self._keeps_first_pixel,
            strided=max(layer.stride) > 1,
        )
        done.operations.append([convolution.job(self._places, self._config)])
        if target.address != done.output:
            done.operations.append([detransposed(target, done.output, layer.output.zero_point)])
        return done

    @property
    def _keeps_first_pixel(self) -> bool:
        """Whether a stride of 2 is a larger image, of which half of the lines and columns are left out."""
        layer = self._layer
        if layer.stride != (2, 2):
            return False
        if layer.depthwise:
            return layer.columns not in FEW_COLUMNS
        return layer.kernel_size == (1, 1)

    def _planes(self) -> Image:
        """The input as planes."""
        layer, source = self._layer, self._done.inputs[0]
        image = Image(source, layer.channels, layer.lines, layer.columns)
        if layer.channels == 1 or layer.lines * layer.columns == 1:
            return image
        image = Image(self._places.take(image.size_bytes), layer.channels, layer.lines, layer.columns)
        self._done.operations.append([transposed(source, image, layer.input.zero_point)])
        return image

    def _without_stride(self, source: Image, before: tuple[int, int], weights: tuple[int, ...]) -> Image:
        """The input rearranged, so that kernels go over it without a stride."""
        _, planes, *kernel = weights
        lines, columns = self._lines.count + kernel[0] - 1, self._columns.count + kernel[1] - 1
        image = Image(self._places.take(planes * lines * columns), planes, lines, columns)
        removal = Removal(source, image, self._layer.stride, before, self._layer.input.zero_point)
        self._done.operations.append(removal.jobs(self._config.tp_cores))
        return image

    def _target(self) -> Image:
        """Where the planes of the output go."""
        size = (self._layer.out_channels, self._lines.count, self._columns.count)
        if size[0] == 1 or size[1] * size[2] == 1:
            return Image(self._done.output, *size)
        return Image(self._places.take(size[0] * size[1] * size[2]), *size)
