"""Random words of the TIU other than arithmetic and convolution."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.matrices import matrix_shape
from models.sophgo.layouts.strides import Shape, line_aligned
from models.sophgo.operations.operand import SIZES
from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word
from sequences.sophgo.draw.arithmetic import draw_shape
from sequences.sophgo.draw.convolution import draw_window, result_sides
from sequences.sophgo.draw.places import Places


def _function(rng: np.random.Generator, kind: str) -> str:
    return str(rng.choice(sorted(KINDS[kind].executed)))


def _bits(rng: np.random.Generator, *names: str) -> dict[str, int]:
    return {name: int(rng.integers(2)) for name in names}


def _sides(shape: Shape) -> dict[str, int]:
    return {f"res0_{side}": size for side, size in zip("nchw", shape, strict=True)}


def draw_matrices(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word of sMM."""
    places = Places(config, rng)
    rows, columns = int(rng.integers(1, 9)), int(rng.integers(1, 40))
    left = matrix_shape(rows, columns, int(rng.integers(1, columns + 1)))
    width = int(rng.choice([1, 3, config.eu_bytes, config.eu_bytes + 1]))
    right = Shape(1, int(rng.integers(1, config.lanes + 4)), 1, width)
    members = _bits(rng, "left_tran", "opd0_sign", "opd1_sign", "opd2_sign", "res_add")
    results, inner = (columns, rows) if members["left_tran"] else (rows, columns)
    last = columns - (left.c - 1) * left.w
    members |= {"opd0_n": rows, "opd0_c": left.c, "opd0_w": left.w, "opd1_w": last}
    members |= {"res0_c": right.c, "res0_w": right.w, "res0_prec": 3 if members["res_add"] else int(rng.choice([0, 3]))}
    members["opd3_addr"] = int(rng.integers(8)) | int(rng.integers(16)) << 8
    for name, shape, size in (("opd0", left, 1), ("opd2", right, 2)):
        if rng.random() < 0.3:
            members |= {f"{name}_const": 1, f"{name}_addr": int(rng.integers(1 << 8 * size))}
        else:
            members[f"{name}_addr"] = places.aligned(shape, size)
    members["opd1_addr"] = places.aligned(right._replace(n=inner), 1)
    members["res0_addr"] = places.aligned(right._replace(n=results), SIZES[members["res0_prec"]])
    return Word.of("sMM", _function(rng, "sMM"), cmd_id=1, **members)


def draw_pooling(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word of sPorD."""
    function, places = _function(rng, "sPorD"), Places(config, rng)
    depthwise = function.startswith("depthwise")
    members = draw_window(rng, inserts=depthwise)
    data = draw_shape(rng, config)._replace(h=int(rng.integers(1, 8)))
    shape = Shape(data.n, data.c, *result_sides(members, data.h, data.w))
    members |= _sides(shape) | {"opd0_h": data.h, "opd0_w": data.w, "opd0_addr": places.aligned(data, 1)}
    members |= _bits(rng, "opd0_sign") | {"opd3_const": 1, "opd3_addr": int(rng.integers(256))}
    if depthwise:
        members |= _depthwise(rng, places, shape, members)
    elif function == "average":
        members |= {"opd1_const": 1, "opd1_addr": int(rng.integers(256)), "opd2_addr": int(rng.integers(16))}
        members |= {"opd2_n_str": 5, "res0_prec": int(rng.choice([0, 3]))}
    members["res0_addr"] = places.aligned(shape, SIZES[members.get("res0_prec", 0)])
    return Word.of("sPorD", function, cmd_id=1, **members)


def _depthwise(rng: np.random.Generator, places: Places, shape: Shape, window: dict[str, int]) -> dict[str, int]:
    """Kernel, bias, shift and rounding."""
    members = _bits(rng, "opd1_sign", "opd2_sign", "kernel_rotate") | {"res0_prec": int(rng.choice(list(SIZES)))}
    kernel, bias = Shape(1, shape.c, window["opd1_h"], window["opd1_w"]), Shape(1, shape.c, 1, 1)
    for name, operand, size in (("opd1", kernel, 1), ("opd2", bias, 4)):
        if rng.random() < 0.3:
            members |= {f"{name}_const": 1, f"{name}_addr": int(rng.integers(1 << min(8 * size, 20)))}
        else:
            members[f"{name}_addr"] = places.compact(operand, size)
    return members | {"res1_addr": int(rng.integers(32)) << 8, "opd2_n_str": int(rng.integers(7))}


def draw_requantisation(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word of sRQ."""
    places, shape = Places(config, rng), draw_shape(rng, config)
    members = {"opd0_prec": int(rng.choice([3, 4])), "res0_prec": int(rng.choice([0, 3]))}
    members |= _sides(shape) | _bits(rng, "opd0_sign", "opd2_sign") | {"opd2_n_str": int(rng.integers(7))}
    members["opd0_addr"] = places.aligned(shape, SIZES[members["opd0_prec"]])
    members["res0_addr"] = places.aligned(shape, SIZES[members["res0_prec"]])
    if rng.random() < 0.5:
        size = SIZES[members["opd0_prec"]]
        zero, by = int(rng.integers(1 << 16)), int(draw_scalings(rng, size, ())) & 0xFF
        members |= {"opd1_const": 1, "opd1_addr": int(rng.integers(1 << 32)), "opd2_addr": zero << 16 | by}
    else:
        members["opd1_addr"] = places.aligned(Shape(1, shape.c, 1, 3), 4)
    return Word.of("sRQ", "requantise", cmd_id=1, **members)


def draw_scalings(rng: np.random.Generator, size_bytes: int, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Shifts of sRQ: half of them any, half such that products of data and random multipliers become 8 to 16 bits.

    Args:
        rng: what is drawn from.
        size_bytes: of an element of the data.
        shape: of what is returned.
    """
    whatever = rng.integers(-64, 31, shape, endpoint=True)
    into_range = -8 * size_bytes - rng.integers(14, 24, shape)
    return np.where(rng.random(shape) < 0.5, whatever, into_range)


def draw_transpose(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word of sTRANS."""
    function, places = _function(rng, "sTRANS"), Places(config, rng)
    shape, precision = draw_shape(rng, config), int(rng.choice(list(SIZES)))
    size = SIZES[precision]
    if function == "local_broadcast":
        shape = shape._replace(c=min(shape.c, config.lanes))
        one = shape._replace(c=1)
        members = {"opd0_c": 1, "opd0_w": shape.w, "opd0_addr": places.aligned(one, size)}
        members["res0_addr"] = places.aligned(shape, size)
    else:
        turned = shape._replace(c=shape.w, w=shape.c)
        members = {"opd0_c": turned.c, "opd0_w": turned.w, "opd0_addr": places.aligned(turned, size)}
        strides = line_aligned(config, shape, size, places.lane)
        lines = function == "channel_to_width"
        members["res0_addr"] = places.tensor(shape, strides, size) if lines else places.aligned(shape, size)
    return Word.of("sTRANS", function, cmd_id=1, res0_prec=precision, **members, **_sides(shape))
