"""Points of how layers follow each other: the group, and whether the other one runs when a layer starts."""

from __future__ import annotations

from models.layer import Layer
from models.nvdla.blocks.ping_pong import GROUPS
from tb.coverage.bins import Value, each, names
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.state import DeviceState, other

IDLE, RUNS = "idle", "other group runs"


class MeanwhilePoints:
    """The points.

    Args:
        unit: whose layers they are.
        state: which groups run.
    """

    def __init__(self, unit: str, state: DeviceState) -> None:
        self._unit, self._state = unit, state
        self.group, self.meanwhile = Point("group", each(GROUPS)), Point("when it starts", names(IDLE, RUNS))

    @property
    def points(self) -> tuple[Point, ...]:
        """Both."""
        return self.group, self.meanwhile

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Each group in each situation."""
        return (cross(self.group, self.meanwhile),)

    def values(self, layer: Layer) -> dict[str, Value]:
        """The values of a layer that starts."""
        runs = other(layer.group) in self._state.running(self._unit)
        return {self.group.name: layer.group, self.meanwhile.name: RUNS if runs else IDLE}
