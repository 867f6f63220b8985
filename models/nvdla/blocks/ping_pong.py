"""Blocks with ping-pong groups: what writes do, reads return (docs/nvdla/groups.md, 'Groups')."""

from __future__ import annotations

from collections.abc import Sequence

from models.blocks.register_block import RegisterBlock
from models.nvdla.groups import GROUPS
from models.nvdla.register_behaviours import POINTER
from models.prediction import Prediction
from models.registers import Behaviour, Register


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
        if register.behaviour is POINTER:
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
        return register.behaviour in (POINTER, Behaviour.TRIGGER) or register.name == "S_STATUS"

    def predict_state(self, register: Register, consumer: int, enabled: Sequence[bool]) -> Prediction:
        """What such a register reads with the consumer pointer there and these groups enabled."""
        if register.behaviour is POINTER:
            return Prediction(register, register.encode(PRODUCER=self.producer, CONSUMER=consumer))
        if register.behaviour is Behaviour.TRIGGER:
            return Prediction(register, register.encode(OP_EN=int(enabled[self.producer])))
        turn = ["RUNNING" if group == consumer else "PENDING" for group in GROUPS]
        status = [turn[group] if enabled[group] else "IDLE" for group in GROUPS]
        return Prediction(register, register.encode(STATUS_0=status[0], STATUS_1=status[1]))
