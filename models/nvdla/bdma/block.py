"""The BDMA's registers: slots gathered into groups, groups launched (docs/nvdla/units.md, 'BDMA')."""

from __future__ import annotations

from collections.abc import Iterator

from models.blocks.register_block import RegisterBlock
from models.layer import Claim, End, EndKind, Waited, bounds_of
from models.nvdla.bdma.busy import BUSY, CLEAR, BusyFlag, may_be_done
from models.nvdla.bdma.descriptor import UNIT, Bdma, BdmaCopy, decode_copy
from models.nvdla.blocks.counters import ZERO, BoundedCounters
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, group_of, instance_of
from models.prediction import Allowed, Prediction, union
from models.registers import Block, ReadKind, Register

STALL_REGISTERS = (
    ("STATUS_GRP0_READ_STALL", "STATUS_GRP0_WRITE_STALL"),
    ("STATUS_GRP1_READ_STALL", "STATUS_GRP1_WRITE_STALL"),
)


ACTIONS = ("CFG_OP", "CFG_LAUNCH0", "CFG_LAUNCH1")


class BdmaBlock(RegisterBlock):
    """The BDMA's registers, its slots and the groups in flight.

    What a gathered operation or a launch changes in the statuses shows some cycles later: until a read has followed
    them, or all has ended, the statuses may still read what they read before.
    """

    def __init__(self, block: Block, config: HwConfig) -> None:
        self._config = config
        names = ("STATUS", *(name for names in STALL_REGISTERS for name in names))
        self._shown = tuple(block.registers[name] for name in names)
        super().__init__(block)

    def reset(self) -> None:
        """No slot gathered, nothing in flight."""
        super().reset()
        self.slots: list[BdmaCopy] = []
        self.running: list[Claim] = []
        self.dropped = 0  # operations that found no slot
        self._slot_writers: dict[tuple[int, str], int] = {}
        self._launched: list[Claim] = []  # and not yet claimed
        self._busy = tuple(BusyFlag() for _ in GROUPS)
        self._overlapped = [False, False]  # launches of a group that ran at a time: which of them counted is open
        self._late: dict[str, Prediction] = {}  # what statuses read before the last actions
        self.counters = BoundedCounters(kept="mover-stalls-kept" in self._config.errata)

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; CFG_OP gathers a slot, CFG_LAUNCH0 and 1 launch what was gathered."""
        if register.name in ACTIONS:
            self._late = {shown.name: self.predict(shown) for shown in self._shown}
        super().write(register, data, number)
        word = self.values[register.name]
        if register.name == "CFG_OP" and register.EN.get(word):
            self._gather()
        elif register.name == "CFG_LAUNCH0" and register.GRP0_LAUNCH.get(word):
            self._launch(0, number)
        elif register.name == "CFG_LAUNCH1" and register.GRP1_LAUNCH.get(word):
            self._launch(1, number)
        elif register.name == "CFG_STATUS":
            self.counters.switch(on=bool(register.STALL_COUNT_EN.get(word)))

    def claims(self) -> Iterator[Claim]:
        """Groups that were launched."""
        while self._launched:
            yield self._launched.pop(0)

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if register.name == "STATUS":
            now = Prediction(register, self._status_alone(register), self._status())
        elif register.read is ReadKind.BOUNDED:
            now = Prediction(register, 0, {"COUNT": self._stalls(register.name)})
        else:
            return super().predict(register)
        before = self._late.get(register.name)
        return before.widen(now) if before else now

    def observe(self, register: Register, word: int) -> list[End]:
        """A counter that was read at rest is frozen: it reads the same until the next launch."""
        self._late.clear()
        if register.read is ReadKind.BOUNDED and not self.running:
            self.counters.freeze(register.name, word)
        return []

    def ended(self, end: End) -> None:
        """A group is through."""
        if end.kind is EndKind.FREE and end.claim in self.running:
            self.running.remove(end.claim)
        if not self.running and not self.slots:
            self._late.clear()
        claim, group = end.claim, group_of(end.claim)
        self._busy[group].ended(claim)
        self._overlapped[group] = self._overlapped[group] and self._busy[group].running > 0

    def timed(self, claim: Claim, elapsed_cycles: int, waited: Waited) -> None:
        """The cycles that a group took bound its stall counters."""
        reads = bounds_of(waited.reads, self._config.read_ids[UNIT])
        writes = bounds_of(waited.writes, self._config.write_ids[UNIT])
        for name, bounds in zip(STALL_REGISTERS[group_of(claim)], (reads, writes), strict=True):
            self.counters.finish(claim, name, elapsed_cycles, bounds)

    def _gather(self) -> None:
        """Queue the operation that the registers describe; one more than the slots fits into the output stage."""
        if len(self.slots) > self._config.bdma_slots:
            self.dropped += 1
            return
        slot = len(self.slots)
        self._slot_writers |= {(slot, name): number for name, number in self.writers.items()}
        self.slots.append(decode_copy(self.block, self.values, self._config))

    def _launch(self, group: int, number: int) -> None:
        """Start the gathered slots as one group."""
        claim = Claim(UNIT, instance_of(group), Bdma(tuple(self.slots), self.dropped), self._slot_writers, number)
        empty = not self.slots
        self.slots, self._slot_writers, self.dropped = [], {}, 0
        self._overlapped[group] = self._busy[group].running > 0
        self._busy[group].launch(None if empty else claim)
        self._launched.append(claim)
        if empty:
            self.counters.clear(STALL_REGISTERS[group])
        else:
            self.running.append(claim)
            field, switch = self.block.STATUS_GRP0_READ_STALL.COUNT, self.block.CFG_STATUS.STALL_COUNT_EN
            self.counters.start(claim, STALL_REGISTERS[group], field, on=bool(switch.get(self.values["CFG_STATUS"])))

    def _stalls(self, name: str) -> Allowed:
        """What a stall counter may read: from a launch to its end 0, and then what was counted."""
        group = next(group for group in GROUPS if name in STALL_REGISTERS[group])
        runs = [claim for claim in self.running if group_of(claim) == group]
        if runs and not self._overlapped[group] and not any(map(may_be_done, runs)):
            return ZERO
        allowed = self.counters.allowed(name)
        return union(ZERO, allowed) if runs else allowed

    def _status_alone(self, register: Register) -> int:
        """The status while what was launched still runs: a device alone has not finished it yet."""
        busy = {f"GRP{group}_BUSY": max(self._busy[group].possible) for group in GROUPS}
        return register.encode(IDLE=int(not self.running and not self.slots), **busy)

    def _status(self) -> dict[str, Allowed]:
        slots, waiting = self._config.bdma_slots, len(self.slots)
        # One slot sits in the output stage and is not counted; a launched one is until the part takes it.
        most = slots - max(waiting - 1, 0)
        taken = waiting + sum(self._launched_slots(claim) for claim in self.running)
        least = max(slots - taken, 0)
        free: Allowed = range(least, most + 1) if self.running or self._late else frozenset((most,))
        return {
            "FREE_SLOT": free,
            "IDLE": self._idle(),
            **{f"GRP{group}_BUSY": self._busy[group].possible for group in GROUPS},
        }

    def _idle(self) -> Allowed:
        if self.slots:
            return CLEAR
        return (
            CLEAR | BUSY
            if self.running and all(map(may_be_done, self.running))
            else frozenset((int(not self.running),))
        )

    @staticmethod
    def _launched_slots(claim: Claim) -> int:
        assert isinstance(claim.settings, Bdma)
        return len(claim.settings.copies)
