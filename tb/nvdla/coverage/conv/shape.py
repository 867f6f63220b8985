"""The shape of a convolution: sizes, kernels and how they move, padding."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.registers import RegisterMap
from tb.coverage.bins import Names, Value, each, names, octaves
from tb.coverage.classes import from_zero
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.conv.limits import deepest, tallest, widest
from tb.nvdla.coverage.values import is_value_of, value_class, values_of

SINGLE_SIZES, SINGLE_TAPS, SINGLE_PADS = 2, 8, 4
SIDES = ("left", "right", "top", "bottom")


class ShapePoints:
    """The points of shapes.

    Args:
        config: the hardware configuration.
        registers: the register description.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, registers: RegisterMap, precision: Point) -> None:
        self._precision = precision
        cdma, csc = registers.CDMA, registers.CSC
        size, kernel, pad = cdma.D_DATAIN_SIZE_0, csc.D_WEIGHT_SIZE_EXT_0, cdma.D_ZERO_PADDING
        height = octaves(SINGLE_SIZES, tallest(config, size.DATAIN_HEIGHT))
        width = octaves(SINGLE_SIZES, widest(config, size.DATAIN_WIDTH))
        self.height, self.width = Point("height", height), Point("width", width)
        self.out_height, self.out_width = Point("output height", height), Point("output width", width)
        depth = deepest(config, cdma.D_DATAIN_SIZE_1.DATAIN_CHANNEL)
        self.channels = Point("channels", octaves(SINGLE_SIZES, depth))
        self.kernels = Point("kernels", octaves(SINGLE_SIZES, cdma.D_WEIGHT_SIZE_1.WEIGHT_KERNEL.limit + 1))
        self.rows = Point("rows", octaves(SINGLE_TAPS, kernel.WEIGHT_HEIGHT_EXT.limit + 1))
        self.columns = Point("columns", octaves(SINGLE_TAPS, kernel.WEIGHT_WIDTH_EXT.limit + 1))
        stride, dilation = csc.D_CONV_STRIDE_EXT, csc.D_DILATION_EXT
        self.x_stride = Point("x stride", each(range(1, stride.CONV_X_STRIDE_EXT.limit + 2)))
        self.y_stride = Point("y stride", each(range(1, stride.CONV_Y_STRIDE_EXT.limit + 2)))
        self.strides = Point("strides", names("of one", "in x", "in y", "the same", "of two sizes"))
        self.x_dilation = Point("x dilation", each(range(1, dilation.X_DILATION_EXT.limit + 2)))
        self.y_dilation = Point("y dilation", each(range(1, dilation.Y_DILATION_EXT.limit + 2)))
        fields = {side: pad.fields[f"PAD_{side.upper()}"] for side in SIDES}
        self.pads = {
            side: Point(f"{side} padding", from_zero(SINGLE_PADS, item.limit)) for side, item in fields.items()
        }
        self.padded = Point("padded side", Names(SIDES))
        self.pad_value = Point("padding value", values_of(precision.labels))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        sizes = (self.height, self.width, self.channels, self.out_height, self.out_width, self.kernels)
        moves = (self.strides, self.x_stride, self.y_stride, self.x_dilation, self.y_dilation)
        return *sizes, self.rows, self.columns, *moves, *self.pads.values(), self.padded, self.pad_value

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Padding."""
        return (
            cross(self.padded, self.pad_value),
            cross(self._precision, self.pad_value, absent=lambda name, label: not is_value_of(name, label)),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a layer; strides and dilations where they change what is computed."""
        kernel, pad = conv.kernel, conv.padding
        values: dict[str, Value] = {
            self.height.name: conv.input.height,
            self.width.name: conv.input.width,
            self.channels.name: conv.input.channels,
            self.out_height.name: conv.output.height,
            self.out_width.name: conv.output.width,
            self.kernels.name: conv.weights.kernels,
            self.rows.name: kernel.height,
            self.columns.name: kernel.width,
        }
        values[self.strides.name] = _strides(
            *(
                stride if size > 1 else 1
                for stride, size in ((kernel.stride_x, conv.output.width), (kernel.stride_y, conv.output.height))
            )
        )
        values |= {self.pads[side].name: getattr(pad, side) for side in SIDES}
        for point, value, counts in (
            (self.x_stride, kernel.stride_x, conv.output.width > 1),
            (self.y_stride, kernel.stride_y, conv.output.height > 1),
            (self.x_dilation, kernel.dilation_x, kernel.width > 1),
            (self.y_dilation, kernel.dilation_y, kernel.height > 1),
        ):
            if counts:
                values[point.name] = value
        return values

    def padding(self, conv: Conv) -> list[Mapping[str, Value]]:
        """The values of each padded side."""
        sides = [side for side in SIDES if getattr(conv.padding, side)]
        if not sides:
            return []
        value = value_class(conv.padding.value, conv.precision)
        places = [(self._precision.name, conv.precision), *((self.padded.name, side) for side in sides)]
        return [{name: where, self.pad_value.name: value} for name, where in places]


def _strides(across: int, down: int) -> str:
    if across == down:
        return "of one" if across == 1 else "the same"
    if 1 in (across, down):
        return "in x" if down == 1 else "in y"
    return "of two sizes"
