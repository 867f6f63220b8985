"""Observed memory traffic as arrays: the one form in which every responder reports what happened on a port."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tb.memory.transfers import TrafficKind, Transfers, traffic_dtype

__all__ = ["Traffic", "TrafficByKind", "TrafficKind", "traffic_dtype"]


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
        """The transfers of one kind, in order: structured array [n] of `traffic_dtype`."""
        chosen: NDArray[np.void] = self.transfers[self.transfers["kind"] == kind]
        return chosen

    def columns(self, kind: TrafficKind) -> Transfers:
        """The transfers of one kind, in order, as columns."""
        return Transfers.of_rows(self.of_kind(kind))


class TrafficByKind(Traffic):
    """A batch that comes kind by kind, in columns: bytes move only for who wants whole transfers.

    Args:
        port: the port's name.
        kinds: the transfers of each kind, in order; of one time, those of an earlier kind happened first.
    """

    def __init__(self, port: str, kinds: Mapping[TrafficKind, Transfers]) -> None:
        self.port = port
        self._kinds = kinds

    @cached_property
    def transfers(self) -> NDArray[np.void]:
        """Structured array [n] of `traffic_dtype`, in the order in which they happened."""
        transfers = np.concatenate([columns.rows(kind) for kind, columns in self._kinds.items()])
        ordered: NDArray[np.void] = transfers[np.argsort(transfers["time_ps"], kind="stable")]
        return ordered

    def __len__(self) -> int:
        return sum(map(len, self._kinds.values()))

    def columns(self, kind: TrafficKind) -> Transfers:
        """The transfers of one kind, in order, as columns."""
        return self._kinds[kind]
