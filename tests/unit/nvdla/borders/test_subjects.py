"""Which unit an error speaks of."""

import pytest

from models.nvdla.config import find_config
from tb.nvdla.borders.subjects import subjects


@pytest.mark.parametrize(
    ("message", "unit"),
    [
        ("BDMA.STATUS (0x07840) read 0x00000506: GRP1_BUSY: expected NO, got YES", "BDMA"),
        ("GLB.S_INTR_STATUS (0x0880c) read 0x0: CDMA_WT_DONE_STATUS1: expected 0x1, got 0x0", "CDMA"),
        (
            "GLB.S_INTR_STATUS (0x0880c) read 0x4000: CACC_DONE_STATUS1: expected 0x1, got 0x0; "
            "CDP_DONE_STATUS0: expected 0x0, got 0x1",
            "CDP",
        ),
        ("GLB.S_INTR_MASK (0x08804) read 0x1: expected 0x0, got 0x1", "GLB"),
        (
            "DBB id 12: stray write to 0x0: this id writes for RBK group 0 (layer 0)",
            "RBK",
        ),
        (
            "watchdog: nothing moved; CONV group 0 (layer 0) has CACC_DONE_STATUS0 to raise",
            "CACC",
        ),
        ("DBB: aw: awaddr 0x1fffffff8, awlen 15, awid 12: longer than 4 beats", "the memory interface of DBB"),
        ("the interrupt pin rose and nobody asked for it", ""),
    ],
)
def test_the_first_unit_that_is_named(message, unit):
    assert subjects(find_config("tiny")).spoken_of(message) == unit
