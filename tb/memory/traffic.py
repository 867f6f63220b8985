"""Observed memory traffic: the one form in which every responder reports what happened on a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.memory.transfers import Transfers


class TrafficKind(IntEnum):
    """What an observed transfer was; of one time, those of an earlier kind in this list happened first."""

    RESPONSE = 0  # a write response
    READ = 1  # a read data beat, with the address of its request
    WRITE = 2  # a write data beat, with the address and id of its request
    READ_REQUEST = 3


@dataclass(frozen=True, slots=True)
class Traffic:
    """A batch of transfers of one port.

    Attributes:
        port: the port's name.
        kinds: the transfers of every kind, in the order in which they happened.
        waits: cycles that each transfer's valid waited for ready, by channel as on the pins, in their order.
    """

    port: str
    kinds: Mapping[TrafficKind, Transfers]
    waits: Mapping[str, NDArray[np.unsignedinteger[Any]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(map(len, self.kinds.values()))

    @property
    def is_empty(self) -> bool:
        """Whether nothing moved: no transfer of any kind, and no write request, which only `waits` has."""
        return not len(self) and not any(map(len, self.waits.values()))
