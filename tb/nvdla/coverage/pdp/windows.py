"""PDP's windows: kernels, strides, what is padded, how inputs are split."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter

from models.nvdla.pdp.aspects import FULL, LINES, NUMBERS, PART, STRIDE_AT_MOST, numbers_of
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pool import window_of
from models.nvdla.pdp.pooling.averages import RECIPROCAL_BITS
from models.nvdla.pdp.pooling.fold import real_elements
from models.nvdla.pdp.pooling.line_buffer import BANKS
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, PAD_BITS, Window
from tb.coverage.bins import each, names, octaves
from tb.coverage.classes import SIGNED, signed_class
from tb.coverage.covergroup import Coverpoint, cross, points_of
from tb.nvdla.coverage.layers import PARTS
from tb.nvdla.coverage.state import DeviceState

PADS = {"left": "x.before", "right": "x.after", "top": "y.before", "bottom": "y.after"}
GIVEN = {"x": "width", "y": "height"}
RECIPROCALS = ("0", "less", "of the kernel")
PLACES = ("first", "mid", "last")
"""Strips."""
SINGLE_STRIPS, SINGLE_COLUMNS, PARTS_OF_COLUMNS = 4, 2, 2
WINDOW_CROSSES = (
    cross("kernel y", "kernel x"),
    cross("stride y", "stride x"),
    *(cross("averages of", f"padded in a window along {axis}") for axis in "xy"),
    *(cross("average's precision", f"reciprocal {axis}") for axis in "xy"),
    cross("average's precision", "pad value"),
    cross("parts of the line buffer", "part"),
)


def window_points(device: DeviceState, aspects: Callable[[Pdp], Mapping[str, str]]) -> Iterator[Coverpoint]:
    """The coverpoints of descriptors, whose aspects something gives."""
    yield from _windows()
    yield from _averages(device.config.precisions)
    yield Coverpoint("parts of the line buffer", names(*LINES), lambda pdp: aspects(pdp)["lines"])
    yield Coverpoint("part", names(PART, FULL), lambda pdp: aspects(pdp)["columns"])
    yield from points_of(attrgetter("strips"), _strips(device))


def _windows() -> Iterator[Coverpoint]:
    missing, sizes, strides = range(KERNEL_AT_MOST), range(1, KERNEL_AT_MOST + 1), range(1, STRIDE_AT_MOST + 1)
    yield from (Coverpoint(f"kernel {axis}", each(sizes), attrgetter(f"{axis}.kernel")) for axis in "xy")
    yield from (Coverpoint(f"stride {axis}", each(strides), attrgetter(f"{axis}.stride")) for axis in "xy")
    yield from (Coverpoint(f"padding {side}", each(missing), attrgetter(where)) for side, where in PADS.items())
    yield Coverpoint("padded in a window along x", each(missing), _missing_along, PARTS)
    yield Coverpoint("padded in a window along y", each(missing), _missing_down, PARTS)


def _averages(precisions: tuple[str, ...]) -> Iterator[Coverpoint]:
    """What averages are made with, and what strips share."""
    padded = names(*(name for name in precisions if name in PAD_BITS))
    overlaps = names(*map(str, range(1 - STRIDE_AT_MOST, KERNEL_AT_MOST)))
    yield from (Coverpoint(f"reciprocal {axis}", names(*RECIPROCALS), _reciprocal(axis)) for axis in "xy")
    yield Coverpoint("averages of", names(*NUMBERS), _numbers, ("", PARTS))
    yield Coverpoint("average's precision", padded, lambda pdp: pdp.precision if pdp.averages else None)
    yield Coverpoint("pad value", names(*SIGNED), _pad_value)
    yield Coverpoint(
        "columns that strips share", overlaps, lambda pdp: str(pdp.x.overlap) if pdp.strips.split else None
    )


def _strips(device: DeviceState) -> Iterator[Coverpoint]:
    block, columns = device.registers.PDP, BANKS * device.config.pdp_bank_atoms
    count = octaves(SINGLE_STRIPS, block.D_OPERATION_MODE_CFG.SPLIT_NUM.limit + 1)
    most = block.D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN_FIRST.limit + 1
    yield Coverpoint("strips", count, lambda strips: strips.count)
    for place in PLACES:
        for way, widest in (("in", min(most, columns * STRIDE_AT_MOST)), ("out", columns)):
            bins = octaves(SINGLE_COLUMNS, widest, PARTS_OF_COLUMNS)
            yield Coverpoint(f"{place} strip {way}", bins, _columns_of(place, way))


def _numbers(pdp: Pdp) -> str | None:
    return numbers_of(pdp.precision) if pdp.averages else None


def _pad_value(pdp: Pdp) -> str | None:
    if not pdp.averages or pdp.precision not in PAD_BITS or not (pdp.x.needs_pads or pdp.y.needs_pads):
        return None
    bits, *_ = PAD_BITS[pdp.precision]
    return signed_class(pdp.average.pads.one, bits)


def _reciprocal(axis: str) -> Callable[[Pdp], str | None]:
    """How a reciprocal stands to that of a kernel's size."""

    def value(pdp: Pdp) -> str | None:
        if not pdp.averages or pdp.precision not in PAD_BITS:
            return None
        given, window = getattr(pdp.average, f"recip_{GIVEN[axis]}"), getattr(pdp, axis)
        whole = abs(given * window.kernel - (1 << RECIPROCAL_BITS)) < window.kernel
        return RECIPROCALS[2 if whole else given > 0]

    return value


def _columns_of(place: str, way: str) -> Callable[[Strips], int | None]:
    def value(strips: Strips) -> int | None:
        there = strips.split and (strips.count > 2 or place != "mid")
        return getattr(strips, f"{place}_{way}") if there else None

    return value


def _missing_along(pdp: Pdp) -> set[int]:
    """How many elements of rows of windows are padded."""
    return {count for strip in pdp.cut for count in _missing(window_of(pdp, strip), strip.width, strip.outputs)}


def _missing_down(pdp: Pdp) -> set[int]:
    return _missing(pdp.y, pdp.height, pdp.out_height)


def _missing(window: Window, size: int, outputs: int) -> set[int]:
    return set(map(int, window.kernel - real_elements(window, size, outputs)))
