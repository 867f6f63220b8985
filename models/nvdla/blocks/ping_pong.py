"""Register blocks, and those with ping-pong groups: what writes do, reads return (docs/nvdla/groups.md, 'Groups')."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.layer import Claim, End
from models.prediction import Prediction
from models.registers import Behaviour, Block, ReadKind, Register

GROUPS = (0, 1)


class RegisterBlock:
    """A block whose registers are not grouped."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.values: dict[str, int] = {}
        self.reset()

    def reset(self) -> None:
        """Back to reset values."""
        self.values = {register.name: register.reset for register in self.block}
        self.writers: dict[str, int] = {}  # number of the write that set a register last

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; what the part does not have ignores it.

        Args:
            register: where to.
            data: the word.
            number: of the write, counted by the device from 1.
        """
        if register.implemented:
            keep = self.values[register.name] & ~register.write_mask
            self.values[register.name] = keep | data & register.write_mask
            self.writers[register.name] = number

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if not register.implemented:
            return Prediction(register, 0)
        return self.stored(register, self.values[register.name])

    def observe(self, register: Register, word: int) -> Iterable[End]:  # noqa: ARG002 - blocks that learn from reads do
        """A read was seen; returns the ends that it confirms, in order."""
        return ()

    def was_read(self, register: Register) -> None:
        """A read has taken place, whatever it returned."""

    def pass_cycles(self, cycles: int) -> None:
        """So many clock cycles have passed, which matters to what the part does by itself."""

    def claims(self) -> Iterable[Claim]:
        """Groups whose turn it is now and was not before."""
        return ()

    def ended(self, end: End) -> None:
        """An end of a claim of this block has come."""

    def stored(self, register: Register, word: int) -> Prediction:
        """The prediction for a register that holds `word` and that no unit's progress changes."""
        fields = {}
        if register.read is ReadKind.ONE_OF:  # nothing here knows better: any value of its fields
            fields = {name: range(item.limit + 1) for name, item in register.fields.items()}
        return Prediction(register, word & register.read_mask, fields)


class PingPongBlock(RegisterBlock):
    """A block with two register groups behind one set of addresses.

    PRODUCER selects the group that software reaches; CONSUMER is the group that runs next; a group whose
    op-enable is set ignores writes.
    """

    def reset(self) -> None:
        """Back to reset values, both groups idle."""
        super().reset()
        self.producer = 0
        self.consumer = 0
        self.enabled = [False, False]
        self.groups = [{register.name: register.reset for register in self.block if register.grouped} for _ in GROUPS]
        self.group_writers: list[dict[str, int]] = [{} for _ in GROUPS]

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write to a single register or to the producer's group."""
        if register.behaviour is Behaviour.POINTER:
            self.producer = register.PRODUCER.get(data)
        elif not register.grouped:
            super().write(register, data, number)
        elif self.enabled[self.producer]:
            return  # writes to a group whose op-enable is set are ignored
        elif register.behaviour is Behaviour.TRIGGER:
            self.enabled[self.producer] = register.OP_EN.get(data) == register.OP_EN.value("ENABLE")
            self.group_writers[self.producer][register.name] = number
        else:
            group = self.groups[self.producer]
            group[register.name] = group[register.name] & ~register.write_mask | data & register.write_mask
            self.group_writers[self.producer][register.name] = number

    def predict(self, register: Register) -> Prediction:
        """What a read may return now; grouped registers are those of the producer's group."""
        if self.shows_state(register):
            return self.predict_state(register, self.consumer, self.enabled)
        if register.grouped:
            return self.stored(register, self.groups[self.producer][register.name])
        return super().predict(register)

    @staticmethod
    def shows_state(register: Register) -> bool:
        """Whether a register shows which group runs: pointer, op-enable or status."""
        return register.behaviour in (Behaviour.POINTER, Behaviour.TRIGGER) or register.name == "S_STATUS"

    def predict_state(self, register: Register, consumer: int, enabled: Sequence[bool]) -> Prediction:
        """What such a register reads with the consumer pointer there and these groups enabled."""
        if register.behaviour is Behaviour.POINTER:
            return Prediction(register, register.encode(PRODUCER=self.producer, CONSUMER=consumer))
        if register.behaviour is Behaviour.TRIGGER:
            return Prediction(register, register.encode(OP_EN=int(enabled[self.producer])))
        turn = ["RUNNING" if group == consumer else "PENDING" for group in GROUPS]
        status = [turn[group] if enabled[group] else "IDLE" for group in GROUPS]
        return Prediction(register, register.encode(STATUS_0=status[0], STATUS_1=status[1]))
