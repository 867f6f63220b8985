"""What comes of a PDP layer: from what was handed on or read to what is written and counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, every
from models.layer import Layer, Result
from models.memory.footprint import ExpectedWrites
from models.nvdla.config import HwConfig
from models.nvdla.numbers.floats import half_is_infinity, half_is_nan, half_nan_to_zero, looks_like_nan
from models.nvdla.pdp.derivation import PdpDerivation
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pool import pooled, window_of
from models.nvdla.pdp.pooling.fold import all_known
from models.nvdla.pdp.pooling.nan_count import counted, nan_in_atoms
from models.nvdla.pdp.reading import strip_label
from models.nvdla.pdp.registers import UNIT

Status = tuple[str, str]
NAN_OUTPUT = "D_NAN_OUTPUT_NUM"
INPUT_COUNTS = ("D_INF_INPUT_NUM", "D_NAN_INPUT_NUM")
"""They show 0: the part clears them with each beat of the last line."""
KINDS = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}


@dataclass(frozen=True, slots=True)
class Written:
    """What stays of the layers before; a reset leaves it in the part, and nobody knows it then.

    Attributes:
        clean: what the write buffer's other half still shows could not be taken for a NaN.
    """

    clean: bool = False


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements and which are known, [channels, lines, columns]."""

    values: NDArray[Any]
    known: Flags


class PdpRun:
    """One layer.

    Args:
        pdp: its descriptor.
        config: the hardware configuration.
        written: what stays of the layers before it.
    """

    def __init__(self, pdp: Pdp, config: HwConfig, written: Written) -> None:
        self._pdp, self._config, self._written = pdp, config, written

    def result(self, layer: Layer) -> Result:
        """What the layer comes to."""
        cut = self._pdp.cut
        strips = list(zip(cut, self._inputs(layer), strict=True))
        values = [(strip, item.values) for strip, item in strips]
        codes = pooled(self._pdp, values)
        known = np.concatenate(
            [all_known(item.known, 2, window_of(self._pdp, strip), strip.outputs) for strip, item in strips], axis=2
        )
        known = all_known(known, 1, self._pdp.y, self._pdp.out_height)
        written = self._written.clean or self._pdp.columns[0] >= self._beat_atoms  # the first full beat replaces it
        clean = every(known) and not looks_like_nan(codes.transpose(1, 2, 0))
        zeros = self._pdp.precision != "FP16" or "pdp-nan-input" in self._config.errata
        statuses: dict[Status, int] = {(UNIT, name): 0 for name in INPUT_COUNTS} if zeros else {}
        bounded = dict(self._nan(codes, clean=clean and written)) if every(known) else {}
        bounded |= {} if zeros else dict(self._nan_of_inputs(layer))
        (where,) = self._pdp.writes(self._config)
        layout = self._pdp.layout(self._config)
        writes = ExpectedWrites(
            where,
            layout.pack(np.ascontiguousarray(codes)[..., None].view(np.uint8), 0),
            layout.pack(np.repeat(known[..., None], codes.itemsize, axis=-1), False),
        )
        derivation = PdpDerivation(self._pdp, self._config, values, codes, layer.feeder)
        left = Written(clean and (written or max(self._pdp.columns) >= self._beat_atoms))
        return Result((writes,), last_write=0, statuses=statuses, bounded=bounded, state=left, derivation=derivation)

    def _inputs(self, layer: Layer, *, flush: bool = True) -> Iterator[Elements]:
        """What comes in, strip by strip, all lanes of it; NaN as 0, where the layer wants that and `flush` does."""
        if layer.feeder is not None:
            assert layer.feeder.flow is not None
            flow = layer.feeder.flow
            yield Elements(flow.values[0], flow.known[0])
            return
        fetched = {item.where.label: item for claim in layer.claims for item in claim.fetched}
        for number, layout in enumerate(self._pdp.reading.layouts(self._config)):
            read = fetched[strip_label(number)]
            codes = np.ascontiguousarray(layout.unpack(read.data)).view(KINDS[self._pdp.precision])[..., 0]
            if flush and self._pdp.nan_to_zero and self._pdp.precision == "FP16":
                codes = half_nan_to_zero(codes)
            yield Elements(codes, np.logical_and.reduce(layout.unpack(read.known), axis=-1))

    def _nan_of_inputs(self, layer: Layer) -> Iterator[tuple[Status, range]]:
        """What documents say is counted of the input, where all of it is known and read once."""
        inputs = list(self._inputs(layer, flush=False))
        if self._pdp.strips.split or not all(every(item.known) for item in inputs):
            return
        (item,) = inputs
        for name, which in zip(INPUT_COUNTS, (half_is_infinity, half_is_nan), strict=True):
            flags = which(item.values)
            own = int(np.count_nonzero(flags[: self._pdp.channels]))
            yield (UNIT, name), range(own, int(np.count_nonzero(flags)) + 1)

    def _nan(self, codes: NDArray[Any], *, clean: bool) -> Iterator[tuple[Status, range]]:
        """What is counted of NaN in the output."""
        if self._pdp.precision != "FP16":
            yield (UNIT, NAN_OUTPUT), range(1)
            return
        lanes = self._pdp.reading.lanes(self._config)
        nan = nan_in_atoms(codes, lanes)
        if "pdp-nan-output" not in self._config.errata:
            own = int(np.count_nonzero(half_is_nan(codes[: self._pdp.channels])))
            yield (UNIT, NAN_OUTPUT), range(own, int(nan.sum()) + 1)  # with what fills up the last atom, or without
            return
        yield (UNIT, NAN_OUTPUT), counted(nan, self._pdp.columns, self._beat_atoms, lanes, clean=clean)

    @property
    def _beat_atoms(self) -> int:
        return max(port.data_bytes for port in self._config.ports.values()) // self._config.atom_bytes
