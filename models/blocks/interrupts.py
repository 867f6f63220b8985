"""Which interrupts are set, and which may be.

A bench sees what lets a layer's interrupt come, and some cycles later the pin. In between the status bit may be 0 or 1,
and a clear that falls into that time may have cleared it or not: each bit is a set of possible values, which
observations narrow.
"""

from __future__ import annotations

from models.blocks.register_block import RegisterBlock
from models.layer import End
from models.prediction import Prediction
from models.registers import Behaviour, Block, Register

LOW, HIGH, EITHER = frozenset((0,)), frozenset((1,)), frozenset((0, 1))


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
    """A block with an interrupt status whose bits a write of ones clears, and a mask.

    A field has the same bits in both, and in a register with pulses, where writes of ones set status bits.

    Args:
        block: the block.
        status: name of the status; it is `Behaviour.WRITE_ONE_TO_CLEAR`.
        mask: name of the register whose ones keep status bits from the pins.

    Attributes:
        bits: the status bits, by name.
    """

    def __init__(self, block: Block, status: str, mask: str) -> None:
        self.bits: dict[str, InterruptBit] = {}
        self._status, self._mask = block.registers[status], mask
        super().__init__(block)

    def reset(self) -> None:
        """Nothing set, nothing masked."""
        super().reset()
        self.bits = {name: InterruptBit() for name in self._status.fields}

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

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if register is not self._status:
            return super().predict(register)
        fields = {name: bit.possible for name, bit in self.bits.items()}
        certain = {name: 1 for name, bit in self.bits.items() if bit.possible == HIGH}
        return Prediction(register, register.encode(**certain), fields)

    def observe(self, register: Register, word: int) -> list[End]:
        """A read was seen; returns the ends whose interrupt it confirms."""
        if register is not self._status:
            return []
        return [end for name, bit in self.bits.items() for end in bit.observe(register.fields[name].get(word))]

    def rose(self) -> list[End]:
        """The pin rose; returns the end whose interrupt that confirms, if it is the only cause that there may be."""
        causes = [bit for bit in self._unmasked if 1 in bit.possible]
        if len(causes) != 1 or causes[0].stands != LOW or len(causes[0].raising) != 1:
            return []
        return list(causes[0].raising)

    @property
    def levels(self) -> frozenset[int]:
        """Levels that the interrupt pin may have once the last change has reached it."""
        if any(bit.possible == HIGH for bit in self._unmasked):
            return HIGH
        return EITHER if any(1 in bit.possible for bit in self._unmasked) else LOW

    @property
    def _unmasked(self) -> list[InterruptBit]:
        mask = self.values[self._mask]
        return [bit for name, bit in self.bits.items() if not self._status.fields[name].get(mask)]

    def _written(self, register: Register, data: int) -> list[InterruptBit]:
        """The bits that a written word names."""
        named = data & register.write_mask
        return [self.bits[name] for name, item in self._status.fields.items() if item.get(named)]
