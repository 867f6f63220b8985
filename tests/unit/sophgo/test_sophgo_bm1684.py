"""BM1684 by the names of its kernel interface: calls that the vendor's model has played, figures, wrong calls."""

import doctest
import json

import numpy as np
import pytest

from models.sophgo.bm1684 import device, packed
from models.sophgo.bm1684.device import CALLS, Bm1684
from models.sophgo.bm1684.memories import CallError
from models.sophgo.config import BM1684
from models.sophgo.layouts.packing import pack_batches, unpack_batches
from models.sophgo.layouts.strides import Shape
from sequences.sophgo.draw.calls import OkkCall, digest_of, drawn_call, fill_for, windows
from sequences.sophgo.draw.transfers import DDR_BYTES
from tb.sophgo.judge.calls import CallMatch
from tb.sophgo.judge.child import LANES, WINDOW_BYTES, Shared
from tests.unit.sophgo import VECTORS

RECORDED = json.loads((VECTORS / "calls.json").read_text())
DDR = BM1684.ddr_base


def call_of(item):
    arguments = (tuple(value) if isinstance(value, list) else value for value in item["arguments"])
    return OkkCall(item["name"], tuple(arguments))


def test_calls_change_what_they_changed():
    chip = Bm1684(DDR_BYTES)
    for item in RECORDED:
        call = call_of(item)
        fill_for(call, chip, np.random.default_rng(item["number"]))
        chip.call(call.name, *call.arguments)
        assert digest_of(chip) == item["digest"], call


def test_every_function_was_recorded():
    assert {item["name"] for item in RECORDED} == set(CALLS)


@pytest.mark.parametrize("module", [device, packed])
def test_examples(module):
    tried = doctest.testmod(module)
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_the_manual_rounds_and_saturates_packed_sums():
    chip, rng = Bm1684(), np.random.default_rng(4)
    first, second = rng.integers(-128, 128, (2, 6, 5, 4, 5), np.int8)
    chip.write(0, None, pack_batches(first))
    chip.write_system(DDR, None, pack_batches(second))
    chip.call("okk_gdma_32bit_cpy_S2L", 1024, DDR, (2, 5, 4, 5), None, None)
    chip.call("okk_bdc_fixed_point_packed_add", 2048, 0, 1024, (6, 5, 4, 5), None, None, None, 31, 2)
    got = unpack_batches(chip.read(2048, Shape(2, 5, 4, 5), None, np.dtype("<u4")), 6, np.dtype(np.int8))
    assert (got == np.clip((first.astype(int) + second + 2) >> 2, -128, 127)).all()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("okk_gdma_8bit_copy_S2L",), "okk_gdma_8bit_copy_S2L is not here; did you mean okk_gdma_8bit_cpy_"),
        (
            ("okk_gdma_8bit_cpy_S2L", 0),
            "okk_gdma_8bit_cpy_S2L takes dst_addr, src_addr, shape, dst_stride, src_stride: 1",
        ),
        (
            ("okk_gdma_8bit_cpy_S2L", 0, 5, (1, 1, 1, 1), None, None),
            "system address 0x5: 1 bytes from there on are in no",
        ),
        (
            ("okk_gdma_8bit_cpy_S2L", 64 << 19, DDR, (1, 1, 1, 1), None, None),
            "local address 0x2000000: the tensor ends at",
        ),
        (
            ("okk_gdma_8bit_cpy_S2L", 0, DDR, (1, 0, 1, 1), None, None),
            "shape is (1, 0, 1, 1): sizes are from 1 to 65535",
        ),
        (("okk_gdma_8bit_cpy_S2L", 0, DDR, (9, 9, 9), None, None), "shape is (9, 9, 9): four whole numbers are right"),
        (("okk_gdma_8bit_cpy_S2L", 0, DDR, (65535,) * 4, (0,) * 4, (0,) * 4), "elements at most"),
        (
            ("okk_bdc_fixed_point_packed_mul", 0, 512, 1024, (1, 1, 1, 1), None, None, None, 22, 0),
            "op_type: operands of mul have 8 bits",
        ),
        (
            ("okk_bdc_fixed_point_packed_max", 0, 512, 1024, (1, 1, 1, 1), None, None, None, 27),
            "op_type: operands and result of max are alike",
        ),
        (
            ("okk_bdc_fixed_point_packed_add", 0, 512, 1024, (1, 1, 1, 1), None, None, None, 31, 32),
            "rshift is 32: a whole number from 0 to 31 is right",
        ),
        (("okk_gdma_32bit_matrix_S2L", 0, DDR, 2, 4, 5, 4), "cols_per_channel is 5: there are 4 columns"),
    ],
)
def test_a_wrong_call_is_named(call, said):
    with pytest.raises(CallError) as error:
        Bm1684(1 << 12).call(*call)
    assert said in str(error.value)


def test_a_judge_of_another_opinion_is_told():
    class Wrong:
        shared = Shared(np.zeros((LANES, WINDOW_BYTES), np.uint8), np.zeros(DDR_BYTES, np.uint8))

        def ask(self, method, name, *arguments):
            assert method == "call"
            chip = Bm1684(DDR_BYTES)
            window, ddr = windows(chip)
            window[:], ddr[:] = self.shared.local, self.shared.ddr
            chip.call(name, *arguments)
            self.shared.local[:], self.shared.ddr[:] = window, ddr
            self.shared.ddr[77] ^= 4

    (told,) = CallMatch(Wrong(), 1).differences(3)
    assert told.startswith("DDR (77,) is ")


def test_calls_are_drawn_anew_from_the_same_seed():
    assert drawn_call(np.random.default_rng(5)) == drawn_call(np.random.default_rng(5))
