"""How a pooling layer is best programmed (guide, 'PDP programming').

x = fitted(112, Window(kernel=3, stride=2))          # padded on the right as far as its windows reach
y = fitted(112, Window(kernel=3, stride=2))
mode = working_mode(x.outputs(112), y, config, whole=True)
strips = split(112, x, y, config) if mode is Mode.SPLIT else Strips()
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from models.nvdla.config import HwConfig
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.surfaces.surface_layout import ceil_div

STRIPS_AT_MOST = 256
STRIP_COLUMNS_AT_MOST = 1024
"""What registers hold of strips, and of the columns of one."""


class Mode(Enum):
    """How PDP works."""

    FLYING = "on the fly"  # SDP hands the input on
    WHOLE = "offline"  # from memory, all columns at once
    SPLIT = "offline, split width"


def pooled(size: int, window: Window) -> int:
    """Outputs along an axis as frameworks count them: a window may reach over the end, but not begin behind it.

    Args:
        size: of the input.
        window: its `before` and `after` are what the framework pads.
    """
    outputs = ceil_div(window.before + size + window.after - window.kernel, window.stride) + 1
    return outputs - 1 if (outputs - 1) * window.stride >= size + window.before else outputs


def fitted(size: int, window: Window, elements: str = "elements") -> Window:
    """A window whose padding behind the input is such that windows reach to its end, neither less nor more.

    Args:
        size: of the input.
        window: its `after` is what the framework pads.
        elements: what the axis has, such as ``columns``.

    Raises:
        ValueError: windows end in front of the last real element, which PDP has no way to leave out.
    """
    after = window.covered(pooled(size, window)) - window.before - size
    if after < 0:
        raise ValueError(
            f"Pool: {-after} of {size} {elements} are in no window (kernel {window.kernel}, stride {window.stride}): "
            "leave them out of the input"
        )
    return replace(window, after=after)


def most_columns(y: Window, config: HwConfig) -> int:
    """How wide the output may be at most, on the fly and of each strip, with a window from line to line."""
    return widest(y, config)


def working_mode(out_width: int, y: Window, config: HwConfig, *, whole: bool) -> Mode:
    """How PDP works best.

    Args:
        out_width: columns of the output.
        y: the window from line to line.
        config: the hardware configuration.
        whole: the convolution in front of it is one hardware layer, or there is none that SDP takes its input from.
    """
    if out_width > most_columns(y, config):
        return Mode.SPLIT
    return Mode.FLYING if whole else Mode.WHOLE


def split(width: int, x: Window, y: Window, config: HwConfig, *, out_columns: int = 0) -> Strips:
    """Strips for an input that is split, as few as there can be, and as even as they can be.

    Args:
        width: columns of the input.
        x: the window along a line, which reaches to the end of the padded input.
        y: the window from line to line.
        config: the hardware configuration.
        out_columns: output columns that a strip has at most; 0: as many as the line buffer holds.

    Raises:
        ValueError: it cannot be split so.
    """
    most = min(most_columns(y, config), STRIP_COLUMNS_AT_MOST // x.stride or 1)
    most = min(most, out_columns) if out_columns else most
    out_width = x.outputs(width)
    for count in range(max(2, ceil_div(out_width, most)), min(out_width, STRIPS_AT_MOST) + 1):
        even = ceil_div(out_width, count)
        for columns in dict.fromkeys((even, out_width // count)):
            strips = of_columns(x, [columns] * (count - 1) + [out_width - columns * (count - 1)])
            if strips is not None and max(strips.outputs) <= most:
                return strips
    raise ValueError(f"{width} columns cannot be split into strips of at most {most} columns of output")


def of_columns(x: Window, outputs: list[int]) -> Strips | None:
    """Strips with so many output columns each, those between the first and the last alike; None: there are none.

    Args:
        x: the window along a line.
        outputs: output columns of two strips or more.
    """
    strips = Strips.of(x, outputs)
    fits = min(outputs) >= 1 and min(strips.inputs) >= 1 and max(strips.inputs) <= STRIP_COLUMNS_AT_MOST
    shares = min(strips.inputs[:-1]) >= x.overlap and min(strips.inputs[1:]) > -x.overlap
    return strips if fits and shares else None
