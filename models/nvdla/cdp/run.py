"""What comes of a CDP layer: from what was read to what is written and counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched
from models.nvdla.cdp.descriptor import UNIT, Cdp
from models.nvdla.cdp.normalise import Normalised, Normaliser
from models.nvdla.cdp.way import CdpWay
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import Tables
from models.nvdla.lut.counts import ExclusiveCounts
from models.nvdla.numbers.floats import half_is_nan
from models.registers import WORD_BYTES

Status = tuple[str, str]
INPUT_COUNTS = ("D_NAN_INPUT_NUM", "D_INF_INPUT_NUM")
SATURATED, NAN_OUTPUT, HYBRID = "D_OUT_SATURATION", "D_NAN_OUTPUT_NUM", "D_PERF_LUT_HYBRID"
LUT_COUNTS = {
    "D_PERF_LUT_UFLOW": "underflow",
    "D_PERF_LUT_OFLOW": "overflow",
    "D_PERF_LUT_LE_HIT": "le_hit",
    "D_PERF_LUT_LO_HIT": "lo_hit",
    HYBRID: "hybrid",
}
"""Registers, and what they count of values that are looked up."""
MOST = (1 << 8 * WORD_BYTES) - 1
STEP_BYTES = 8
"""Of an atom, what the part takes in a step."""
CHUNK = 1 << 15
"""Elements that are computed at a time, about."""
TYPES = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}


@dataclass(frozen=True, slots=True)
class CdpState:
    """What layers leave behind for the counts of later ones.

    Attributes:
        saturated: the output convertor still shows a saturated element, which counts in each cycle.
        nan: something in the write queues looks like a NaN, or nobody knows.
    """

    saturated: bool = False
    nan: bool = False


class CdpRun:
    """One layer.

    Args:
        cdp: its descriptor.
        config: the hardware configuration.
        tables: look-up tables as they were when it claimed.
        state: what earlier layers have left.
    """

    def __init__(self, cdp: Cdp, config: HwConfig, tables: Tables, state: CdpState) -> None:
        self._cdp, self._config, self._state = cdp, config, state
        self._normaliser = Normaliser(
            precision=cdp.precision,
            lut=cdp.lut,
            tables=tables,
            local_size=cdp.local_size,
            nan_to_zero=cdp.nan_to_zero,
            bypass_squares=cdp.bypass_squares,
            bypass_product=cdp.bypass_product,
            in_convertor=cdp.in_convertor,
            out_convertor=cdp.out_convertor,
        )

    def result(self, layer: Layer) -> Result:
        """What the layer comes to."""
        (fetched,) = (item for claim in layer.claims for item in claim.fetched)
        elements = self._elements(fetched)
        made = self._normalise(elements)
        known = self._known(fetched)
        if layer.lead.races or not self._cdp.settled:  # its tables were written while it waited for CDP_RDMA
            known = np.zeros(known.shape, np.bool_)
        whole = bool(known.all())
        writes = self._writes(made.codes, known)
        counts = {(UNIT, name): range(1) for name in INPUT_COUNTS}  # they are cleared before anybody sees them
        if whole:
            counts |= dict(self._counts_of_lut(made.counts))
            counts[UNIT, NAN_OUTPUT] = self._nan(made.codes, self._looks_nan(writes))
            counts[UNIT, SATURATED] = self._saturated(made.saturated)
        statuses = {name: allowed.start for name, allowed in counts.items() if len(allowed) == 1}
        bounded = {name: allowed for name, allowed in counts.items() if name not in statuses}
        state = CdpState(
            saturated=self._stays_saturated(made.saturated) if whole else self._cdp.precision != "FP16",
            nan=not whole or self._looks_nan(writes),
        )
        way = CdpWay(self._cdp, self._config, self._normaliser, elements, made.codes)
        return Result((writes,), last_write=0, statuses=statuses, bounded=bounded, state=state, way=way)

    def _elements(self, fetched: Fetched) -> NDArray[Any]:
        """All lanes of the input, [lanes, height, width]."""
        parts = self._cdp.reading.layout(self._config).unpack(fetched.data)
        return np.ascontiguousarray(parts).view(TYPES[self._cdp.precision])[..., 0]

    def _normalise(self, elements: NDArray[Any]) -> Normalised:
        """What comes of all elements, some pixels at a time."""
        lanes = len(elements)
        pixels = elements.reshape(lanes, -1)
        step = max(CHUNK // lanes, 1)
        made = [
            self._normaliser.apply(pixels[:, first : first + step], self._cdp.channels)
            for first in range(0, pixels.shape[1], step)
        ]
        return Normalised(
            np.concatenate([part.codes for part in made], axis=1).reshape(elements.shape),
            np.concatenate([part.saturated for part in made], axis=1).reshape(elements.shape),
            ExclusiveCounts.total([part.counts for part in made]),
        )

    def _known(self, fetched: Fetched) -> Flags:
        """Which elements of the output are known: those of whose neighbourhood all is."""
        flags = self._cdp.reading.layout(self._config).unpack(fetched.known)
        known: Flags = np.logical_and.reduce(flags, axis=-1)
        known[self._cdp.channels :] = True  # what fills up the last atom counts as 0
        if self._cdp.bypass_squares or known.all():
            return known
        around, reach = known.copy(), self._cdp.local_size // 2
        for distance in range(1, reach + 1):
            around[distance:] &= known[:-distance]
            around[:-distance] &= known[distance:]
        return around

    def _writes(self, codes: NDArray[Any], known: Flags) -> ExpectedWrites:
        layout, (where,) = self._cdp.layout(self._config), self._cdp.writes(self._config)
        data = layout.pack(codes[..., None].view(np.uint8), 0)
        return ExpectedWrites(where, data, layout.pack(np.repeat(known[..., None], codes.itemsize, axis=-1), False))

    def _counts_of_lut(self, counts: ExclusiveCounts) -> Iterator[tuple[Status, range]]:
        """Each value counts once, whatever the switch says; with each of 16 bits an idle counter counts a hybrid."""
        looked_up = sum(getattr(counts, what) for what in LUT_COUNTS.values())
        for name, what in LUT_COUNTS.items():
            count = getattr(counts, what)
            if name == HYBRID and self._cdp.precision != "INT8":
                count += looked_up
            yield (UNIT, name), range(count, count + 1)

    def _nan(self, codes: NDArray[Any], looks_nan: bool) -> range:
        """NaN of the output but for those of the last beat; half a beat counts what is left in the other half."""
        if self._cdp.precision != "FP16":
            return range(1)
        nan = half_is_nan(codes)
        beat = max(self._config.port(self._cdp.destination.ram).data_bytes // self._config.atom_bytes, 1)
        first = (self._cdp.width - 1) // beat * beat
        last = nan[-(self._config.atom_bytes // codes.itemsize) :, -1, first:]
        count = int(np.count_nonzero(nan)) - int(np.count_nonzero(last))
        halves = self._cdp.width % beat != 0 and (self._state.nan or looks_nan)
        return range(count, MOST + 1 if halves else count + 1)

    def _saturated(self, flags: Flags) -> range:
        """An integer that saturated counts in each cycle in which it is there, the last one until the next layer."""
        count = int(np.count_nonzero(flags))
        again = self._state.saturated or (count > 0 and self._cdp.precision != "FP16")
        return range(count, MOST + 1 if again else count + 1)

    def _stays_saturated(self, flags: Flags) -> bool:
        """Whether one of the elements that leave last saturated."""
        last = flags[-(STEP_BYTES // np.dtype(TYPES[self._cdp.precision]).itemsize) :, -1, -1]
        return self._cdp.precision != "FP16" and bool(last.any())

    def _looks_nan(self, writes: ExpectedWrites) -> bool:
        return bool(half_is_nan(np.ascontiguousarray(writes.data).view(np.uint16)).any())
