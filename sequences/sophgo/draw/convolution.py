"""Random words of sCONV."""

from __future__ import annotations

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.kernels import kernel_strides
from models.sophgo.layouts.lanes import rows_of
from models.sophgo.layouts.strides import Shape
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word
from sequences.sophgo.draw.places import Places

FUNCTIONS = tuple(sorted(KINDS["sCONV"].executed))


def draw_window(rng: np.random.Generator, *, inserts: bool) -> dict[str, int]:
    """The members of a window: kernel, strides, dilation, padding, and what is inserted."""
    members = {f"opd1_{side}": int(rng.choice([1, 2, 3, 5])) for side in "hw"}
    for side in "xy":
        members[f"res_op_{side}_str"] = int(rng.choice([1, 1, 2, 3]))
        members[f"opd1_{side}_ins0"] = int(rng.choice([0, 0, 1, 2]))
        members[f"opd0_{side}_ins0"] = int(rng.choice([0, 0, 1, 2])) if inserts else 0
    return members | {f"opd0_{side}_pad": int(rng.choice([0, 1, 2])) for side in ("up", "dn", "lf", "rt")}


def result_sides(members: dict[str, int], height: int, width: int) -> tuple[int, int]:
    """Lines and columns of the result.

    Raises:
        ValueError: the kernel is larger than the input.
    """
    sides = Window.of(Word.of("sCONV", "normal", **members)).result_size(height, width)
    if min(sides) < 1:
        raise ValueError("the kernel is larger than the input")
    return sides


def draw_convolution(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word, its function one of all."""
    function, places = str(rng.choice(FUNCTIONS)), Places(config, rng)
    members = draw_window(rng, inserts=True)
    channels = int(
        rng.choice([1, 3, config.kernel_bytes, config.kernel_bytes + 5, int(rng.integers(1, 2 * config.lanes))])
    )
    data = Shape(int(rng.integers(1, 3)), channels, int(rng.integers(1, 8)), int(rng.integers(1, 12)))
    outputs = int(
        rng.choice([1, int(rng.integers(1, config.lanes + 1)), int(rng.integers(config.lanes, 2 * config.lanes + 4))])
    )
    result = Shape(data.n, outputs, *result_sides(members, data.h, data.w))
    members |= {f"opd0_{side}": size for side, size in zip("chw", data[1:], strict=True)}
    members |= {f"res0_{side}": size for side, size in zip("nchw", result, strict=True)}
    members |= {name: int(rng.integers(2)) for name in ("opd0_sign", "opd1_sign", "opd2_sign", "kernel_rotate")}
    members |= places.chosen("opd0", data, 1)
    kernel = Shape(data.c, result.c, members["opd1_h"], members["opd1_w"])
    if rng.random() < 0.2:
        members |= {"opd1_const": 1, "opd1_addr": int(rng.integers(256))}
    else:
        size = rows_of(config, places.lane, result.c) * kernel_strides(kernel, config.kernel_bytes).c
        members["opd1_addr"] = places.take(size)
    members |= _rest(rng, function, places, result)
    members["res0_addr"] = places.aligned(result, {0: 1, 3: 2, 4: 4}[members["res0_prec"]])
    return Word.of("sCONV", function, cmd_id=1, **members)


def _rest(rng: np.random.Generator, function: str, places: Places, result: Shape) -> dict[str, int]:
    """Zero point and padding, or bias and shift."""
    if function == "normal":
        values = {f"opd{index}_addr": int(rng.integers(256)) for index in (2, 3)}
        return values | {"res0_prec": 4, "opd2_const": 1, "opd3_const": 1, "res_add": int(rng.integers(2))}
    members = {"res0_prec": int(rng.choice([0, 3])), "opd3_const": 1, "opd3_addr": int(rng.integers(20))}
    if rng.random() < 0.4:
        return members | {"opd2_const": 1, "opd2_addr": int(rng.integers(1 << 16))}
    return members | {"opd2_addr": places.compact(Shape(1, result.c, 1, 1), 2)}
