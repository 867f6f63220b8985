"""Products of 32 bits at the ends of their types: what 64 bits with a sign cannot hold saturates."""

import numpy as np
import pytest

from models.sophgo.config import BM1684X
from models.sophgo.operations.table import operation_of
from models.sophgo.operations.tiu.arithmetic import most_left
from models.sophgo.words.word import Word

SHAPE = {"res0_n": 1, "res0_c": 1, "res0_h": 1, "res0_w": 4}


def types(first_signed, second_signed):
    return {"opd0_prec": 4, "opd1_prec": 4, "opd0_sign": first_signed, "opd1_sign": second_signed}


@pytest.mark.parametrize("signs", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_products_at_the_ends_saturate(signs):
    word = Word.of("sAR", "mul_saturate", res0_prec=4, tsk_opd_num=2, **SHAPE, **types(*signs))
    values = []
    for signed in signs:
        info = np.iinfo(np.int32 if signed else np.uint32)
        values.append(np.array([info.min, info.max, info.max, 3], info.dtype).reshape(1, 1, 1, 4))
    values[1] = values[1][..., [0, 1, 0, 3]]
    (result,) = operation_of(word, BM1684X).compute(*values)
    ends = np.iinfo(np.int32 if any(signs) else np.uint32)
    exact = [int(a) * int(b) for a, b in zip(values[0].ravel(), values[1].ravel(), strict=True)]
    assert result.ravel().tolist() == [min(max(item, ends.min), ends.max) for item in exact]


def test_a_shift_to_the_left_leaves_the_largest_sum_within_64_bits():
    assert [most_left("mul", types(*signs)) for signs in ((0, 0), (0, 1), (1, 1))] == [-1, 0, 1]
    assert most_left("sub_saturate", types(0, 1)) == 30
    assert most_left("add", {"opd0_prec": 0, "opd1_prec": 3, "opd0_sign": 1, "opd1_sign": 1}) == 31
