"""One AXI channel, sampled once a clock, with the rules that concern nothing but its pins."""

from __future__ import annotations

from collections.abc import Callable

from cocotb.handle import LogicArrayObject, LogicObject
from cocotb.types import Logic

from tb.memory.bus import CHANNEL_PAYLOADS, MemoryBus
from tb.memory.rules import AxiRule

ZERO = Logic(0)
ONE = Logic(1)

Report = Callable[[AxiRule, str], None]


class AxiChannel:
    """What one channel offers at a clock edge, and whether it is taken.

    Values stay the strings of bits that the simulator gives until somebody needs them: comparing two of these is
    all that a waiting cycle costs. cocotb keeps one object for each logic value, hence comparisons by `is`.

    Attributes:
        name: the channel's name on the pins: ``aw``, ``w``, ``b``, ``ar`` or ``r``.
        offered: the payload under valid at this edge, in the order of `CHANNEL_PAYLOADS`; None without valid.
        taken: valid and ready at this edge.
    """

    def __init__(self, name: str, bus: MemoryBus, report: Report) -> None:
        self.name = name
        self.offered: list[str] | None = None
        self.taken = False
        self.valid: LogicObject = getattr(bus, f"{name}valid")
        self._ready: LogicObject = getattr(bus, f"{name}ready")
        self._fields = [name + suffix for suffix in CHANNEL_PAYLOADS[name]]
        self._pins: list[LogicObject | LogicArrayObject] = [getattr(bus, field) for field in self._fields]
        self._report = report

    @property
    def waiting(self) -> bool:
        """Valid without ready at this edge."""
        return self.offered is not None and not self.taken

    def forget(self) -> None:
        """Start anew, as after a reset."""
        self.offered = None
        self.taken = False

    def sample(self) -> None:
        """Take the pins as they stand at a clock edge."""
        before = None if self.taken else self.offered
        self.taken = False
        valid = self.valid.get()
        if valid is not ONE:
            self.offered = None
            if before is not None or valid is not ZERO:
                self._report_no_valid(valid)
            return
        self.offered = [str(pin.get()) for pin in self._pins]
        if before is not None and before != self.offered:
            self._report_change(before, self.offered)
        ready = self._ready.get()
        self.taken = ready is ONE
        if ready is not ONE and ready is not ZERO:
            self._report(AxiRule.UNKNOWN, f"{self.name}ready is {ready} under {self.name}valid")

    def value(self, index: int, strobe: int | None = None) -> int:
        """One payload value of this edge; unknown bits are reported and read as 0.

        Args:
            index: which, in the order of `CHANNEL_PAYLOADS`.
            strobe: bytes that count, a bit each; the others may be unknown. None: all count.
        """
        assert self.offered is not None
        bits = self.offered[index]
        try:
            return int(bits, 2)
        except ValueError:
            unknown = int("".join("0" if bit in "01" else "1" for bit in bits), 2)
            if unknown & (-1 if strobe is None else _bits_of_bytes(strobe)):
                self._report(AxiRule.UNKNOWN, f"{self._fields[index]} is {_hexadecimal(bits)} under {self.name}valid")
            return int("".join("1" if bit == "1" else "0" for bit in bits), 2)

    def _report_no_valid(self, valid: Logic) -> None:
        if valid is ZERO:
            self._report(AxiRule.STABLE_VALID, f"{self.name}valid fell before {self.name}ready rose")
        else:
            self._report(AxiRule.UNKNOWN, f"{self.name}valid is {valid}")

    def _report_change(self, before: list[str], now: list[str]) -> None:
        for field, old, new in zip(self._fields, before, now, strict=True):
            if old != new:
                change = f"{field} changed from {_hexadecimal(old)} to {_hexadecimal(new)}"
                self._report(AxiRule.STABLE_PAYLOAD, f"{change} while {self.name}valid waited for {self.name}ready")


def _bits_of_bytes(strobe: int) -> int:
    """A mask with eight ones for each one of the strobe."""
    return sum(0xFF << 8 * index for index in range(strobe.bit_length()) if strobe >> index & 1)


def _hexadecimal(bits: str) -> str:
    """Bits as hexadecimal digits; a digit with an unknown bit in it is an x."""
    padded = bits.zfill(-(-len(bits) // 4) * 4)
    digits = (padded[start : start + 4] for start in range(0, len(padded), 4))
    return "0x" + "".join(f"{int(digit, 2):x}" if set(digit) <= {"0", "1"} else "x" for digit in digits)
