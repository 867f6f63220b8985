"""BDMA: operations, launches, and what its status says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from models.events import Claimed, RegisterAccess, Reset, Started
from models.layer import Claim
from models.nvdla.bdma.descriptor import UNIT, Bdma, BdmaCopy
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, group_of
from models.nvdla.surfaces.surface_layout import SurfaceLayout
from tb.coverage.bins import each, flag, names, octaves
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import IDLE, RUNS, DeviceState, other
from tb.nvdla.coverage.surfaces import GAPS, gap_points, low_bins, side_crosses, side_points

SINGLE_REPEATS, REPEAT_PARTS = 16, 4
SINGLE_ATOMS, LINE_PARTS = 8, 2
SIDES = ("source", "destination")
LAUNCH = "launch"
READ_STATUS, ENABLE, LAUNCHES = "read STATUS", "write CFG_OP", ("write CFG_LAUNCH0", "write CFG_LAUNCH1")
"""Moments beside that of an operation."""


@dataclass(frozen=True, slots=True)
class CopySample:
    """One operation of a layer that starts, with both of its sides."""

    copy: BdmaCopy
    source: SurfaceLayout
    destination: SurfaceLayout


class BdmaSampler(Sampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        self._device, self._block = device, device.registers.blocks[UNIT]
        self._last_launch: int | None = None
        points = (*self._of_operations(), *self._of_launches(), *self._of_registers())
        super().__init__(Covergroup("bdma", points, _crosses(device.config)))

    @property
    def subscriptions(self) -> Subscriptions:
        """Launches, operations, accesses to its registers."""
        return {Claimed: self._claimed, Started: self._started, RegisterAccess: self._access, Reset: self._reset}

    def _of_operations(self) -> Iterator[Coverpoint]:
        config, positions = self._device.config, low_bins(self._device.config)
        repeats = octaves(SINGLE_REPEATS, 1 << config.bdma_repeat_bits, REPEAT_PARTS)
        lines = octaves(SINGLE_ATOMS, self._block.CFG_LINE.SIZE.limit + 1, LINE_PARTS)
        for side in SIDES:
            yield from points_of(attrgetter(side), side_points(side, config))
        yield Coverpoint("line", lines, lambda it: it.copy.line_atoms)
        yield Coverpoint("line align", positions, lambda it: it.copy.line_atoms % len(positions.labels))
        yield Coverpoint("lines", repeats, lambda it: it.copy.lines)
        yield Coverpoint("surfaces", repeats, lambda it: it.copy.surfaces)
        for side in SIDES:
            yield from points_of(attrgetter(side), gap_points(side, GAPS))

    def _of_launches(self) -> Iterator[Coverpoint]:
        slots, counting = self._device.config.bdma_slots, self._block.CFG_STATUS
        orders = names(*(f"{one} then {two}" for one in GROUPS for two in GROUPS))
        yield Coverpoint("launched group", each(GROUPS), group_of, LAUNCH)
        yield Coverpoint("operations", each(range(slots + 2)), lambda claim: len(claim.settings.copies), LAUNCH)
        yield Coverpoint(
            "stalls counted", flag(), lambda _: counting.STALL_COUNT_EN.get(self._device.held(counting)), LAUNCH
        )
        yield Coverpoint("at launch", names(IDLE, RUNS), self._meanwhile, LAUNCH)
        yield Coverpoint("launch order", orders, self._order, LAUNCH)
        for group, moment in zip(GROUPS, LAUNCHES, strict=True):
            (launched,) = self._block.registers[moment.split()[1]].fields.values()
            yield Coverpoint(f"group {group} launch", flag(), launched.get, moment)

    def _of_registers(self) -> Iterator[Coverpoint]:
        slots, status = self._device.config.bdma_slots, self._block.STATUS
        yield Coverpoint("op_en", flag(), self._block.CFG_OP.EN.get, ENABLE)
        yield Coverpoint("groups busy at CFG_OP", each((0, 1)), self._running, ENABLE)
        yield Coverpoint("groups running at status", each(range(len(GROUPS) + 1)), self._running, READ_STATUS)
        yield Coverpoint("free slots", each(range(slots + 1)), status.FREE_SLOT.get, READ_STATUS)
        yield Coverpoint("idle", flag(), status.IDLE.get, READ_STATUS)
        for group in GROUPS:
            yield Coverpoint(f"group {group} busy", flag(), status.fields[f"GRP{group}_BUSY"].get, READ_STATUS)

    def _running(self, _: int) -> int:
        return len(self._device.running(UNIT))

    def _meanwhile(self, claim: Claim) -> str | None:
        running = self._device.running(UNIT)
        if group_of(claim) in running:
            return None
        return RUNS if other(group_of(claim)) in running else IDLE

    def _order(self, claim: Claim) -> str | None:
        return None if self._last_launch is None else f"{self._last_launch} then {group_of(claim)}"

    def _reset(self, _: Reset) -> None:
        self._last_launch = None

    def _claimed(self, event: Claimed) -> None:
        if isinstance(event.claim.settings, Bdma):
            self.sample(event.claim, LAUNCH)
            self._last_launch = group_of(event.claim)

    def _started(self, event: Started) -> None:
        if isinstance(event.layer.descriptor, Bdma):
            config = self._device.config
            for copy in event.layer.descriptor.copies:
                self.sample(CopySample(copy, copy.layout(copy.source, config), copy.layout(copy.destination, config)))

    def _access(self, access: RegisterAccess) -> None:
        register = self._device.registers.at(access.address)
        if register is not None and register.block == UNIT:
            self.sample(access.data, f"{'write' if access.write else 'read'} {register.name}")


def _crosses(config: HwConfig) -> Iterator[CrossOf]:
    yield cross("source memory", "destination memory")
    for side in SIDES:
        yield from side_crosses(side, config)
    yield cross("launched group", "at launch")
    yield cross("launched group", "operations")
    yield cross("group 0 busy", "group 1 busy")
    yield cross("groups running at status", "idle")
