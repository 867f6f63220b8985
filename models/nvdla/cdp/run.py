"""What comes of a CDP layer: from what was read to what is written and counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched
from models.nvdla.cdp.counts import IDLE_LANES, STEP_BYTES, TYPES, CdpCounts, CdpState
from models.nvdla.cdp.derivation import CdpDerivation
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.normalise import Normalised, Normaliser
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import Tables
from models.nvdla.lut.counts import ExclusiveCounts

CHUNK = 1 << 15
"""Elements that are computed at a time, about."""


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
        counts = CdpCounts(self._cdp, self._config, self._state)
        allowed = counts.allowed(made, elements if bool(fetched.known.all()) else None, whole=whole)
        statuses = {name: values.start for name, values in allowed.items() if len(values) == 1}
        bounded = {name: values for name, values in allowed.items() if name not in statuses}
        state = counts.left(made, self._idle(elements, whole=whole), writes, whole=whole)
        derivation = CdpDerivation(self._cdp, self._config, self._normaliser, elements, made.codes)
        return Result((writes,), last_write=0, statuses=statuses, bounded=bounded, state=state, derivation=derivation)

    def _idle(self, elements: NDArray[Any], *, whole: bool) -> ExclusiveCounts | None:
        """What became of every other element of the last step of INT8, of this layer or of an earlier one."""
        if self._cdp.precision != "INT8":
            return self._state.idle
        if not whole:
            return None
        last = self._normaliser.worked(elements[:, -1, -1:], self._cdp.channels)
        return self._normaliser.look_up(last.sums[-STEP_BYTES + 1 :: STEP_BYTES // IDLE_LANES]).counts

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
