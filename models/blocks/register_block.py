"""A block of registers that keep what is written to them."""

from __future__ import annotations

from collections.abc import Iterable

from models.layer import Claim, End, Waited
from models.prediction import Prediction
from models.registers import Block, ReadKind, Register


class RegisterBlock:
    """A block whose registers are not grouped; blocks that know more of theirs derive from it."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.values: dict[str, int] = {}
        self.reset()

    def reset(self) -> None:
        """Back to reset values."""
        self.values = {register.name: register.reset for register in self.block}
        self.writers: dict[str, int] = {}  # number of the write that set a register last

    def asked(self, register: Register, data: int) -> object:  # noqa: ARG002 - blocks that rules of writes are about look
        """What a write asks for, before it is taken: what rules of register writes are about; None: no rule is."""
        return None

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; what the device does not have ignores it.

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
        """So many clock cycles have passed, which matters to what the device does by itself."""

    def claims(self) -> Iterable[Claim]:
        """What has claimed now and had not before."""
        return ()

    def ended(self, end: End) -> None:
        """An end of a claim of this block has come."""

    def timed(self, claim: Claim, elapsed_cycles: int, waited: Waited) -> None:
        """The pins have shown all that a claim's layer does, perhaps long behind the claim's own end.

        Args:
            claim: a claim of this block.
            elapsed_cycles: clock cycles that its layer took at most.
            waited: what the layer's traffic shows of how long its requests waited.
        """

    def stored(self, register: Register, word: int) -> Prediction:
        """The prediction for a register that holds `word` and that no unit's progress changes."""
        fields = {}
        if register.read is ReadKind.ONE_OF:  # nothing here knows better: any value of its fields
            fields = {name: range(item.limit + 1) for name, item in register.fields.items()}
        return Prediction(register, word & register.read_mask, fields)
