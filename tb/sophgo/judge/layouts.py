"""The judge's layout functions, held against those here, on random shapes, start lanes and types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from models.sophgo.config import BM1684X
from models.sophgo.layouts.lanes import banks_of, place_of, rows_of
from models.sophgo.layouts.strides import Shape, aligned, compact, continuous, line_aligned
from models.sophgo.operations.operand import SIZES
from tb.sophgo.judge.process import JudgeProcess

MOST = Shape(8, 200, 40, 200)
"""The largest random shape."""


def layout_differences(judge: JudgeProcess, seed: int, count: int) -> Iterator[str]:
    """What differs, a line each.

    Args:
        judge: the judge.
        seed: what shapes are drawn from.
        count: how many shapes, with a start lane and a type each.
    """
    rng = np.random.default_rng([seed, 0x1A70])
    for _ in range(count):
        shape = Shape(*(int(rng.integers(1, most, endpoint=True)) for most in MOST))
        lane, code = int(rng.integers(BM1684X.lanes)), int(rng.choice(list(SIZES)))
        address = int(rng.integers(BM1684X.local_bytes))
        for name, asked, here in _pairs(judge, shape, lane, code, address):
            if list(asked) != list(here):
                what = f"{name} of {shape}, lane {lane}, type {code}, address {address:#x}"
                yield f"{what}: {here}, the judge has {asked}"


def _pairs(
    judge: JudgeProcess, shape: Shape, lane: int, code: int, address: int
) -> Iterator[tuple[str, Sequence[int], Sequence[int]]]:
    """Each function's name, what the judge says, what is said here."""
    size, dtype = SIZES[code], code << 1 | 1
    strides = {
        "tpu_aligned_stride": ((lane,), (dtype,), aligned(BM1684X, shape, size, lane)),
        "tpu_compact_stride": ((lane,), (), compact(BM1684X, shape, lane)),
        "tpu_line_aligned_stride": ((lane,), (dtype,), line_aligned(BM1684X, shape, size, lane)),
        "tpu_continuous_stride": ((), (), continuous(shape)),
    }
    for name, (before, after, here) in strides.items():
        yield name, judge.ask("strides", name, before, tuple(shape), after), here
    numbers = {
        "tpu_channle_num_per_npu": ((lane, shape.c), rows_of(BM1684X, lane, shape.c)),
        "tpu_npu_index": ((address,), place_of(BM1684X, address).lane),
        "tpu_bank_index": ((address,), banks_of(BM1684X, address, 1).start),
    }
    for name, (arguments, number) in numbers.items():
        yield name, (judge.ask("number", name, *arguments),), (number,)
