"""Pooling."""

from __future__ import annotations

from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average, PadValues, Window
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, Setting, hands_over, named, side

KERNELS = tuple(map(str, range(1, 9)))
"""Sizes of a window, by their codes."""
RECIPROCALS = {
    False: (0x10000, 0x8000, 0x5555, 0x4000, 0x3333, 0x2AAA, 0x2492, 0x2000),
    True: (0x7C00, 0x7800, 0x7555, 0x7400, 0x7266, 0x7155, 0x7092, 0x7000),
}
"""1 divided by the size of a window, from 1 on: of integers, and of FP16 as codes of FP17."""


def pdp_layer(operation: Operation, setting: Setting) -> Pdp:
    """The layer.

    Raises:
        LoadableError: a number has no meaning, or the output goes nowhere.
    """
    op, surfaces = operation.settings, operation.surfaces
    cube, output = surfaces["src"], surfaces["dst"]
    precision = named(operation, "precision", op["precision"], PRECISIONS)
    across, down = (int(named(operation, name, op[name], KERNELS)) for name in ("pool_width", "pool_height"))
    if int(cube["channel"]) != int(output["channel"]):
        raise LoadableError(f"{operation}: src has {cube['channel']} channels, and dst {output['channel']}")
    return Pdp(
        method=named(operation, "pool_mode", op["pool_mode"], METHODS),
        precision=precision,
        channels=int(cube["channel"]),
        height=int(cube["height"]),
        width=int(cube["width"]),
        out_height=int(output["height"]),
        out_width=int(output["width"]),
        strips=_strips(operation),
        x=Window(kernel=across, stride=int(op["stride_x"]), before=int(op["pad_left"]), after=int(op["pad_right"])),
        y=Window(kernel=down, stride=int(op["stride_y"]), before=int(op["pad_top"]), after=int(op["pad_bottom"])),
        source=None if hands_over(cube) else side(operation, "src", setting),
        destination=side(operation, "dst", setting),
        average=Average(
            recip_width=reciprocal(precision, across),
            recip_height=reciprocal(precision, down),
            pads=PadValues.of([int(pad) for pad in op["padding_value"]]),
        ),
    )


def reciprocal(precision: str, size: int) -> int:
    """What the kernel driver takes for 1 divided by the size of a window.

    Args:
        precision: of the layer.
        size: of the window.
    """
    return RECIPROCALS[precision == "FP16"][size - 1]


def _strips(operation: Operation) -> Strips:
    """How it is split: sizes of strips count only where there are several."""
    op = operation.settings
    if op["split_num"] <= 1:
        return Strips()
    sizes = {
        f"{part}_{way}": max(1, int(op[f"{way}_{part}"])) for way in ("in", "out") for part in ("first", "mid", "last")
    }
    return Strips(count=int(op["split_num"]), **sizes)
