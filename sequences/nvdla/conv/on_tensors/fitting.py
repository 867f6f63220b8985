"""Whether what a convolution is given fits: input and kernels, sizes and padding, the output."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.config.names import FEATURES
from models.nvdla.conv.fetch.inputs import multiplied_as
from models.nvdla.conv.parts import WINOGRAD_TAPS
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.side import Side
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.arguments import STIMULUS
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import ForFeatures, ForImage
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor


def need_fitting(x: Tensor | TensorBatch | ImageTensor, w: KernelTensor, *, converted: bool) -> None:
    """Make sure that input and kernels are for each other.

    Args:
        x: the input.
        w: the kernels.
        converted: there is a convertor between them.

    Raises:
        ValueError: they are not.
    """
    image, order = isinstance(x, ImageTensor), w.order
    if not isinstance(x, ImageTensor) and not isinstance(x.layout, FeatureCube):
        raise ValueError("Convolve: x is no tensor with layout='cube'")
    if image != isinstance(order, ForImage):
        what, made = ("an image", "ForImage()") if image else ("no image", "ForFeatures() or ForWinograd()")
        raise ValueError(
            f"Convolve: x is {what} and the kernels are for {order.kind}; make them with order={made} of {STIMULUS}"
        )
    if isinstance(x, TensorBatch) and not isinstance(order, ForFeatures):
        raise ValueError(f"Convolve: x has batches and the kernels are for {order.kind}; leave their order out")
    if x.shape[-3] != w.shape[1]:
        raise ValueError(f"Convolve: x has {x.shape[-3]} channels and the kernels have {w.shape[1]}")
    _need_convertible(x.precision, w.precision, converted=converted, image=image)


def _need_convertible(source: str, made: str, *, converted: bool, image: bool) -> None:
    """Make sure that what elements of the input become is what they are multiplied in.

    Raises:
        ValueError: it is not.
    """
    if made == source or made in multiplied_as(source, converted=converted, image=image):
        return
    advice = "make them alike"
    if made in multiplied_as(source, converted=True, image=image):
        advice += f", or give convertor=Convertor(enabled=True, scale=1) of {STIMULUS}"
    elif not image:
        advice += "; only images are converted to any, and INT16 to FP16"
    raise ValueError(f"Convolve: x is {source}, the kernels are {made}: {advice}")


def need_possible(shape: ConvShape, config: HwConfig) -> None:
    """Make sure that the part can do it.

    Raises:
        ValueError: the configuration lacks something, or too many rows are multiplied at a time.
    """
    asked = {"WINOGRAD": shape.winograd, "BATCH": shape.batches > 1, "WEIGHT_COMPRESSION": shape.compressed}
    for name, wanted in asked.items():
        if wanted and name not in config.features:
            raise ValueError(f"Convolve: {config.name} lacks {name}: {FEATURES[name]}")
    rows, components = shape.post_extension, shape.channels
    across, most = max(shape.kernel.width, shape.kernel.stride_x) * components, config.mac_channels // rows
    if rows > 1 and across > most:
        raise ValueError(
            f"Convolve: the kernels are for {rows} rows at a time, then columns and stride in x have at most {most} "
            f"elements of all components; {shape.kernel.width} columns and stride {shape.kernel.stride_x} have {across}"
        )


def need_packed(name: str, side: Side, size: tuple[int, int], config: HwConfig) -> None:
    """A single pixel has nothing between its surfaces.

    Raises:
        ValueError: it has.
    """
    if size == (1, 1) and {side.line_stride_bytes, side.surface_stride_bytes} != {config.atom_bytes}:
        raise ValueError(f"Convolve: of {name} a single pixel is used; then {name} must be 1x1 without gaps")


def need_pairs(y: Tensor | TensorBatch, config: HwConfig) -> None:
    """Outputs of batches lie at multiples of two atoms.

    Raises:
        ValueError: they do not.
    """
    side, unit = y.side, 2 * config.atom_bytes
    if any(number % unit for number in (side.line_stride_bytes, side.surface_stride_bytes, batch_stride(y))):
        raise ValueError(f"SdpLayer: strides of batches are multiples of {unit} bytes; make y with bench.empty_batch")


def batch_stride(tensor: Tensor | TensorBatch | ImageTensor | None) -> int:
    """Bytes from one cube to the next; 0 where there is one."""
    return tensor.stride_bytes if isinstance(tensor, TensorBatch) else 0


def tiled(what: str, parts: tuple[int, int, int], size: int, stride: int) -> int:
    """How many columns or lines of padding behind the input make whole tiles of Winograd.

    Raises:
        ValueError: the output is none of whole tiles, or there would be more padding than there may be.
    """
    before, extent, behind = parts
    outputs = (before + extent + behind - size) // stride + 1
    if outputs % TILE or outputs < 2 * TILE:
        raise ValueError(
            f"Convolve: the output has {max(outputs, 0)} {what}; Winograd makes a multiple of {TILE}, at least "
            f"{2 * TILE}"
        )
    padding, most = stride * (outputs + TILE) - before - extent, WINOGRAD_TAPS * stride - 1
    if padding > most:
        raise ValueError(
            f"Convolve: {outputs} {what} of output take {padding} of padding behind the input in whole tiles, at most "
            f"{most}: use less padding, or x with more {what}"
        )
    return padding


def reached(what: str, parts: tuple[int, int, int], reach: int, stride: int) -> tuple[int, int]:
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
