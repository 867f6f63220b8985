"""What is looked at of PDP's layers: how they work, sizes, windows, where they write, what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.layer import Layer
from models.nvdla.cells import holding, legal
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import (
    FLYING,
    SPLIT_IN_TWO,
    STRIDE_AT_MOST,
    WHOLE,
    WORKING_MODES,
    aspects_of_pdp,
    mode_of_pdp,
)
from models.nvdla.pdp.cells import pdp_cells
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.pdp.pooling.line_buffer import BANKS
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST
from models.nvdla.pdp.registers import UNIT
from models.nvdla.pdp.run import NAN_OUTPUT
from tb.coverage.bins import Names, Ranges, Value, flag, names, octaves
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.meanwhile import MeanwhilePoints
from tb.nvdla.coverage.pdp.windows import WindowPoints
from tb.nvdla.coverage.state import DeviceState

SINGLE_SIZES = 2
BEATS = ("whole", "in part")


class PdpPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.PDP
        self.precision, self.method = Point("precision", Names(config.precisions)), Point("method", Names(METHODS))
        self.mode = Point("mode", Names(WORKING_MODES))
        self.cell = Point("cell", Names(tuple(cell.name for cell in legal(pdp_cells(config)))))
        fields = {
            "width": block.D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH,
            "height": block.D_DATA_CUBE_IN_HEIGHT.CUBE_IN_HEIGHT,
            "channels": block.D_DATA_CUBE_IN_CHANNEL.CUBE_IN_CHANNEL,
            "out_width": block.D_DATA_CUBE_OUT_WIDTH.CUBE_OUT_WIDTH,
            "out_height": block.D_DATA_CUBE_OUT_HEIGHT.CUBE_OUT_HEIGHT,
        }
        self.sizes = {name: Point(_said(name), octaves(SINGLE_SIZES, item.limit + 1)) for name, item in fields.items()}
        columns = BANKS * config.pdp_bank_atoms
        strip = block.D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN_FIRST.limit + 1
        reach = (columns - 1) * STRIDE_AT_MOST + KERNEL_AT_MOST
        self._most = {
            "width": {FLYING: reach, WHOLE: reach, SPLIT_IN_TWO: 2 * min(strip, reach)},
            "out_width": {FLYING: columns, WHOLE: columns, SPLIT_IN_TWO: 2 * columns},
        }
        self.windows, self.output = WindowPoints(config, state), CubePoints("output", config)
        beat_bytes = max(port.data_bytes for port in config.ports.values())
        self._beat_atoms = beat_bytes // config.atom_bytes
        self.beat = [Point("last beat of a line", names(*BEATS))] if self._beat_atoms > 1 else []
        self.flushed, self.nan = Point("NaN flushed", flag()), Point("outputs are NaN", flag())
        self._floats = (self.flushed, self.nan) if "FP16" in config.precisions else ()
        self.follows = MeanwhilePoints(UNIT, state)

    def of_group(self) -> Group:
        """All of them."""
        kinds = (self.precision, self.method, self.mode, self.cell)
        places = (*self.output.points, *self.beat, *self._floats, *self.follows.points)
        points = (*kinds, *self.sizes.values(), *self.windows.points, *places)
        return Group(UNIT.lower(), points, tuple(self._crosses()))

    def _crosses(self) -> Iterator[Cross]:
        yield cross(self.mode, self.method, self.precision)
        for name, point in self.sizes.items():
            yield cross(self.mode, point, absent=self._impossible(name, point))
        yield cross(self.mode, self.windows.lines)
        yield from self.windows.crosses
        yield from self.output.crosses
        yield from (cross(self.mode, point) for point in (*self.beat, *self._floats))
        yield from self.follows.crosses

    def _impossible(self, name: str, point: Point) -> Callable[[str, str], bool]:
        """Says of a size whether it is too large for a mode, or too small: two strips have two columns at least."""
        assert isinstance(point.bins, Ranges)
        lows = dict(zip(point.labels, point.bins.lows, strict=True))
        highs = dict(zip(point.labels, point.bins.highs, strict=True))
        least = {mode: max(1, number) for number, mode in enumerate(WORKING_MODES)} if "width" in name else {}

        def impossible(mode: str, label: str) -> bool:
            most = self._most.get(name, {}).get(mode)
            return (most is not None and lows[label] > most) or highs[label] < least.get(mode, 1)

        return impossible

    def values(self, pdp: Pdp, layer: Layer, config: HwConfig) -> dict[str, Value]:
        """The values of a layer that starts."""
        values: dict[str, Value] = {
            self.precision.name: pdp.precision,
            self.method.name: pdp.method,
            self.mode.name: mode_of_pdp(pdp),
            **{point.name: getattr(pdp, name) for name, point in self.sizes.items()},
        }
        if pdp.precision == "FP16" and self._floats:
            values[self.flushed.name] = int(pdp.nan_to_zero)
        odd = any(columns % self._beat_atoms for columns in pdp.columns)
        values |= {point.name: BEATS[odd] for point in self.beat}
        values |= self.windows.values(pdp, config) | self.output.of_cube(pdp.layout(config))
        return values | self.follows.values(layer)

    def cells(self, pdp: Pdp, config: HwConfig) -> Iterator[dict[str, Value]]:
        """Each cell that a layer is in."""
        return ({self.cell.name: cell.name} for cell in holding(pdp_cells(config), aspects_of_pdp(pdp, config)))

    def results(self, pdp: Pdp, layer: Layer) -> dict[str, Value]:
        """The values of what a layer that is through has counted."""
        if pdp.precision != "FP16" or not self._floats:
            return {}
        where = UNIT, NAN_OUTPUT
        count = layer.statuses.get(where)
        if count is None and where in layer.bounded:
            count = layer.bounded[where].start
        return {} if count is None else {self.mode.name: mode_of_pdp(pdp), self.nan.name: int(count > 0)}


def _said(name: str) -> str:
    return name.replace("out_", "output ")
