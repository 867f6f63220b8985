"""X, Y with its tables and the output convertor in the reference device, against what the public part's own gave."""

import numpy as np
import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.config import NV_FULL
from models.nvdla.lut.config import Tables
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operands import OperandPair
from models.nvdla.sdp.steps import pointwise_of
from tests.sim.sdp.recorded_cells import recorded

MAP = registers(NV_FULL)
OPERATOR_PREFIXES = ("BS", "BN", "EW")
BYPASSED = {
    f"D_DP_{name}_CFG": MAP.SDP.registers[f"D_DP_{name}_CFG"].encode(**{f"{name}_BYPASS": "YES"})
    for name in OPERATOR_PREFIXES
}
RESETS = {name: register.reset for name, register in MAP.SDP.registers.items()} | BYPASSED
LE_ENTRIES = NV_FULL.table_entries["LE"]


def decoded(case):
    """The layer of a case; whether its numbers are FP32; its words as such numbers."""
    sdp = decode(Sdp, Words(MAP.blocks, NV_FULL, {"SDP": RESETS | case.written(MAP.SDP)}))
    floating = sdp.precision == "FP16"
    return sdp, floating, case.words if floating else case.words.view(np.int32)


def pair_of(case, floating):
    kind = np.uint16 if floating else np.int16
    return OperandPair(alu=case.alu.view(kind), mul=case.mul.view(kind))


def of_x(case):
    sdp, floating, words = decoded(case)
    operator, how = pointwise_of(sdp).x1, {"floating": floating, "nan_to_zero": sdp.nan_to_zero}
    return operator.apply(words.astype(np.int64), pair_of(case, floating), **how)


def of_y(case):
    sdp, floating, words = decoded(case)
    tables = Tables(le=case.tables[:LE_ENTRIES].view(np.int16), lo=case.tables[LE_ENTRIES:].view(np.int16))
    operator, how = pointwise_of(sdp).y, {"floating": floating, "nan_to_zero": sdp.nan_to_zero}
    return operator.apply(words.astype(np.int64), pair_of(case, floating), tables, **how)[0]


def of_convertor(case):
    sdp, _, words = decoded(case)
    done = pointwise_of(sdp).apply(words)
    if sdp.out_precision != "FP16":
        assert done.saturated == np.count_nonzero(case.flags)
    return done.codes


@pytest.mark.parametrize(("what", "made"), [("x", of_x), ("y", of_y), ("convertor", of_convertor)])
def test_what_the_part_gives_is_computed(what, made):
    for number, case in enumerate(recorded(what)):
        mask = (1 << 8 * case.results.itemsize) - 1
        found, wanted = np.asarray(made(case)).astype(np.int64) & mask, case.results.astype(np.int64)
        wrong = found != wanted
        rows = zip(case.words[wrong].tolist(), found[wrong].tolist(), wanted[wrong].tolist(), strict=True)
        assert not wrong.any(), f"case {number}: word, result, and the part's: {[tuple(map(hex, row)) for row in rows]}"
