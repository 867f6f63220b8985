"""Pooling with kernels as large as none is in practice: the largest and the sum are found place by place."""

import tracemalloc

import numpy as np
import pytest

from models.sophgo.config import BM1684X
from models.sophgo.operations.operand import UndefinedError
from models.sophgo.operations.table import operation_of
from models.sophgo.words.word import Word

SIZE, KERNEL = 160, 100
RESULT = SIZE - KERNEL + 1
MOST_BYTES = 16 << 20
"""Far less than all that is under a window takes."""


def pooling(function, **members):
    kernel = {"opd1_h": KERNEL, "opd1_w": KERNEL, "res_op_x_str": 1, "res_op_y_str": 1, "opd3_const": 1}
    sizes = {"res0_n": 1, "res0_c": 1, "res0_h": RESULT, "res0_w": RESULT, "opd0_h": SIZE, "opd0_w": SIZE}
    return operation_of(Word.of("sPorD", function, res0_addr=0x1_0000, **kernel | sizes | members), BM1684X)


@pytest.mark.parametrize("function", ["maximum", "average"])
def test_large_windows_take_little_memory(function):
    data = np.zeros((1, 1, SIZE, SIZE), np.uint8)
    data[0, 0, KERNEL - 1, KERNEL - 1] = 200
    data[0, 0, -1, -1] = 255
    operation = pooling(function, opd1_addr=1)
    tracemalloc.start()
    try:
        (found,) = operation.compute(data)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()
    lines, columns = np.indices((RESULT, RESULT))
    first = (lines < KERNEL) & (columns < KERNEL)
    last = (lines == RESULT - 1) & (columns == RESULT - 1)
    if function == "maximum":
        want = np.where(last, 255, np.where(first, 200, 0))
    else:
        want = np.minimum(200 * first + 255 * last, 255)
    assert (found[0, 0] == want).all()


def test_a_kernel_of_too_many_places_is_not_computed():
    with pytest.raises(UndefinedError, match="the kernel has 4190209 places: more than 1048576 are not computed here"):
        pooling("maximum", opd1_h=2047, opd1_w=2047, opd0_h=2047, opd0_w=2047, res0_h=1, res0_w=1)
