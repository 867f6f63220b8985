"""Pictures and arrays as files: PGM, PNG, numpy's."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.surface_layout import ceil_div
from tb.outcome.network import Picture
from tb.runner.errors import UserError
from tb.runner.paths import shown
from tb.whole_file import write_whole

Array = NDArray[Any]
BRIGHTEST = 255
MOST_PIXELS = (128, 512)
"""Lines and columns of a picture in a report."""


def read_array(path: Path, variable: str) -> Array:
    """Channels, lines and columns of a file: a picture's grey is 0 to 255.

    Args:
        path: the file.
        variable: that names it, for messages.

    Raises:
        UserError: there is none, or it is of no kind that can be read.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise UserError(f"{variable}={path}: only {', '.join(READERS)} can be read")
    try:
        array = reader(path)
    except OSError as error:
        raise UserError(f"{variable}={path}: {error.strerror or error}") from error
    except ValueError as error:
        raise UserError(f"{variable}={path}: {error}") from error
    if array.ndim > len("CHW"):
        raise UserError(f"{variable}={path}: it has {array.ndim} dimensions; there are channels, lines and columns")
    return array.reshape((1,) * (len("CHW") - array.ndim) + array.shape)


Limits = tuple[float, float]
"""Numbers that are black and white in a picture."""


def limits_of(*arrays: Array) -> Limits:
    """The smallest and the largest number of arrays."""
    numbers = [np.nan_to_num(array.astype(np.float64)) for array in arrays]
    return min(float(one.min()) for one in numbers), max(float(one.max()) for one in numbers)


def write_array(path: Path, array: Array, limits: Limits | None = None) -> str:
    """Write an array into a file of numpy's, with pictures of it beside that; returns the file.

    Args:
        path: the file, .npy.
        array: channels x height x width.
        limits: of the pictures; None: the array's own.
    """
    np.save(path, array)
    for suffix in (".pgm", ".png"):
        write_picture(path.with_suffix(suffix), array, limits)
    return str(path)


def write_picture(path: Path, array: Array, limits: Limits | None = None) -> None:
    """Write an array as a grey picture, PGM or PNG: channels side by side, from black to white."""
    grey = _grey(array, limits or limits_of(array))
    if path.suffix == ".png":
        from matplotlib.image import imsave

        imsave(path, grey, cmap="gray", vmin=0, vmax=BRIGHTEST)
        return
    height, width = grey.shape
    lines = [" ".join(map(str, line)) for line in grey]
    write_whole(path, "\n".join(["P2", f"{width} {height}", str(BRIGHTEST), *lines, ""]))


def picture_of(array: Array, limits: Limits | None = None) -> Picture:
    """The same for a report; of what is large every second line and column, or fewer."""
    low, high = limits or limits_of(array)
    grey = _grey(array, (low, high))
    step = max(ceil_div(size, most) for size, most in zip(grey.shape, MOST_PIXELS, strict=True))
    grey = grey[::step, ::step]
    return Picture(
        said=f"{array.dtype}, {'x'.join(map(str, array.shape))}",
        low=low,
        high=high,
        width=grey.shape[1],
        grey=base64.b64encode(grey.tobytes()).decode(),
    )


def _grey(array: Array, limits: Limits) -> NDArray[np.uint8]:
    numbers, (low, high) = np.nan_to_num(array.astype(np.float64)), limits
    scaled = (numbers - low) * (BRIGHTEST / (high - low)) if high > low else np.zeros_like(numbers)
    return np.concatenate(list(np.pad(scaled, ((0, 0), (0, 0), (0, 1)))), axis=1).astype(np.uint8)


def _pgm(path: Path) -> Array:
    data = path.read_bytes()
    head = re.match(rb"(P[25])((?:\s|#[^\n]*\n)+)(\d+)((?:\s|#[^\n]*\n)+)(\d+)((?:\s|#[^\n]*\n)+)(\d+)\s", data)
    if head is None:
        raise ValueError("no grey picture: it must begin with P5 or P2, width, height and the brightest number")
    width, height, most = (int(head[number]) for number in (3, 5, 7))
    body = data[head.end() :]
    if most > BRIGHTEST:
        raise ValueError(f"its brightest number is {most}; it may be {BRIGHTEST} at most")
    values = np.frombuffer(body, np.uint8) if head[1] == b"P5" else np.array(body.split(), np.int64)
    if len(values) < width * height:
        raise ValueError(f"{width}x{height} pixels are announced, and {len(values)} are there")
    return values[: width * height].reshape(height, width)


def _png(path: Path) -> Array:
    from matplotlib.image import imread

    picture = np.asarray(imread(path))
    scaled = np.round(picture * BRIGHTEST) if picture.dtype.kind == "f" else picture
    return scaled if scaled.ndim == len("HW") else np.moveaxis(scaled, -1, 0)


def _npy(path: Path) -> Array:
    array: Array = np.load(path, allow_pickle=False)
    return array


def _dimg(path: Path) -> Array:
    """What NVIDIA's runtime writes: nine words, then planes."""
    data = path.read_bytes()
    words = np.frombuffer(data[:HEAD_BYTES], "<u4")
    if data[:4] != b"DIMG" or len(data) < HEAD_BYTES or int(words[2]) not in DIMG_TYPES:
        raise ValueError("no DIMG file of features: it must begin with DIMG, and hold INT8, INT16 or FP16")
    width, height, channels = map(int, words[3:6])
    values = np.frombuffer(data[HEAD_BYTES:], DIMG_TYPES[int(words[2])])
    if len(values) < channels * height * width:
        raise ValueError(f"{channels}x{height}x{width} elements are announced, and {len(values)} are there")
    return values[: channels * height * width].reshape(channels, height, width)


HEAD_BYTES = 36
DIMG_TYPES: Mapping[int, type[Any]] = MappingProxyType({40: np.int8, 41: np.int16, 42: np.float16})
"""Types of elements, by the number of the format."""
READERS: Mapping[str, Callable[[Path], Array]] = MappingProxyType(
    {".pgm": _pgm, ".png": _png, ".npy": _npy, ".dimg": _dimg}
)


def said(path: Path, array: Array) -> str:
    """A file and what it holds."""
    return f"{shown(path)} ({array.dtype}, {'x'.join(map(str, array.shape))})"
