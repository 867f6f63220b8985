"""Kinds of PDP layers, one list: random tests draw in each cell, coverage and recorded layers are counted by them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from models.nvdla.cells import SIGNS, AspectCell, Illegal, Wanted, legal, sign_of, together, why_not
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import (
    BEYOND,
    FLYING,
    FULL,
    LINES,
    NUMBERS,
    PADDED,
    SIDES,
    SPLIT,
    SPLIT_IN_MORE,
    STRIDE_AT_MOST,
    WORKING_MODES,
    numbers_of,
    parts_of,
)
from models.nvdla.pdp.descriptor import AVERAGE, METHODS
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Window
from models.nvdla.pdp.registers import UNIT
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

PRECISIONS = tuple(ELEMENT_BYTES)
OTHERS = tuple(method for method in METHODS if method != AVERAGE)
"""Methods that leave padding out."""
KERNELS = tuple(str(size) for size in range(1, KERNEL_AT_MOST + 1))
STRIDES = tuple(str(size) for size in range(1, STRIDE_AT_MOST + 1))
AXES = {"x": SIDES[:2], "y": SIDES[2:]}
"""Axes, and the sides that a window along each may reach over."""


def pdp_cells(config: HwConfig) -> tuple[AspectCell, ...]:
    """The cells of a configuration, those that no legal layer is in among them."""
    return tuple(
        AspectCell(wanted, why_not(wanted, config, UNIT, ILLEGAL))
        for wanted in _all_wanted()
        if _precisions_of(wanted) & set(config.precisions)
    )


def united_pdp(config: HwConfig) -> list[AspectCell]:
    """All legal cells in fewer: a layer of each is in every one of them."""
    return together(legal(pdp_cells(config)), lambda wanted: is_possible(wanted, config))


def is_possible(wanted: Wanted, config: HwConfig) -> bool:
    """Whether a legal layer of a sensible size has such aspects."""
    if not _precisions_of(wanted) & set(config.precisions) or why_not(wanted, config, UNIT, ILLEGAL):
        return False
    mode, averages = wanted.get("mode"), wanted.get("method", AVERAGE) == AVERAGE
    offline = "input-ram" in wanted or wanted.get("nan") == "flushed"
    flying = wanted.get("nan") == "kept-on-the-fly"
    whole = {"reach-x", "input"} & set(wanted) or wanted.get("output") == "pixel"
    return (
        ("pad-value" not in wanted or (averages and _may_pad(wanted)))
        and not (mode == FLYING and offline)
        and not (mode != FLYING and flying)
        and not (mode in SPLIT and (whole or wanted.get("columns") == FULL))
        and not ("overlap" in wanted and (mode not in SPLIT or not _has_overlap(wanted)))
        and not ("columns" in wanted and not _fills(wanted))
        and ("lines" not in wanted or _has_lines(wanted))
        and all(_reaches(wanted, axis) for axis in AXES)
        and not ("pixel" in (wanted.get("input"), wanted.get("output")) and "columns" in wanted)
    )


def _precisions_of(wanted: Wanted) -> set[str]:
    """Those that a layer of such aspects may have."""
    return {
        name
        for name in PRECISIONS
        if wanted.get("precision", name) == name and wanted.get("numbers", numbers_of(name)) == numbers_of(name)
    }


def _windows(wanted: Wanted, axis: str) -> Iterator[Window]:
    """Kernels and strides that an axis may have."""
    kernel, stride = wanted.get(f"kernel-{axis}"), wanted.get(f"stride-{axis}")
    for size, step in product((kernel,) if kernel else KERNELS, (stride,) if stride else STRIDES):
        yield Window(kernel=int(size), stride=int(step))


def _may_pad(wanted: Wanted) -> bool:
    return any(window.kernel > 1 for axis in AXES for window in _windows(wanted, axis))


def _has_overlap(wanted: Wanted) -> bool:
    return any(sign_of(window.overlap) == wanted["overlap"] for window in _windows(wanted, "x"))


def _has_lines(wanted: Wanted) -> bool:
    return any(str(parts_of(window)) == wanted["lines"] for window in _windows(wanted, "y"))


def _fills(wanted: Wanted) -> bool:
    """Whether a line that fills the line buffer is not too long a one."""
    return int(wanted.get("stride-x", "1")) <= 2 and "reach-x" not in wanted


def _reaches(wanted: Wanted, axis: str) -> bool:
    """Whether the kernel is such that windows may reach over edges as far as they must."""
    padded = any(wanted.get(side) == PADDED for side in AXES[axis])
    beyond = wanted.get(f"reach-{axis}") == BEYOND
    kernel = int(wanted.get(f"kernel-{axis}", KERNEL_AT_MOST))
    return kernel > 1 or not (padded or beyond)


def _all_wanted() -> Iterator[Wanted]:
    """What cells ask for, in the order of the list."""
    for mode, method, precision in product(WORKING_MODES, METHODS, PRECISIONS):
        yield {"mode": mode, "method": method, "precision": precision}
    for numbers, axis, size in product(NUMBERS, AXES, KERNELS):
        yield {"method": AVERAGE, "numbers": numbers, f"kernel-{axis}": size}
    yield from ({f"stride-{axis}": size} for axis, size in product(AXES, STRIDES))
    yield from _of_padding()
    yield from ({"mode": mode, "overlap": sign} for mode, sign in product(SPLIT, SIGNS))
    yield from ({"lines": lines, "columns": FULL} for lines in LINES)
    yield from ({"mode": mode, "lines": lines} for mode, lines in product((FLYING, SPLIT_IN_MORE), LINES))
    yield from _of_shapes()


def _of_padding() -> Iterator[Wanted]:
    for numbers, side, sign in product(NUMBERS, SIDES, SIGNS[1:]):
        yield {"method": AVERAGE, "numbers": numbers, side: PADDED, "pad-value": sign}
    yield from ({"method": AVERAGE, "precision": precision, "pad-value": SIGNS[0]} for precision in PRECISIONS)
    yield from ({"method": method, side: PADDED} for method, side in zip(OTHERS * 2, SIDES, strict=True))
    yield from ({f"reach-{axis}": BEYOND} for axis in AXES)
    yield from ({f"kernel-{axis}": KERNELS[0], AXES[axis][0]: PADDED} for axis in AXES)
    yield {"mode": FLYING, "overlap": SIGNS[1]}


def _of_shapes() -> Iterator[Wanted]:
    yield {"input": "pixel"}
    yield {"output": "pixel"}
    yield from ({"mode": mode, "channels": "ragged", "surfaces": "several"} for mode in WORKING_MODES)
    yield from ({"precision": "FP16", "method": method, "nan": "flushed"} for method in METHODS)
    yield {"precision": "INT8", "nan": "flushed"}
    yield {"mode": FLYING, "precision": "FP16", "nan": "kept-on-the-fly"}
    yield from ({f"{side}-ram": "CVSRAM"} for side in ("input", "output"))


ILLEGAL: Illegal = (
    ({"mode": FLYING, "overlap": SIGNS[1]}, "pdp-flying-whole"),
    *(({f"kernel-{axis}": KERNELS[0], side: PADDED}, "pdp-padding") for axis, sides in AXES.items() for side in sides),
    ({"precision": "INT8", "nan": "flushed"}, "only FP16 has NaN"),
)
"""Aspects that no legal layer has, and the rule or the reason."""
