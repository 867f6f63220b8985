"""Whether every request and strobe in a piece of a log is as it should be, by whole arrays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tb.memory.axi import FIXED_BEATS, BurstKind, Response
from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.log.files import Records, column
from tb.memory.transfers import whole_strobe

_IDS = 1 << 16
_WORD_BITS = 64


class NotPlainError(Exception):
    """Something in a piece breaks a rule, or may: it has to be looked at transfer by transfer."""


class PlainRules:
    """The rules of single transfers. What breaks one is reported elsewhere, by `AxiChecks`.

    Args:
        config: the port and its rules.
    """

    def __init__(self, config: MemoryAgentConfig) -> None:
        self._port, self._granule = config.port, config.rules.strobe_granule_bytes
        self._write_ids, self._read_ids = (_table(ids) for ids in (config.rules.write_ids, config.rules.read_ids))

    def check(self, channels: Mapping[str, Records]) -> None:
        """Look at the logged transfers of all channels.

        Raises:
            NotPlainError: one breaks a rule, or may.
        """
        port = self._port
        self._check_requests(channels["aw"], port.write_align_bytes, self._write_ids, sized="awsize" in port.signals)
        align_bytes = port.read_align_bytes or port.data_bytes
        self._check_requests(channels["ar"], align_bytes, self._read_ids, sized="arsize" in port.signals)
        self._check_strobes(channels["w"]["strobe"])
        if not port.signals.reduced:
            for answers in (channels["b"], channels["r"]):
                if (answers["resp"] == Response.EXOKAY).any():
                    raise NotPlainError

    def _check_requests(self, records: Records, align_bytes: int, ids: NDArray[np.bool_], *, sized: bool) -> None:
        if not len(records):
            return
        size: np.uint64 | NDArray[np.uint64] = np.uint64(self._port.data_bytes)
        boundary = np.uint64(self._port.burst_boundary_bytes)
        addresses, length = column(records, "address"), records["length"].astype(np.uint64)
        wrong = length >= np.uint64(self._port.max_burst_beats)
        if not self._port.signals.reduced:
            wrong |= self._wrong_shapes(records, length)
            length[records["burst"] == BurstKind.FIXED] = 0
            if sized:
                size = np.uint64(1) << records["size"].astype(np.uint64)
        first = addresses // size * size
        wrong |= first // boundary != (first + length * size) // boundary
        wrong |= addresses // np.uint64(align_bytes) * np.uint64(align_bytes) != addresses  # faster than a remainder
        wrong |= ~ids[records["axi_id"]]
        if wrong.any():
            raise NotPlainError

    def _wrong_shapes(self, records: Records, length: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which requests are refused, exclusive, or FIXED and too long."""
        kinds = column(records, "burst")
        wrong: NDArray[np.bool_] = (kinds > BurstKind.INCR) | (records["lock"] != 0)
        wrong |= records["size"] > self._port.data_bytes.bit_length() - 1
        wrong |= (kinds == BurstKind.FIXED) & (length >= FIXED_BEATS)
        return wrong

    def _check_strobes(self, strobes: NDArray[np.uint64]) -> None:
        if self._granule is None or not len(strobes):
            return
        bits = self._port.data_bytes
        if bits > _WORD_BITS or _WORD_BITS % self._granule:
            raise NotPlainError
        words = strobes[:, 0]
        words = words[words != whole_strobe(bits)]  # the few that are not obviously right
        whole = np.uint64((1 << self._granule) - 1)
        wrong = words == 0
        for start in range(0, bits, self._granule):
            granule = words >> np.uint64(start) & whole
            wrong |= (granule != 0) & (granule != whole)
        if wrong.any():
            raise NotPlainError


def _table(ids: frozenset[int] | None) -> NDArray[np.bool_]:
    """Which of all ids are allowed."""
    table = np.full(_IDS, ids is None)
    table[list(ids or ())] = True
    return table
