"""The register model's mirror: values kept from observed bus traffic. What is right, the reference checks."""

from __future__ import annotations

from dataclasses import dataclass

from tb.ral.model import RegisterModel
from tb.ral.register import ModelRegister, is_exact


@dataclass(frozen=True, slots=True)
class PendingRead:
    """A read that was just requested.

    Attributes:
        target: the register that it reaches.
        writes: how many writes had reached the register.
    """

    target: ModelRegister
    writes: int


class RegisterMirror:
    """Follows the registers of a model by the accesses that somebody saw on the bus, whoever made them.

    A unit that runs may ignore writes, which a bus does not show: the next read puts such a value right.
    """

    def __init__(self, model: RegisterModel) -> None:
        self._model = model
        self._writes: dict[ModelRegister, int] = {}

    def reset(self) -> None:
        """The part was reset."""
        self._model.reset_mirror()
        self._writes.clear()

    def write(self, address: int, data: int) -> None:
        """A write to a byte address was accepted."""
        target = self._model.at(address)
        if target is not None:
            target.take_write(data)
            self._writes[target] = self._writes.get(target, 0) + 1

    def request(self, address: int) -> PendingRead | None:
        """A read of a byte address was accepted; None where there is no register."""
        target = self._model.at(address)
        return None if target is None else PendingRead(target, self._writes.get(target, 0))

    def read(self, pending: PendingRead, word: int) -> None:
        """Such a read returned a value: take it over, unless a write came after its request."""
        target = pending.target
        if pending.writes == self._writes.get(target, 0) or not is_exact(target.register):
            target.take_read(word)
