"""X, Y with its tables and the output convertor in the reference device, against what the public part's own gave."""

import numpy as np
import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.config import NV_FULL
from models.nvdla.lut.config import Tables
from models.nvdla.lut.sdp_look_up import look_up
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operands import OperandPair
from models.nvdla.sdp.operators.operators import work
from models.nvdla.sdp.pointwise import Pointwise
from tests.sim.nvdla.units.sdp.recorded_cells import recorded

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
    return work(sdp.x1, words.astype(np.int64), pair_of(case, floating), floating=floating, nan_to_zero=sdp.nan_to_zero)


def of_y(case):
    sdp, floating, words = decoded(case)
    tables = Tables(le=case.tables[:LE_ENTRIES].view(np.int16), lo=case.tables[LE_ENTRIES:].view(np.int16))
    wide = work(sdp.y, words.astype(np.int64), pair_of(case, floating), floating=floating, nan_to_zero=sdp.nan_to_zero)
    return look_up(wide, sdp.lut, tables, floating=floating).values if sdp.y.lut else wide


def of_convertor(case):
    sdp, _, words = decoded(case)
    done = Pointwise.of(sdp).apply(words)
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
