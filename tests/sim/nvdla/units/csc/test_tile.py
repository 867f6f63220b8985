"""Winograd's pre-addition: that of the RTL and that of these tests, against recorded tiles."""

import numpy as np

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.sim.nvdla.units.csc.csc_winograd import pre_added
from tests.sim.nvdla.units.csc.recorded_tiles import recorded_tiles
from tests.sim.nvdla.units.csc.test_csc import FILES, FOLDERS, HERE
from tests.simulation import check, play

CODES = {"INT8": np.int8, "INT16": "<i2", "FP16": "<u2"}


def test_rtl_makes_what_the_part_makes():
    hw = CONFIGS["nv_full"]
    listed = behavioural(hw).sources
    sources = (path for path in listed if path.parent.name in FOLDERS or path.stem in FILES)
    design = Design(name="tile_top", top="tile_top", sources=(*sources, HERE / "tile_top.sv"))
    result = play(design, "tests.sim.nvdla.units.csc.tile_cases", "icarus", env={CONFIG_VARIABLE: hw.name})
    check(result, "tiles_are_what_the_part_gives")


def test_expected_tiles_are_what_the_part_makes():
    for (precision, truncate), (tiles, results) in recorded_tiles().items():
        for tile, result in zip(tiles, results, strict=True):
            codes = tile.astype("u1" if precision == "INT8" else "<u2").view(CODES[precision])
            made = pre_added(codes.reshape(4, 4, 1), precision, truncate)
            np.testing.assert_array_equal(made.reshape(-1).view(made.dtype), result)
