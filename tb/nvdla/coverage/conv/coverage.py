"""Convolutions: kinds, shapes, what they fetch, how they use the buffer, what numbers they make, which follow which."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.events import Claimed, Ended, Finished, Reset
from models.layer import Claim, End, EndKind, Layer
from models.nvdla.conv.aspects import KERNELS, PLAIN, aspects_of_conv
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import CUBE
from models.nvdla.conv.stage import ConvStage
from models.nvdla.groups import GROUPS, group_of
from models.nvdla.interrupts import done_bits
from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, remembered
from tb.coverage.sampler import Subscriptions
from tb.nvdla.coverage.conv.buffer import buffer_crosses, buffer_points
from tb.nvdla.coverage.conv.fetch import fetch_crosses, fetch_points
from tb.nvdla.coverage.conv.pieces import piece_crosses, piece_points
from tb.nvdla.coverage.conv.results import SaturationCount, result_crosses, result_points
from tb.nvdla.coverage.conv.sampler import DATA, FLUSHED, TAKEN, ConvSampler, conv_of, sdp_of
from tb.nvdla.coverage.conv.shape import PADDED, PADDED_SIDES, SHAPE_CROSSES, padded_sides, shape_points
from tb.nvdla.coverage.layers import (
    GROUPS_BY_TURN,
    RESULTS,
    SEEN,
    cell_point,
    descriptor_points,
    turn_points,
    writer_point,
)
from tb.nvdla.coverage.state import DeviceState

CLAIM, FETCHED = "claim", "fetched"
STRIDED, DILATED, MOVED_BY_PADDING = WAYS = ("strided", "dilated", "padded")
IMPOSSIBLE = {"point": {DILATED, MOVED_BY_PADDING}, "full": {STRIDED}}
"""Ways to move that kernels do not have: of one element, and as large as the input."""


class PlainConvSampler(ConvSampler):
    """Counts the group: of direct convolutions of one feature cube."""

    def __init__(self, device: DeviceState) -> None:
        self._saturation = SaturationCount(device.config)
        self._fetching: set[Claim] = set()
        group = Covergroup("conv", _points(device, self._saturation), _crosses(device))
        super().__init__(group, device, Conv, lambda layer: layer.descriptor.plain)

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers from their claims to their ends."""
        return {**super().subscriptions, Claimed: self._claimed, Ended: self._ended, Reset: self._reset}

    def started(self, layer: Layer) -> None:
        """Count a layer that starts."""
        self.sample(layer)
        if conv_of(layer).input.precision == "FP16":
            self.sample(layer, FLUSHED)
        if padded_sides(conv_of(layer)):
            self.sample(layer, PADDED)
            self.sample_each(layer, PADDED_SIDES)

    def finished(self, layer: Layer) -> None:
        """Count a layer that is through."""
        super().finished(layer)
        self.sample_each(layer, DATA)

    def _finished(self, event: Finished) -> None:
        super()._finished(event)
        if isinstance(event.layer.descriptor, Conv):
            self._saturation.ended(event.layer)

    def _reset(self, _: Reset) -> None:
        self._fetching.clear()
        self._saturation.forget()

    def _claimed(self, event: Claimed) -> None:
        if event.claim.block == "CDMA":
            self._fetching.add(event.claim)
            self.sample(event.claim, CLAIM)

    def _ended(self, event: Ended) -> None:
        if event.end.kind is EndKind.RAISE and event.end.claim in self._fetching:
            self._fetching.discard(event.end.claim)
            self.sample(event.end, FETCHED)


def _points(device: DeviceState, saturation: SaturationCount) -> Iterator[Coverpoint]:
    config = device.config
    moments = ("", PADDED, SEEN, RESULTS)
    yield from descriptor_points(
        [Coverpoint("precision", names(*config.precisions), lambda conv: conv.precision, moments)]
    )
    yield from _kinds(device)
    yield from descriptor_points((*shape_points(device), *piece_points(config)))
    yield from fetch_points(device)
    yield from descriptor_points(buffer_points(config))
    yield from result_points(config, saturation)
    yield from _flow(device)


def _crosses(device: DeviceState) -> Iterator[CrossOf]:
    def stays(kernel: str, move: str) -> bool:
        return not IMPOSSIBLE.get(kernel, set()).isdisjoint(move.split("-"))

    yield cross("kernel", "move", ignore_bins=stays)
    yield from SHAPE_CROSSES
    yield from piece_crosses(device.config)
    yield from fetch_crosses(device.config)
    yield from buffer_crosses(device.config)
    yield from result_crosses(device.config)
    yield GROUPS_BY_TURN
    yield cross("group", "group of SDP")


def _kinds(device: DeviceState) -> Iterator[Coverpoint]:
    """The cells that stimulus is drawn from, and the aspects that make them."""
    moves = ("-".join(ways) or PLAIN for count in range(len(WAYS) + 1) for ways in combinations(WAYS, count))

    aspects = remembered(lambda layer: aspects_of_conv(conv_of(layer), sdp_of(layer), device.config))

    yield cell_point(conv_cells(device.config, (CUBE,)), aspects)
    yield Coverpoint("kernel", names(*KERNELS), lambda layer: aspects(layer)["kernel"], TAKEN)
    yield Coverpoint("move", names(*moves), lambda layer: aspects(layer)["move"], TAKEN)


def _flow(device: DeviceState) -> Iterator[Coverpoint]:
    """Where a layer stands among others: its input, its groups, what runs when it starts."""

    def claimed(_: Claim) -> str:
        return "a convolution is in flight" if device.in_flight(ConvStage.name) else "idle"

    def first(end: End) -> str:
        data, _ = done_bits(end.claim.block, group_of(end.claim))
        return "data" if end.bit == data else "weights"

    def sdp_group(layer: Layer) -> str:
        assert layer.taken_by is not None
        return "the same" if group_of(layer) == group_of(layer.taken_by) else "the other one"

    yield writer_point(
        "input comes from",
        device,
        lambda layer: next(claim.fetched[0] for claim in layer.claims if claim.block == "CDMA"),
    )
    group, meanwhile = turn_points(device)
    yield Coverpoint(group.name, each(GROUPS), group.value, ("", TAKEN))
    yield meanwhile
    yield Coverpoint("when CDMA claims", names("idle", "a convolution is in flight"), claimed, CLAIM)
    yield Coverpoint("group of SDP", names("the same", "the other one"), sdp_group, TAKEN)
    yield Coverpoint("fetched first", names("data", "weights"), first, FETCHED)
