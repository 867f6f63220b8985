"""What CDP counts of a layer, and what is left of it for the counts of later ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import ExpectedWrites
from models.nvdla.cdp.descriptor import UNIT, Cdp
from models.nvdla.cdp.normalise import Normalised
from models.nvdla.config import HwConfig
from models.nvdla.lut.counts import ExclusiveCounts
from models.nvdla.numbers.floats import half_is_infinity, half_is_nan, looks_like_nan
from models.registers import WORD_BYTES

Status = tuple[str, str]
INPUT_COUNTS = ("D_NAN_INPUT_NUM", "D_INF_INPUT_NUM")
SATURATED, NAN_OUTPUT = "D_OUT_SATURATION", "D_NAN_OUTPUT_NUM"
LUT_COUNTS = {
    "D_PERF_LUT_UFLOW": "underflow",
    "D_PERF_LUT_OFLOW": "overflow",
    "D_PERF_LUT_LE_HIT": "le_hit",
    "D_PERF_LUT_LO_HIT": "lo_hit",
    "D_PERF_LUT_HYBRID": "hybrid",
}
"""Registers, and what they count of values that are looked up."""
MOST = (1 << 8 * WORD_BYTES) - 1
STEP_BYTES = 8
"""Of an atom, what the part takes in a step."""
IDLE_LANES = 4
"""Every other one of a step of INT8; one of 16-bit elements has none for them."""
HYBRIDS = ExclusiveCounts(underflow=0, overflow=0, le_hit=0, lo_hit=0, hybrid=IDLE_LANES)
TYPES = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}


@dataclass(frozen=True, slots=True)
class CdpState:
    """What layers leave behind for the counts of later ones.

    Attributes:
        saturated: the output convertor still shows a saturated element, which counts in each cycle.
        nan: what stands in the empty half of a beat may look like a NaN; a reset leaves there what nobody knows then.
        nan_output: NaN of the last layer's output, which the next layer shows.
        idle: what every other element of the last step of INT8 was; None: nobody knows.
    """

    saturated: bool = False
    nan: bool = True
    nan_output: range = range(1)
    idle: ExclusiveCounts | None = HYBRIDS


@dataclass(frozen=True, slots=True)
class CdpCounts:
    """The counts of one layer.

    Attributes:
        cdp: its descriptor.
        config: the hardware configuration.
        state: what earlier layers have left.
    """

    cdp: Cdp
    config: HwConfig
    state: CdpState

    def allowed(self, made: Normalised, read: NDArray[Any] | None, *, whole: bool) -> dict[Status, range]:
        """What each register may show; one that is not named may show anything.

        Args:
            made: the output.
            read: the input, all lanes of it; None: it is not known.
            whole: all of the output is known.
        """
        counts: dict[str, range] = {}
        if self.cdp.precision != "FP16" or "cdp-nan-input" in self.config.errata:
            counts |= {name: range(1) for name in INPUT_COUNTS}  # they are cleared before anybody sees them
        elif read is not None:
            counts |= dict(self._inputs(read))
        if "cdp-nan-output" in self.config.errata:
            counts[NAN_OUTPUT] = self.state.nan_output
        elif whole:
            counts[NAN_OUTPUT] = self._all(half_is_nan(made.codes))
        if whole:
            counts |= dict(self._look_ups(made.counts))
        if "cdp-saturation-zero" in self.config.errata:
            counts[SATURATED] = range(1)
        elif whole:
            counts[SATURATED] = self._saturated(made.saturated)
        return {(UNIT, name): values for name, values in counts.items()}

    def left(self, made: Normalised, idle: ExclusiveCounts | None, writes: ExpectedWrites, *, whole: bool) -> CdpState:
        """What it leaves; as `allowed`, with `CdpState.idle`, and what is written."""
        if not whole:
            return CdpState(saturated=self.cdp.precision != "FP16", nan=True, nan_output=range(MOST + 1), idle=idle)
        stays = self.state.nan and self.cdp.width < self._beat_atoms  # a full beat replaces it
        looks_nan = looks_like_nan(writes.data) or stays
        return CdpState(
            saturated=self._stays_saturated(made.saturated),
            nan=looks_nan,
            nan_output=self._nan(made.codes, looks_nan=looks_nan),
            idle=idle,
        )

    def _look_ups(self, counts: ExclusiveCounts) -> Iterator[tuple[str, range]]:
        """Each value counts once, whatever the switch says; counters that are idle in a layer of 16 bits count too.

        With FP16 they count hybrids, with INT16 in each step what the last layer of INT8 has left.
        """
        steps = sum(getattr(counts, what) for what in LUT_COUNTS.values()) // IDLE_LANES
        idle = HYBRIDS if self.cdp.precision == "FP16" else self.state.idle
        for name, what in LUT_COUNTS.items():
            count = getattr(counts, what)
            if self.cdp.precision == "INT8" or "cdp-look-ups-twice" not in self.config.errata:
                yield name, range(count, count + 1)
            elif idle is None:
                yield name, range(count, count + steps * IDLE_LANES + 1)
            else:
                count += steps * getattr(idle, what)
                yield name, range(count, count + 1)

    def _inputs(self, read: NDArray[Any]) -> Iterator[tuple[str, range]]:
        """What documents say is counted of the input."""
        for name, which in zip(INPUT_COUNTS, (half_is_nan, half_is_infinity), strict=True):
            yield name, self._all(which(read))

    def _all(self, flags: Flags) -> range:
        """A count of elements; whether it has those too that fill up the last atom, no document says."""
        if self.cdp.precision != "FP16":
            return range(1)
        return range(int(np.count_nonzero(flags[: self.cdp.channels])), int(np.count_nonzero(flags)) + 1)

    def _nan(self, codes: NDArray[Any], *, looks_nan: bool) -> range:
        """NaN of the output but for those of the last beat; half a beat counts what is left in the other half."""
        if self.cdp.precision != "FP16":
            return range(1)
        nan = half_is_nan(codes)
        beat = self._beat_atoms
        first = (self.cdp.width - 1) // beat * beat
        last = nan[-(self.config.atom_bytes // codes.itemsize) :, -1, first:]
        count = int(np.count_nonzero(nan)) - int(np.count_nonzero(last))
        halves = self.cdp.width % beat != 0 and looks_nan
        return range(count, MOST + 1 if halves else count + 1)

    @property
    def _beat_atoms(self) -> int:
        return max(self.config.port(self.cdp.destination.ram).data_bytes // self.config.atom_bytes, 1)

    def _saturated(self, flags: Flags) -> range:
        """An integer that saturated counts in each cycle in which it is there, the last one until the next layer."""
        count = int(np.count_nonzero(flags))
        again = self.state.saturated or (count > 0 and self.cdp.precision != "FP16")
        again = again and "cdp-saturation-again" in self.config.errata
        return range(count, MOST + 1 if again else count + 1)

    def _stays_saturated(self, flags: Flags) -> bool:
        """Whether one of the elements that leave last saturated."""
        last = flags[-(STEP_BYTES // np.dtype(TYPES[self.cdp.precision]).itemsize) :, -1, -1]
        return self.cdp.precision != "FP16" and bool(last.any())
