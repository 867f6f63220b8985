"""What the pins of a design showed since its reset, for what is held against the taps behind them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

import numpy as np

from models.events import DeviceEvent, InterruptEdge, RegisterAccess
from models.memory.ports import MemoryPort
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers


@dataclass(slots=True)
class Seen:
    """The pins since a reset.

    Attributes:
        accesses: register accesses; a read stands where its answer came.
        edges: of the interrupt pin.
        traffic: of the memory ports, batch by batch.
    """

    accesses: list[RegisterAccess] = field(default_factory=list)
    edges: list[InterruptEdge] = field(default_factory=list)
    traffic: list[Traffic] = field(default_factory=list)

    def notify(self, event: DeviceEvent | Traffic) -> None:
        """Something happened."""
        if isinstance(event, RegisterAccess):
            self.accesses.append(event)
        elif isinstance(event, InterruptEdge):
            self.edges.append(event)
        elif isinstance(event, Traffic):
            kinds = {kind: some[np.ones(len(some), np.bool_)] for kind, some in event.kinds.items()}  # it may be a view
            self.traffic.append(replace(event, kinds=kinds))

    def transfers(self, port: MemoryPort, kind: TrafficKind, axi_id: int) -> Transfers:
        """Those of a port that have an id."""
        none = np.zeros(0, np.uint64)
        parts = [Transfers.without_bytes(none, none, none, none, port.data_bytes)]
        parts += [batch.kinds[kind] for batch in self.traffic if batch.port == port.name]
        parts = [part[part.axi_ids == axi_id] for part in parts]
        columns = (np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Transfers))
        return Transfers(*columns)
