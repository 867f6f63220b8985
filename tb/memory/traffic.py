"""Observed memory traffic as arrays: the one form in which every responder reports what happened on a port."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


class TrafficKind(IntEnum):
    """What an observed transfer was."""

    WRITE = 0  # a write data beat, with the address and id of its request
    RESPONSE = 1  # a write response
    READ_REQUEST = 2
    READ = 3  # a read data beat, with the address of its request


def traffic_dtype(data_bytes: int) -> np.dtype[np.void]:
    """One observed transfer on a port whose data beats have `data_bytes` bytes.

    Fields: `time_ps`, `kind` (TrafficKind), `axi_id`, `beats` (length of the burst), `last` (last beat of its burst),
    `address` (of this beat, aligned to the beat, or of the request as it stood on the pins), `strobe` (bool a byte; all
    true for read data, none for responses and read requests), `data`.
    """
    return np.dtype(
        [
            ("time_ps", np.uint64),
            ("kind", np.uint8),
            ("axi_id", np.uint16),
            ("beats", np.uint16),
            ("last", np.bool_),
            ("address", np.uint64),
            ("strobe", np.bool_, (data_bytes,)),
            ("data", np.uint8, (data_bytes,)),
        ]
    )


class Traffic:
    """A batch of transfers of one port, in the order in which they happened.

    Attributes:
        port: the port's name.
    """

    def __init__(self, port: str, transfers: NDArray[np.void]) -> None:
        self.port = port
        self._transfers = transfers

    @property
    def transfers(self) -> NDArray[np.void]:
        """Structured array [n] of `traffic_dtype`."""
        return self._transfers

    def __len__(self) -> int:
        return len(self._transfers)

    def of_kind(self, kind: TrafficKind) -> NDArray[np.void]:
        """The transfers of one kind, in order."""
        chosen: NDArray[np.void] = self._transfers[self._transfers["kind"] == kind]
        return chosen


class TrafficByKind(Traffic):
    """A batch that comes kind by kind: most who look at it want one kind only, and bytes are moved once less.

    Args:
        port: the port's name.
        kinds: the transfers of each kind, in order; of one time, those of an earlier kind happened first.
    """

    def __init__(self, port: str, kinds: Mapping[TrafficKind, NDArray[np.void]]) -> None:
        self.port = port
        self._kinds = kinds

    @cached_property
    def transfers(self) -> NDArray[np.void]:
        """Structured array [n] of `traffic_dtype`, in the order in which they happened."""
        transfers = np.concatenate(list(self._kinds.values()))
        ordered: NDArray[np.void] = transfers[np.argsort(transfers["time_ps"], kind="stable")]
        return ordered

    def __len__(self) -> int:
        return sum(map(len, self._kinds.values()))

    def of_kind(self, kind: TrafficKind) -> NDArray[np.void]:
        """The transfers of one kind, in order."""
        return self._kinds[kind]
