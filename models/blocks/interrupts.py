"""Interrupts: which status bits are set, which may be, and what lines show of them.

A bench sees what lets a layer's interrupt come, and some cycles later a line. In between the status bit may be 0 or 1,
and a clear that falls into that time may have cleared it or not: each bit is a set of possible values, which
observations narrow. A mask that falls into that time may come behind the interrupt, which then shows for a moment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from models.blocks.register_block import RegisterBlock
from models.layer import End
from models.prediction import Prediction
from models.registers import Behaviour, Block, Register

LOW, HIGH, EITHER = frozenset((0,)), frozenset((1,)), frozenset((0, 1))
REMEMBERED_MASKS = 64
"""More are not written while an interrupt is on its way."""


class Interrupts(Protocol):
    """What keeps the interrupts of a device; a family gives it one."""

    @property
    def levels(self) -> Mapping[str, frozenset[int]]:
        """Levels that each interrupt line may have once the last change has reached it, by the line's name."""

    def may_raise(self, end: End, under_way_since: int) -> None:
        """An end may raise its interrupt from now on; as of `InterruptBit.may_raise`."""

    def confirm(self, end: End) -> None:
        """The interrupt of an end has come by now."""

    def rose(self, line: str) -> list[End]:
        """A line rose; returns the end whose interrupt that confirms, if it is the only cause that there may be."""


class InterruptBit:
    """One bit of an interrupt status.

    Attributes:
        stands: values that it may have, the ends in `raising` left aside.
        raising: ends that may raise it or have done so, in their order; true: a clear came meanwhile, so that the
            interrupt may be gone already.
        cleared_at: number of the register write that cleared it last.
    """

    def __init__(self) -> None:
        self.stands: frozenset[int] = LOW
        self.raising: dict[End, bool] = {}
        self.cleared_at = 0

    @property
    def possible(self) -> frozenset[int]:
        """Values that it may have now."""
        return self.stands | HIGH if self.raising else self.stands

    def may_raise(self, end: End, under_way_since: int) -> None:
        """What the end waits for has happened: its interrupt may come from now on.

        Args:
            end: the end.
            under_way_since: register writes from this number on may still be on their way: a clear among them may
                come after the interrupt.
        """
        self.raising[end] = self.cleared_at >= under_way_since

    def clear(self, number: int) -> None:
        """Software wrote a one, with the register write of this number."""
        self.cleared_at = number
        self.stands = LOW
        self.raising = dict.fromkeys(self.raising, True)

    def set(self) -> None:
        """Software set it."""
        self.stands = HIGH

    def confirm(self, end: End) -> None:
        """The end's interrupt has come by now; where a clear came meanwhile, it may be gone again."""
        if end in self.raising:
            maybe_gone = self.raising.pop(end)
            self.stands = self.stands | HIGH if maybe_gone else HIGH

    def observe(self, value: int) -> list[End]:
        """Software read it; returns the ends whose interrupt that confirms.

        A one that may stem from earlier confirms nobody; else it is the first of the raising ends at least.
        """
        confirmed = [next(iter(self.raising))] if value == 1 and self.raising and self.stands == LOW else []
        for end in confirmed:
            del self.raising[end]
        self.stands = frozenset((value,))
        return confirmed


