"""Data as they stand in the convolution buffer: lines that CDMA has converted, padded and extended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.convertor import Conversion
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.conv.sequence.geometry import pad_element
from models.nvdla.conv.sequence.image import pad_lines
from models.nvdla.conv.sequence.pre_addition import Extension
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import padded_channels

CODES = {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}


@dataclass(frozen=True, slots=True)
class Slices:
    """Lines in the buffer.

    Attributes:
        form: what lines have that a layer can use.
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
    """What lines have that a layer can use."""
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
    """The channels of whole atoms: nothing of them is masked; padding fills all of them, and is converted too."""
    layout, extension = _whole_cube(conv, config), _extension(conv)
    known = extension.extend(whole(layout.unpack(fetched.known)), outside=True)
    return _conversion(conv).apply(_extended(conv, config, fetched)), known


def _extended(conv: Conv, config: HwConfig, fetched: Fetched) -> NDArray[Any]:
    """The extended input before it is converted."""
    raw = _codes(_whole_cube(conv, config).unpack(fetched.data), conv.input.precision)
    return _extension(conv).extend(raw, pad_element(conv.padding.value, raw.dtype))


def _whole_cube(conv: Conv, config: HwConfig) -> FeatureCube:
    """The input with the channels that its last atoms have too many."""
    cube = conv.features
    return replace(cube.layout(config), channels=padded_channels(cube.channels, cube.precision, config))


def _extension(conv: Conv) -> Extension:
    return Extension(
        height=conv.features.extended_height,
        width=conv.features.extended_width,
        stride_x=conv.kernel.stride_x,
        stride_y=conv.kernel.stride_y,
        pad_left=conv.padding.left,
        pad_top=conv.padding.top,
    )


def _image_lines(conv: Conv, image: ConvImage, config: HwConfig, fetched: Fetched) -> tuple[NDArray[Any], Flags]:
    layout, pad = image.layout(config), conv.padding
    means = image.means.components[: image.channels] if image.means.enabled else ()
    codes = replace(_conversion(conv), means=means, signed=image.signed).apply(layout.unpack(fetched.data))
    lines = pad_lines(codes, pad.left, pad.right, pad_element(pad.value, codes.dtype))
    return lines, pad_lines(layout.unpack_known(fetched.known), pad.left, pad.right, value=True)


def counted_halves(conv: Conv, config: HwConfig, fetched: Sequence[Fetched]) -> Iterator[NDArray[np.uint16]]:
    """FP16 data of which CDMA counts some (docs/nvdla/convolution.md, 'NaN and infinities in CDMA')."""
    for item in fetched:
        if isinstance(conv.input, ConvImage):
            yield conv.input.layout(config).unpack(item.data)
        elif conv.mode == WINOGRAD:
            yield _extended(conv, config, item)
        else:
            yield item.data.view(np.uint16)


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
