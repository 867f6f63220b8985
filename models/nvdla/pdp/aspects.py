"""What a PDP layer is, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from models.nvdla.cells import sign_of
from models.nvdla.config import HwConfig
from models.nvdla.numbers.formats import FP17
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import Window

FLYING, WHOLE, SPLIT_IN_TWO, SPLIT_IN_MORE = WORKING_MODES = ("flying", "whole", "split2", "split3plus")
STRIDE_AT_MOST = 16
SPLIT = (SPLIT_IN_TWO, SPLIT_IN_MORE)
NONE = "none"
INTEGERS, FLOATS = NUMBERS = ("integers", "floats")
SIDES = ("left", "right", "top", "bottom")
PADDED, BARE = "padded", "bare"
LINES = ("1", "2", "4", "8")
"""Parts that the line buffer is in: as many as lines are pooled at once, or the next power of two."""
FULL, PART = "full", "part"
BEYOND, INSIDE = "beyond", "inside"


def aspects_of_pdp(pdp: Pdp, config: HwConfig) -> dict[str, str]:
    """The aspects of a layer."""
    lanes = pdp.reading.lanes(config)
    most = widest(pdp.y, config)
    return {
        "precision": pdp.precision,
        "numbers": numbers_of(pdp.precision),
        "mode": mode_of_pdp(pdp),
        "method": pdp.method,
        "kernel-x": str(pdp.x.kernel),
        "kernel-y": str(pdp.y.kernel),
        "stride-x": str(pdp.x.stride),
        "stride-y": str(pdp.y.stride),
        **{side: PADDED if count else BARE for side, count in zip(SIDES, pads_of(pdp), strict=True)},
        "pad-value": _pad_value(pdp),
        "reach-x": _reach(pdp.x, pdp.width),
        "reach-y": _reach(pdp.y, pdp.height),
        "overlap": sign_of(pdp.x.overlap) if pdp.strips.split else NONE,
        "lines": str(parts_of(pdp.y)),
        "columns": FULL if max(pdp.columns) == most else PART,
        "input": "pixel" if (pdp.height, pdp.width) == (1, 1) else "cube",
        "output": "pixel" if (pdp.out_height, pdp.out_width) == (1, 1) else "cube",
        "channels": "ragged" if pdp.channels % lanes else "whole",
        "surfaces": "one" if pdp.channels <= lanes else "several",
        "nan": _nan(pdp),
        "input-ram": pdp.source.ram if pdp.source else NONE,
        "output-ram": pdp.destination.ram,
    }


def numbers_of(precision: str) -> str:
    """Which of `NUMBERS` its elements are."""
    return FLOATS if precision == "FP16" else INTEGERS


def mode_of_pdp(pdp: Pdp) -> str:
    """Which of `WORKING_MODES` a layer is in."""
    if pdp.flying:
        return FLYING
    return WHOLE if not pdp.strips.split else SPLIT_IN_TWO if pdp.strips.count == 2 else SPLIT_IN_MORE


def pads_of(pdp: Pdp) -> tuple[int, int, int, int]:
    """What is padded on each of `SIDES`."""
    return pdp.x.before, pdp.x.after, pdp.y.before, pdp.y.after


def parts_of(window: Window) -> int:
    """Parts that the line buffer is in, with a window from line to line."""
    return 1 << (window.lines - 1).bit_length()


def _nan(pdp: Pdp) -> str:
    """What becomes of NaN that come in: PDP flushes those from memory only."""
    if pdp.precision != "FP16" or not pdp.nan_to_zero:
        return "kept"
    return "kept-on-the-fly" if pdp.flying else "flushed"


def _pad_value(pdp: Pdp) -> str:
    if not pdp.averages or not any(pads_of(pdp)):
        return NONE
    value = pdp.average.pads.one
    if pdp.precision != "FP16":
        return sign_of(value)
    magnitude = value & FP17.sign - 1
    return sign_of(-magnitude if value & FP17.sign else magnitude)


def _reach(window: Window, size: int) -> str:
    """Whether a window covers all of the input and more."""
    return BEYOND if window.kernel > size else INSIDE