class InterruptBlock(RegisterBlock):
    """A block with interrupts: a status register of which a written one clears a bit, and a mask.

    A field has the same bits in the status, in the mask and in a register that sets bits by ones.

    Attributes:
        bits: the status bits, by name.

    Args:
        block: the block.
        status: name of the status register.
        mask: name of the register that keeps set bits from their lines.
        lines: names of the status bits that each line shows, by the line's name.
    """

    def __init__(self, block: Block, status: str, mask: str, lines: Mapping[str, Iterable[str]]) -> None:
        self._status, self._mask = block.registers[status], mask
        self._lines = {line: tuple(names) for line, names in lines.items()}
        self.bits: dict[str, InterruptBit] = {}
        super().__init__(block)

    def reset(self) -> None:
        """Nothing set, nothing masked."""
        super().reset()
        self.bits = {name: InterruptBit() for name in self._status.fields}
        self._masks = deque([(0, self.values[self._mask])], REMEMBERED_MASKS)  # with the numbers of their writes
        self._ahead: set[End] = set()  # whose interrupt may come ahead of the mask that now keeps it from its line

    def write(self, register: Register, data: int, number: int) -> None:
        """Mask, clear by ones, or set by ones."""
        if register is self._status:
            for bit in self._written(register, data):
                bit.clear(number)
        elif register.behaviour is Behaviour.PULSE:
            for bit in self._written(register, data):
                bit.set()
        else:
            super().write(register, data, number)
        if register.name == self._mask:
            self._masks.append((number, self.values[self._mask]))

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if register is not self._status:
            return super().predict(register)
        fields = {name: bit.possible for name, bit in self.bits.items()}
        certain = {name: 1 for name, bit in self.bits.items() if bit.possible == HIGH}
        return Prediction(register, register.encode(**certain), fields)

    def observe(self, register: Register, word: int) -> Iterable[End]:
        """A read was seen; returns the ends whose interrupt it confirms."""
        if register is not self._status:
            return super().observe(register, word)
        return [end for name, bit in self.bits.items() for end in bit.observe(register.fields[name].get(word))]

    def may_raise(self, end: End, under_way_since: int) -> None:
        """An end may raise its bit from now on."""
        self.bits[end.bit].may_raise(end, under_way_since)
        arrived = [at for at, (number, _) in enumerate(self._masks) if number < under_way_since]
        on_their_way = list(self._masks)[max(arrived, default=0) :]
        was_open = any(not self._status.fields[end.bit].get(mask) for _, mask in on_their_way)
        if was_open and self._is_masked(end.bit):
            self._ahead.add(end)

    def confirm(self, end: End) -> None:
        """The interrupt of an end has come by now."""
        self.bits[end.bit].confirm(end)
        self._ahead.discard(end)

    def rose(self, line: str) -> list[End]:
        """A line rose; returns the end whose interrupt that confirms, if it is the only cause that there may be."""
        causes = [bit for bit in (*self._unmasked(line), *self._just_masked(line)) if 1 in bit.possible]
        if len(causes) != 1 or causes[0].stands != LOW or len(causes[0].raising) != 1:
            return []
        return list(causes[0].raising)

    @property
    def levels(self) -> dict[str, frozenset[int]]:
        """Levels that each line may have once the last change has reached it."""
        return {line: _level(self._unmasked(line), self._just_masked(line)) for line in self._lines}

    def _unmasked(self, line: str) -> list[InterruptBit]:
        return [self.bits[name] for name in self._lines[line] if not self._is_masked(name)]

    def _just_masked(self, line: str) -> list[InterruptBit]:
        """Bits that are masked, and that an end may have raised ahead of that."""
        if not self._ahead:
            return []
        masked = [self.bits[name] for name in self._lines[line] if self._is_masked(name)]
        return [bit for bit in masked if not self._ahead.isdisjoint(bit.raising)]

    def _is_masked(self, name: str) -> bool:
        return bool(self._status.fields[name].get(self.values[self._mask]))

    def _written(self, register: Register, data: int) -> list[InterruptBit]:
        """The bits that a written word names."""
        return [self.bits[name] for name, item in self._status.fields.items() if item.get(data & register.write_mask)]


def _level(bits: list[InterruptBit], just_masked: list[InterruptBit]) -> frozenset[int]:
    """What a line may show of bits that are not masked, and of those that may have been raised before they were."""
    if any(bit.possible == HIGH for bit in bits):
        return HIGH
    return EITHER if just_masked or any(1 in bit.possible for bit in bits) else LOW
