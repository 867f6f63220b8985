"""BDMA: operations, launches, and what its status says."""

from __future__ import annotations

from models.events import Claimed, RegisterAccess, Reset, Started
from models.nvdla.bdma.descriptor import UNIT, Bdma, BdmaCopy
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from tb.coverage.bins import each, flag, names, octaves
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.sides import GAPS, SidePoints, low_bins
from tb.nvdla.coverage.state import DeviceState, other

SINGLE_REPEATS, REPEAT_PARTS = 16, 4
SINGLE_ATOMS, LINE_PARTS = 8, 2
ORDERS = tuple(f"{one} then {two}" for one in GROUPS for two in GROUPS)


class BdmaPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.blocks[UNIT]
        self.source, self.destination = SidePoints("source", config), SidePoints("destination", config)
        repeats = octaves(SINGLE_REPEATS, 1 << config.bdma_repeat_bits, REPEAT_PARTS)
        self.line = Point("line", octaves(SINGLE_ATOMS, block.CFG_LINE.SIZE.limit + 1, LINE_PARTS))
        self.align = Point("line align", low_bins(config))
        self.lines, self.surfaces = Point("lines", repeats), Point("surfaces", repeats)
        self.gaps = {
            (side, what): Point(f"{side} {what} gap", GAPS)
            for side in ("source", "destination")
            for what in ("line", "surface")
        }
        slots = config.bdma_slots
        self.group, self.operations = Point("launched group", each(GROUPS)), Point("operations", each(range(slots + 2)))
        self.stalls = Point("stalls counted", flag())
        self.meanwhile = Point("at launch", names("idle", "other group runs"))
        self.order = Point("launch order", names(*ORDERS))
        self.enable = Point("op_en", flag())
        self.launch = [Point(f"group {group} launch", flag()) for group in GROUPS]
        self.gather = Point("groups busy at CFG_OP", each((0, 1)))
        self.free, self.idle = Point("free slots", each(range(slots + 1))), Point("idle", flag())
        self.running = Point("groups running at status", each(range(len(GROUPS) + 1)))
        self.busy = [Point(f"group {group} busy", flag()) for group in GROUPS]

    def of_group(self) -> Group:
        """All of them."""
        operation = (self.line, self.align, self.lines, self.surfaces, *self.gaps.values())
        launch = (self.group, self.operations, self.stalls, self.meanwhile, self.order, *self.launch)
        status = (self.enable, self.gather, self.running, self.free, self.idle, *self.busy)
        sides = (*self.source.points, *self.destination.points)
        crosses = (
            cross(self.source.ram, self.destination.ram),
            *self.source.crosses,
            *self.destination.crosses,
            cross(self.group, self.meanwhile),
            cross(self.group, self.operations),
            cross(*self.busy),
            cross(self.running, self.idle),
        )
        return Group("bdma", (*sides, *operation, *launch, *status), crosses)


class BdmaCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config, self._state = config, state
        self._block = state.registers.blocks[UNIT]
        self._points = BdmaPoints(config, state)
        self.counts = Counts(self._points.of_group())
        self._last_launch: int | None = None

    @property
    def subscriptions(self) -> Subscriptions:
        """Launches, operations, accesses to its registers."""
        return {Claimed: self._claimed, Started: self._started, RegisterAccess: self._access, Reset: self._reset}

    def finish(self) -> None:
        """Nothing buffered."""

    def _reset(self, _: Reset) -> None:
        self._last_launch = None

    def _claimed(self, event: Claimed) -> None:
        bdma, group = event.claim.settings, event.claim.group
        if not isinstance(bdma, Bdma):
            return
        points, running = self._points, self._state.running(UNIT)
        counting = self._block.CFG_STATUS
        values: dict[str, int | str] = {
            points.group.name: group,
            points.operations.name: len(bdma.copies),
            points.stalls.name: counting.STALL_COUNT_EN.get(self._state.held(counting)),
        }
        if group not in running:
            values[points.meanwhile.name] = "other group runs" if other(group) in running else "idle"
        if self._last_launch is not None:
            values[points.order.name] = f"{self._last_launch} then {group}"
        self._last_launch = group
        self.counts.sample(values)

    def _started(self, event: Started) -> None:
        if isinstance(event.layer.descriptor, Bdma):
            for copy in event.layer.descriptor.copies:
                self.counts.sample(self._operation(copy))

    def _operation(self, copy: BdmaCopy) -> dict[str, int | str]:
        points, atom_bytes = self._points, self._config.atom_bytes
        values: dict[str, int | str] = {
            points.line.name: copy.line_atoms,
            points.align.name: copy.line_atoms % len(points.align.labels),
            points.lines.name: copy.lines,
            points.surfaces.name: copy.surfaces,
        }
        for side, where in ((copy.source, points.source), (copy.destination, points.destination)):
            values |= where.values(side, copy.layout(side, self._config).size_bytes)
        for name, side in (("source", copy.source), ("destination", copy.destination)):
            if copy.lines > 1:
                gap = side.line_stride_bytes // atom_bytes - copy.line_atoms
                values[points.gaps[name, "line"].name] = gap
            if copy.surfaces > 1:
                gap = (side.surface_stride_bytes - copy.lines * side.line_stride_bytes) // atom_bytes
                values[points.gaps[name, "surface"].name] = gap
        return values

    def _access(self, access: RegisterAccess) -> None:
        register, points = self._state.registers.at(access.address), self._points
        if register is None or register.block != UNIT:
            return
        if register is self._block.STATUS and not access.write:
            names_of = {points.free.name: "FREE_SLOT", points.idle.name: "IDLE"}
            names_of |= {points.busy[group].name: f"GRP{group}_BUSY" for group in GROUPS}
            read = {point: register.fields[name].get(access.data) for point, name in names_of.items()}
            self.counts.sample({**read, points.running.name: len(self._state.running(UNIT))})
        elif register is self._block.CFG_OP and access.write:
            busy = len(self._state.running(UNIT))
            self.counts.sample({points.enable.name: register.EN.get(access.data), points.gather.name: busy})
        elif access.write and register in (self._block.CFG_LAUNCH0, self._block.CFG_LAUNCH1):
            group = int(register is self._block.CFG_LAUNCH1)
            (launched,) = register.decode(access.data).values()
            self.counts.sample({points.launch[group].name: launched})
