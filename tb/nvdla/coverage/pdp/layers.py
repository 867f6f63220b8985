"""PDP's layers: how they work, sizes, where they write, what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import attrgetter

from models.layer import Layer
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
from tb.coverage.bins import Ranges, flag, names, octaves
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.layers import (
    GROUPS_BY_TURN,
    RESULTS,
    LayerSampler,
    cell_point,
    counted,
    descriptor_points,
    turn_points,
)
from tb.nvdla.coverage.pdp.windows import WINDOW_CROSSES, window_points
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, side_crosses

SINGLE_SIZES = 2
BEATS = ("whole", "in part")
FLOATS = ("NaN flushed", "outputs are NaN")
"""What there is of FP16 alone."""


class PdpSampler(LayerSampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        sizes = _sizes(device)
        super().__init__(Covergroup(UNIT.lower(), _points(device, sizes), _crosses(device, sizes)), device, Pdp)

    def finished(self, layer: Layer) -> None:
        """Count a layer that is through, if it is known what it has counted."""
        if _nan(layer) is not None:
            super().finished(layer)


def _points(device: DeviceState, sizes: Mapping[str, Ranges]) -> Iterator[Coverpoint]:
    config = device.config
    aspects = remembered(lambda pdp: aspects_of_pdp(pdp, config))
    yield from descriptor_points(
        [
            Coverpoint("precision", names(*config.precisions), lambda pdp: pdp.precision),
            Coverpoint("method", names(*METHODS), lambda pdp: pdp.method),
            Coverpoint("mode", names(*WORKING_MODES), mode_of_pdp, ("", RESULTS)),
            cell_point(pdp_cells(config), aspects),
            *(Coverpoint(name, bins, attrgetter(name.replace("output ", "out_"))) for name, bins in sizes.items()),
            *window_points(device, aspects),
            *points_of(lambda pdp: pdp.layout(config), cube_points("output", config)),
        ]
    )
    if (atoms := _beat_atoms(config)) > 1:
        yield from descriptor_points([Coverpoint("last beat of a line", names(*BEATS), partial(_beat, atoms))])
    if "FP16" in config.precisions:
        yield from descriptor_points([Coverpoint(FLOATS[0], flag(), _flushed)])
        yield Coverpoint(FLOATS[1], flag(), _nan, RESULTS)
    yield from turn_points(device)


def _crosses(device: DeviceState, sizes: Mapping[str, Ranges]) -> Iterator[CrossOf]:
    config = device.config
    yield cross("mode", "method", "precision")
    for name, bins in sizes.items():
        yield cross("mode", name, ignore_bins=_impossible(name, bins, device))
    yield cross("mode", "parts of the line buffer")
    yield from WINDOW_CROSSES
    yield from side_crosses("output", config)
    if _beat_atoms(config) > 1:
        yield cross("mode", "last beat of a line")
    if "FP16" in config.precisions:
        yield from (cross("mode", name) for name in FLOATS)
    yield GROUPS_BY_TURN


def _beat(atoms: int, pdp: Pdp) -> str:
    return BEATS[any(columns % atoms for columns in pdp.columns)]


def _flushed(pdp: Pdp) -> int | None:
    return pdp.nan_to_zero if pdp.precision == "FP16" else None


def _nan(layer: Layer) -> int | None:
    assert isinstance(layer.descriptor, Pdp)
    return counted(UNIT, NAN_OUTPUT)(layer) if layer.descriptor.precision == "FP16" else None


def _sizes(device: DeviceState) -> dict[str, Ranges]:
    block = device.registers.PDP
    fields = {
        "width": block.D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH,
        "height": block.D_DATA_CUBE_IN_HEIGHT.CUBE_IN_HEIGHT,
        "channels": block.D_DATA_CUBE_IN_CHANNEL.CUBE_IN_CHANNEL,
        "output width": block.D_DATA_CUBE_OUT_WIDTH.CUBE_OUT_WIDTH,
        "output height": block.D_DATA_CUBE_OUT_HEIGHT.CUBE_OUT_HEIGHT,
    }
    return {name: octaves(SINGLE_SIZES, field.limit + 1) for name, field in fields.items()}


def _beat_atoms(config: HwConfig) -> int:
    return max(port.data_bytes for port in config.ports.values()) // config.atom_bytes


def _impossible(name: str, bins: Ranges, device: DeviceState) -> Callable[[str, str], bool]:
    """Says of a size whether it is too large for a mode, or too small: two strips have two columns at least."""
    columns = BANKS * device.config.pdp_bank_atoms
    strip = device.registers.PDP.D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN_FIRST.limit + 1
    reach = (columns - 1) * STRIDE_AT_MOST + KERNEL_AT_MOST
    mosts = {
        "width": {FLYING: reach, WHOLE: reach, SPLIT_IN_TWO: 2 * min(strip, reach)},
        "output width": {FLYING: columns, WHOLE: columns, SPLIT_IN_TWO: 2 * columns},
    }.get(name, {})
    leasts = {mode: max(1, number) for number, mode in enumerate(WORKING_MODES)} if "width" in name else {}

    def impossible(mode: str, label: str) -> bool:
        at = bins.labels.index(label)
        return bins.lows[at] > mosts.get(mode, bins.lows[at]) or bins.highs[at] < leasts.get(mode, 1)

    return impossible
