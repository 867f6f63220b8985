"""Data as they stand in the convolution buffer: lines that CDMA has converted, padded and extended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.convertor import Conversion
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.geometry import pad_element
from models.nvdla.conv.image import pad_lines
from models.nvdla.conv.inputs import ConvImage
from models.nvdla.conv.pre_addition import Extension
from models.nvdla.conv.view import WINOGRAD, padded_channels

CODES = {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}


@dataclass(frozen=True, slots=True)
class Slices:
    """Lines in the buffer.

    Attributes:
        form: what tells lines that a layer can use from others.
        codes: elements, [batches, channels, lines, columns].
        known: which of them are known, bool of the same shape.
    """

    form: tuple[object, ...]
    codes: NDArray[Any]
    known: Flags

    @property
    def lines(self) -> int:
        """How many there are."""
        return int(self.codes.shape[2])

    def cut(self, first: int, end: int) -> Slices:
        """Some of the lines."""
        return Slices(self.form, self.codes[:, :, first:end], self.known[:, :, first:end])

    def followed_by(self, other: Slices) -> Slices:
        """These lines and others of the same form."""
        return Slices(
            self.form,
            np.concatenate((self.codes, other.codes), axis=2),
            np.concatenate((self.known, other.known), axis=2),
        )

    def forgotten(self) -> Slices:
        """The same lines, of which nothing is known."""
        return replace(self, known=np.zeros(self.known.shape, np.bool_))


def form_of(conv: Conv) -> tuple[object, ...]:
    """What tells lines that a layer can use from others."""
    cube, view = conv.input, conv.view
    return (
        conv.mode,
        cube.kind,
        conv.precision,
        cube.channels,
        view.width,
        view.channels,
        cube.batches,
        conv.buffer.entries,
    )


def slices_of(conv: Conv, config: HwConfig, fetched: Sequence[Fetched]) -> Slices:
    """The lines that CDMA makes of what it has fetched."""
    if isinstance(conv.input, ConvImage):
        codes, known = _image_lines(conv, conv.input, config, fetched[0])
    elif conv.mode == WINOGRAD:
        codes, known = _extended_lines(conv, config, fetched[0])
    else:
        cubes = [_cube(conv, config, item, batch) for batch, item in enumerate(fetched)]
        if len(cubes) > 1:
            return Slices(form_of(conv), np.stack([cube for cube, _ in cubes]), np.stack([flags for _, flags in cubes]))
        ((codes, known),) = cubes
    return Slices(form_of(conv), codes[None], known[None])


def _cube(conv: Conv, config: HwConfig, fetched: Fetched, batch: int) -> tuple[NDArray[Any], Flags]:
    layout = conv.features.layout(config, batch)
    raw = _codes(layout.unpack(fetched.data), conv.input.precision)
    return _conversion(conv).apply(raw), whole(layout.unpack(fetched.known))


def _extended_lines(conv: Conv, config: HwConfig, fetched: Fetched) -> tuple[NDArray[Any], Flags]:
    """The channels of whole atoms: nothing of them is masked; padding fills all of them."""
    cube, kernel = conv.features, conv.kernel
    layout = replace(cube.layout(config), channels=padded_channels(cube.channels, cube.precision, config))
    extension = Extension(
        height=cube.extended_height,
        width=cube.extended_width,
        stride_x=kernel.stride_x,
        stride_y=kernel.stride_y,
        pad_left=conv.padding.left,
        pad_top=conv.padding.top,
    )
    codes = _conversion(conv).apply(_codes(layout.unpack(fetched.data), cube.precision))
    outside = pad_element(conv.padding.value, codes.dtype)
    return extension.extend(codes, outside), extension.extend(whole(layout.unpack(fetched.known)), outside=True)


def _image_lines(conv: Conv, image: ConvImage, config: HwConfig, fetched: Fetched) -> tuple[NDArray[Any], Flags]:
    layout, pad = image.layout(config), conv.padding
    means = image.means.components[: image.channels] if image.means.enabled else ()
    codes = replace(_conversion(conv), means=means, signed=image.signed).apply(layout.unpack(fetched.data))
    lines = pad_lines(codes, pad.left, pad.right, pad_element(pad.value, codes.dtype))
    return lines, pad_lines(layout.unpack_known(fetched.known), pad.left, pad.right, value=True)


def _conversion(conv: Conv) -> Conversion:
    convertor = conv.input.convertor
    return Conversion(
        in_precision=conv.input.precision,
        proc_precision=conv.precision,
        enabled=convertor.enabled,
        offset=convertor.offset,
        scale=convertor.scale,
        truncate=convertor.truncate,
        nan_to_zero=conv.input.nan_to_zero,
    )


def _codes(elements: NDArray[np.uint8], precision: str) -> NDArray[Any]:
    """Elements of bytes, [..., element bytes], as codes."""
    return np.ascontiguousarray(elements).view(CODES[precision])[..., 0]


def whole(known: Flags) -> Flags:
    """Which elements are known with all their bytes, given for each byte."""
    flags: Flags = np.logical_and.reduce(known, axis=-1)
    return flags
