"""The register model's mirror: kept from observed bus traffic, and every read compared with it."""

from __future__ import annotations

from dataclasses import dataclass

from models.registers import Behaviour
from tb.findings import Findings
from tb.ral.model import RegisterModel
from tb.ral.policy import is_exact
from tb.ral.register import ModelRegister


@dataclass(frozen=True, slots=True)
class ReadExpectation:
    """What a read that was just requested may return.

    Attributes:
        target: the register that it reaches.
        words: values that are right; None where the description does not settle the value.
    """

    target: ModelRegister
    words: frozenset[int] | None


class CheckedMirror:
    """Follows the registers of a model by the accesses that somebody saw on the bus, whoever made them.

    A group whose trigger was written ignores writes until its layer is done, which a bus does not show: such a write
    leaves two values possible, until a read tells which. Reading the trigger as 0 shows that the group is free again.
    """

    def __init__(self, model: RegisterModel, findings: Findings) -> None:
        self._model = model
        self._findings = findings
        self._triggered: set[tuple[str, int]] = set()
        self._doubtful: dict[ModelRegister, frozenset[int]] = {}

    def reset(self) -> None:
        """The part was reset."""
        self._model.reset_mirror()
        self._triggered.clear()
        self._doubtful.clear()

    def write(self, address: int, data: int) -> None:
        """A write to a byte address was accepted."""
        target = self._model.at(address)
        if target is None:
            return
        before = self._possible(target)
        target.take_write(data)
        self._doubtful.pop(target, None)
        if before is not None and self._group(target) in self._triggered:
            self._doubtful[target] = before | {target.mirrored}
        if self._is_trigger(target) and data & target.register.write_mask:
            self._triggered.add(self._group(target))

    def expect(self, address: int) -> ReadExpectation | None:
        """A read of a byte address was accepted: what may it return? None where there is no register."""
        target = self._model.at(address)
        return None if target is None else ReadExpectation(target, self._words(target))

    def read(self, expectation: ReadExpectation, word: int, time_ns: float) -> None:
        """Such a read returned a value: report it if it is wrong, and take it over."""
        target, words = expectation.target, expectation.words
        if words is not None and word not in words:
            self._report(target, words, word, time_ns)
        if self._is_trigger(target) and not word & target.register.write_mask:
            self._triggered.discard(self._group(target))
        if words == self._words(target):  # else a write came after the read's request
            target.take_read(word)
            self._doubtful.pop(target, None)

    def _possible(self, target: ModelRegister) -> frozenset[int] | None:
        """Values that the register may hold."""
        if not is_exact(target.register):
            return None
        return self._doubtful.get(target, frozenset({target.mirrored}))

    def _words(self, target: ModelRegister) -> frozenset[int] | None:
        """Values that a read may return."""
        possible = self._possible(target)
        return None if possible is None else frozenset(word & target.register.read_mask for word in possible)

    @staticmethod
    def _group(target: ModelRegister) -> tuple[str, int]:
        return target.register.block, -1 if target.group is None else target.group

    @staticmethod
    def _is_trigger(target: ModelRegister) -> bool:
        return target.group is not None and target.register.behaviour is Behaviour.TRIGGER

    def _report(self, target: ModelRegister, words: frozenset[int], word: int, time_ns: float) -> None:
        register = target.register
        expected = " or ".join(f"{item:#010x} ({register.describe(item)})" for item in sorted(words))
        got = f"{word:#010x} ({register.describe(word)})"
        message = f"{target.label} at {register.address:#07x} reads {got}, its mirror holds {expected}"
        self._findings.error("register-mismatch", message, time_ns)
