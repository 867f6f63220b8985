"""Random words of sAR."""

from __future__ import annotations

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.operations.operand import SIZES
from models.sophgo.operations.tiu.arithmetic import LARGEST_RIGHT, most_left
from models.sophgo.words.description import KINDS
from models.sophgo.words.word import Word
from sequences.sophgo.draw.places import Places

FUNCTIONS = tuple(sorted(KINDS["sAR"].executed))


def draw_shape(rng: np.random.Generator, config: SophgoConfig) -> Shape:
    """A small shape whose channels take one row of lanes or several."""
    lanes = config.lanes
    channels = int(rng.choice([1, int(rng.integers(1, lanes + 1)), lanes, int(rng.integers(lanes, 2 * lanes + 4))]))
    return Shape(int(rng.integers(1, 4)), channels, int(rng.integers(1, 5)), int(rng.choice([1, 3, 7, 16, 17])))


def draw_arithmetic(rng: np.random.Generator, config: SophgoConfig) -> Word:
    """A word, its function one of all."""
    function, shape = str(rng.choice(FUNCTIONS)), draw_shape(rng, config)
    places, members = Places(config, rng), _types(rng, function)
    sizes = {name: SIZES[members.get(f"{name}_prec", 0)] for name in ("res0", "opd0", "opd1")}
    shifts = function.endswith("_shift")
    for name in ("opd0", "opd1") if function not in ("cast", "copy") else ("opd0",):
        if rng.random() < 0.2:
            value = _shift_of(rng, members) if shifts and name == "opd1" else int(rng.integers(1 << 32))
            members |= {f"{name}_const": 1, f"{name}_addr": value}
        else:
            members |= places.chosen(name, shape, sizes[name], repeats=True)
    members |= places.chosen("res0", shape, sizes["res0"])
    if members["tsk_opd_num"] == 3:
        members |= _third(rng, function, places, shape, members)
    members |= {f"res0_{side}": size for side, size in zip("nchw", shape, strict=True)}
    return Word.of("sAR", function, cmd_id=1, opd2_n_str=int(rng.integers(7)), **members)


def _types(rng: np.random.Generator, function: str) -> dict[str, int]:
    """Precisions and signs that go with a function."""
    members = {name: int(rng.choice(list(SIZES))) for name in ("res0_prec", "opd0_prec", "opd1_prec")}
    members |= {name: int(rng.integers(2)) for name in ("opd0_sign", "opd1_sign")} | {"tsk_opd_num": 2}
    match function:
        case "copy" | "max" | "min":
            members |= dict.fromkeys(("opd1_prec", "res0_prec"), members["opd0_prec"])
            members["opd1_sign"] = members["opd0_sign"]
        case "arithmetic_shift" | "logic_shift" | "circular_shift":
            members |= {"opd1_prec": 0, "opd1_sign": 1}
            if function == "circular_shift":
                members["res0_prec"] = members["opd0_prec"]
        case "cast":
            members["opd2_sign"] = int(rng.integers(2))
        case "mac":
            members |= {"res0_prec": 3, "opd0_prec": 0, "opd1_prec": 0, "tsk_opd_num": 3}
        case _:
            members["tsk_opd_num"] = int(rng.choice([2, 3])) if most_left(function, members) >= 0 else 2
    if function in ("cast", "copy"):
        members |= {"tsk_opd_num": 1, "opd1_prec": 0, "opd1_sign": 0}
    return members


def _shift_of(rng: np.random.Generator, members: dict[str, int]) -> int:
    """A number of bits that any element may be shifted by."""
    most = 8 * SIZES[members["opd0_prec"]] - 1
    return int(rng.integers(-most, most, endpoint=True)) & 0xFF


def _third(
    rng: np.random.Generator, function: str, places: Places, shape: Shape, members: dict[str, int]
) -> dict[str, int]:
    """The shift of a sum, or the two of a mac."""
    if function == "mac":
        return {"opd2_const": 1, "opd2_addr": int(rng.integers(16)) | int(rng.integers(20)) << 8}
    if rng.random() < 0.3:
        return {"opd2_addr": places.compact(Shape(1, shape.c, 1, 1), 1), "opd2_sign": 1}
    shift = int(rng.integers(-LARGEST_RIGHT, most_left(function, members), endpoint=True))
    return {"opd2_const": 1, "opd2_addr": shift & 0xFF, "opd2_sign": 1}
