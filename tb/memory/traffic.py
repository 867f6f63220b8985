"""Observed memory traffic as arrays: the one form in which every responder reports what happened on a port."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

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


@dataclass(frozen=True, slots=True)
class Traffic:
    """A batch of transfers of one port, in the order in which they happened.

    Attributes:
        port: the port's name.
        transfers: structured array [n] of `traffic_dtype`.
    """

    port: str
    transfers: NDArray[np.void]

    def of_kind(self, kind: TrafficKind) -> NDArray[np.void]:
        """The transfers of one kind, in order."""
        chosen: NDArray[np.void] = self.transfers[self.transfers["kind"] == kind]
        return chosen
