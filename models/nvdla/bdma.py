"""The bridge DMA: slots gathered into groups, groups launched in order (``facts/nvdla_rtl.md``, section 7)."""

from __future__ import annotations

from models.layer import ExpectedWrites, Layer
from models.nvdla.blocks import GROUPS
from models.nvdla.counters import ZERO, BoundedCounters
from models.nvdla.limits import check_bdma_group
from models.nvdla.transfer import MOST_ATOMS, UNIT, BdmaTransfer, decode_transfer
from models.nvdla.unit import Unit
from models.prediction import Allowed, Prediction
from models.registers import ReadKind, Register

STALL_REGISTERS = (
    ("STATUS_GRP0_READ_STALL", "STATUS_GRP0_WRITE_STALL"),
    ("STATUS_GRP1_READ_STALL", "STATUS_GRP1_WRITE_STALL"),
)


class Bdma(Unit):
    """The BDMA's registers, its slots and the groups in flight."""

    def reset(self) -> None:
        """No slot gathered, nothing in flight."""
        super().reset()
        self.slots: list[BdmaTransfer] = []
        self.in_flight: list[Layer] = []
        self.left_busy = [False, False]  # a launch without slots leaves its busy flag set
        self.counters = BoundedCounters()

    def write(self, register: Register, data: int) -> None:
        """Take a write; CFG_OP gathers a slot, CFG_LAUNCH0 and 1 launch what was gathered."""
        super().write(register, data)
        word = self.values[register.name]
        if register.name == "CFG_OP" and register.EN.get(word):
            self._gather()
        elif register.name == "CFG_LAUNCH0" and register.GRP0_LAUNCH.get(word):
            self._launch(0)
        elif register.name == "CFG_LAUNCH1" and register.GRP1_LAUNCH.get(word):
            self._launch(1)
        elif register.name == "CFG_STATUS":
            self.counters.switch(on=bool(register.STALL_COUNT_EN.get(word)))

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if register.name == "STATUS":
            return Prediction(register, self._busy_status(register), self._status())
        if register.read is ReadKind.BOUNDED:
            return Prediction(register, 0, {"COUNT": self.counters.allowed(register.name)})
        return super().predict(register)

    def observe(self, register: Register, word: int) -> list[Layer]:
        """A counter that was read at rest is frozen: it reads the same until the next launch."""
        if register.read is ReadKind.BOUNDED and not self.in_flight:
            self.counters.freeze(register.name, word)
        return []

    def finish(self, layer: Layer, elapsed_cycles: int | None) -> None:
        """A group is through; the cycles that it took bound its stall counters."""
        self.in_flight.remove(layer)
        self.counters.finish(STALL_REGISTERS[layer.group], elapsed_cycles)

    def _gather(self) -> None:
        """Queue the operation that the registers describe; one more than the slots fits into the output stage."""
        if len(self.slots) > self.context.config.bdma_slots:
            self.context.warn(f"{UNIT}: a slot beyond {self.context.config.bdma_slots + 1} gathered ones is dropped")
            return
        self.slots.append(decode_transfer(self.block, self.values))

    def _launch(self, group: int) -> None:
        """Start the gathered slots as one group."""
        transfers, self.slots = self.slots, []
        atoms = max((transfer.atoms for transfer in transfers), default=0)
        if atoms > MOST_ATOMS:
            text = (
                f"{UNIT} group {group} was launched with {atoms} atoms in one operation, {MOST_ATOMS} can be computed"
            )
            self.context.refuse(text)
            return
        for violation in check_bdma_group(
            self.context.config, transfers, busy=[layer.group for layer in self.in_flight]
        ):
            self.context.warn(f"{UNIT} group {group}: {violation}")
        self.left_busy[group] = not transfers
        if not transfers:
            return
        self.counters.start(STALL_REGISTERS[group], self.block.STATUS_GRP0_READ_STALL.COUNT)
        layer = self._layer(group, transfers)
        self.in_flight.append(layer)
        self.context.start(layer, lambda: self._expect(layer, transfers))

    def _layer(self, group: int, transfers: list[BdmaTransfer]) -> Layer:
        return Layer(
            unit=UNIT,
            group=group,
            interrupt=f"BDMA_DONE_STATUS{group}",
            settings={f"slot {number}": str(transfer) for number, transfer in enumerate(transfers)},
            reads=tuple(item.read_footprint(self.context.config, number) for number, item in enumerate(transfers)),
            last_write=len(transfers) - 1,
        )

    def _expect(self, layer: Layer, transfers: list[BdmaTransfer]) -> tuple[ExpectedWrites, ...]:
        """What the group must write, from memory as it is now; a byte that nothing ever wrote settles nothing."""
        streams = []
        for number, (read, transfer) in enumerate(zip(layer.reads, transfers, strict=True)):
            data, known = self.context.memories[read.port].read_chunks(read.addresses, read.chunk_bytes)
            streams.append(ExpectedWrites(transfer.write_footprint(self.context.config, number), data, known))
        return tuple(streams)

    def _busy_status(self, register: Register) -> int:
        """The status while what was launched still runs: a device alone has not finished it yet."""
        running = {layer.group for layer in self.in_flight}
        busy = {f"GRP{group}_BUSY": int(group in running or self.left_busy[group]) for group in GROUPS}
        return register.encode(IDLE=int(not running), **busy)

    def _status(self) -> dict[str, Allowed]:
        slots = self.context.config.bdma_slots
        running = {layer.group for layer in self.in_flight}
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
