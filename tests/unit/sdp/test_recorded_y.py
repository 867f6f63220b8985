"""Y and its look-up tables in the reference device, against what the public part's own gave."""

import numpy as np

from models.nvdla.config import NV_FULL
from models.nvdla.lut.config import Tables
from models.nvdla.registers import registers
from models.nvdla.sdp.decode import decode_sdp
from models.nvdla.sdp.operands import OperandPair
from models.nvdla.sdp.steps import pointwise_of
from tests.sim.sdp.recorded_y import recorded_y

MAP = registers(NV_FULL)
RESETS = {name: register.reset for name, register in MAP.SDP.registers.items()}
LE_ENTRIES = NV_FULL.table_entries["LE"]


def of_case(case):
    """What the reference device makes of a recorded case."""
    sdp = decode_sdp(MAP, {"SDP": RESETS | case.written(MAP.SDP)}, NV_FULL)
    floating = sdp.precision == "FP16"
    words = case.words.astype(np.int64) if floating else case.words.view(np.int32).astype(np.int64)
    kind = np.uint16 if floating else np.int16
    tables = Tables(le=case.tables[:LE_ENTRIES].view(np.int16), lo=case.tables[LE_ENTRIES:].view(np.int16))
    pair = OperandPair(alu=case.alu.view(kind), mul=case.mul.view(kind))
    found, _ = pointwise_of(sdp).y.apply(words, pair, tables, floating=floating, nan_to_zero=sdp.nan_to_zero)
    return np.asarray(found).astype(np.int64) & 0xFFFF_FFFF


def test_y_gives_what_the_part_gives():
    for number, case in enumerate(recorded_y()):
        found, wanted = of_case(case), case.results.astype(np.int64)
        wrong = found != wanted
        rows = zip(case.words[wrong].tolist(), found[wrong].tolist(), wanted[wrong].tolist(), strict=True)
        assert not wrong.any(), f"case {number}: word, result, and the part's: {[tuple(map(hex, row)) for row in rows]}"
