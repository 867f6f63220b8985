"""Where a convolution stands among others: its input, its groups, what runs when it starts."""

from __future__ import annotations

from models.layer import Layer
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.nvdla.conv.stage import ConvStage
from tb.coverage.bins import Names, Value, each, names
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.state import DeviceState, other
from tb.nvdla.coverage.writers import Writers, writers


class FlowPoints:
    """The points of a convolution among other layers.

    Args:
        config: the hardware configuration.
        state: of the device.
    """

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._state = state
        self.source = Point("input comes from", Names(writers(config)))
        self.group, self.meanwhile = (
            Point("group", each(GROUPS)),
            Point("when it starts", names("idle", "other group runs")),
        )
        self.claimed = Point("when CDMA claims", names("idle", "a convolution is in flight"))
        self.sdp_group = Point("group of SDP", names("the same", "the other one"))
        self.fetched = Point("fetched first", names("data", "weights"))
        self._writers = Writers()

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.source, self.group, self.meanwhile, self.claimed, self.sdp_group, self.fetched

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Groups."""
        return cross(self.group, self.meanwhile), cross(self.group, self.sdp_group)

    def forget(self) -> None:
        """The device was reset: layers may have written in part."""
        self._writers.forget()

    def wrote(self, layer: Layer) -> None:
        """A layer is through."""
        self._writers.wrote(layer)

    def of_claim(self) -> dict[str, Value]:
        """The values of CDMA's claim."""
        flying = self._state.in_flight(ConvStage.name) > 0
        return {self.claimed.name: "a convolution is in flight" if flying else "idle"}

    def values(self, layer: Layer) -> dict[str, Value]:
        """The values of a layer that starts."""
        data = next(claim.fetched[0] for claim in layer.claims if claim.block == "CDMA")
        running = self._state.running(ConvStage.name)
        return {
            self.group.name: layer.group,
            self.meanwhile.name: "other group runs" if other(layer.group) in running else "idle",
            self.source.name: self._writers.stage_of(data),
        }

    def with_sdp(self, conv: Layer, sdp: Layer) -> dict[str, Value]:
        """The values of a layer and of the SDP layer that it feeds."""
        return {
            self.group.name: conv.group,
            self.sdp_group.name: "the same" if conv.group == sdp.group else "the other one",
        }
