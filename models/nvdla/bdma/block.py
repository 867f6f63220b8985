"""The BDMA's registers: slots gathered into groups, groups launched (docs/nvdla/units.md, 'BDMA')."""

from __future__ import annotations

from collections.abc import Iterator

from models.layer import Claim, End, EndKind
from models.nvdla.bdma.descriptor import UNIT, Bdma, BdmaCopy, decode_copy
from models.nvdla.blocks.counters import ZERO, BoundedCounters
from models.nvdla.blocks.ping_pong import GROUPS, RegisterBlock
from models.nvdla.config import HwConfig
from models.prediction import Allowed, Prediction
from models.registers import Block, ReadKind, Register

STALL_REGISTERS = (
    ("STATUS_GRP0_READ_STALL", "STATUS_GRP0_WRITE_STALL"),
    ("STATUS_GRP1_READ_STALL", "STATUS_GRP1_WRITE_STALL"),
)


class BdmaBlock(RegisterBlock):
    """The BDMA's registers, its slots and the groups in flight."""

    def __init__(self, block: Block, config: HwConfig) -> None:
        self._config = config
        super().__init__(block)

    def reset(self) -> None:
        """No slot gathered, nothing in flight."""
        super().reset()
        self.slots: list[BdmaCopy] = []
        self.running: list[Claim] = []
        self.dropped = 0  # operations that found no slot
        self._slot_writers: dict[tuple[int, str], int] = {}
        self._launched: list[Claim] = []  # and not yet claimed
        self.left_busy = [False, False]  # a launch without slots leaves its busy flag set
        self.counters = BoundedCounters()

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; CFG_OP gathers a slot, CFG_LAUNCH0 and 1 launch what was gathered."""
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
            return Prediction(register, self._busy_status(register), self._status())
        if register.read is ReadKind.BOUNDED:
            return Prediction(register, 0, {"COUNT": self.counters.allowed(register.name)})
        return super().predict(register)

    def observe(self, register: Register, word: int) -> list[End]:
        """A counter that was read at rest is frozen: it reads the same until the next launch."""
        if register.read is ReadKind.BOUNDED and not self.running:
            self.counters.freeze(register.name, word)
        return []

    def ended(self, end: End) -> None:
        """A group is through; the cycles that it took bound its stall counters."""
        if end.kind is EndKind.FREE and end.claim in self.running:
            self.running.remove(end.claim)
        self.counters.finish(STALL_REGISTERS[end.claim.group], end.claim.elapsed_cycles)

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
        claim = Claim(UNIT, group, Bdma(tuple(self.slots), self.dropped), self._slot_writers, number)
        empty = not self.slots
        self.slots, self._slot_writers, self.dropped = [], {}, 0
        self.left_busy[group] = empty
        self._launched.append(claim)
        if not empty:
            self.running.append(claim)
            self.counters.start(STALL_REGISTERS[group], self.block.STATUS_GRP0_READ_STALL.COUNT)

    def _busy_status(self, register: Register) -> int:
        """The status while what was launched still runs: a device alone has not finished it yet."""
        running = {claim.group for claim in self.running}
        busy = {f"GRP{group}_BUSY": int(group in running or self.left_busy[group]) for group in GROUPS}
        return register.encode(IDLE=int(not running), **busy)

    def _status(self) -> dict[str, Allowed]:
        slots = self._config.bdma_slots
        running = {claim.group for claim in self.running}
        waiting = len(self.slots)
        # One slot sits in the output stage and is not counted, and the count may lag behind the last CFG_OP.
        at_rest = frozenset(slots - min(max(waiting - uncounted, 0), slots) for uncounted in (0, 1, 2))
        busy = [frozenset((0, 1)) if group in running or self.left_busy[group] else ZERO for group in GROUPS]
        return {
            "FREE_SLOT": range(slots + 1) if running else at_rest,
            "IDLE": frozenset((0, 1)) if running or waiting else frozenset((1,)),
            "GRP0_BUSY": busy[0],
            "GRP1_BUSY": busy[1],
        }
