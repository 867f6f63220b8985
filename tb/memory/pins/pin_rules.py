"""The rules that concern nothing but the pins of one channel, as findings: whoever watches, the words are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tb.memory.rules import AxiRule

Report = Callable[[AxiRule, str], None]


class PinRules:
    """Reports what the pins of one channel do wrong. Values are strings of the bits that the simulator shows.

    Args:
        name: the channel.
        payload: the fields that it carries.
        report: takes what is wrong.
    """

    def __init__(self, name: str, payload: Sequence[str], report: Report) -> None:
        self._name = name
        self._fields = [name + field for field in payload]
        self._report = report

    def dropped(self) -> None:
        """Valid fell while it waited for ready."""
        self._report(AxiRule.STABLE_VALID, f"{self._name}valid fell before {self._name}ready rose")

    def unknown_valid(self, level: str) -> None:
        """Valid is neither 0 nor 1."""
        self._report(AxiRule.UNKNOWN, f"{self._name}valid is {level}")

    def unknown_ready(self, level: str) -> None:
        """Ready is neither 0 nor 1 while it matters."""
        self._report(AxiRule.UNKNOWN, f"{self._name}ready is {level} under {self._name}valid")

    def changed(self, before: Sequence[str], now: Sequence[str]) -> None:
        """The payload changed while valid waited for ready."""
        for field, old, new in zip(self._fields, before, now, strict=True):
            if old != new:
                change = f"{field} changed from {_hexadecimal(old)} to {_hexadecimal(new)}"
                where = f"while {self._name}valid waited for {self._name}ready"
                self._report(AxiRule.STABLE_PAYLOAD, f"{change} {where}")

    def value(self, index: int, bits: str, strobe: int | None = None) -> int:
        """A payload value; unknown bits are reported and read as 0.

        Args:
            index: which, in the order of the payload.
            bits: what the pins show.
            strobe: bytes that count, a bit each; the others may be unknown. None: all count.
        """
        try:
            return int(bits, 2)
        except ValueError:
            unknown = int("".join("0" if bit in "01" else "1" for bit in bits), 2)
            if unknown & (-1 if strobe is None else _bits_of_bytes(strobe)):
                where = f"under {self._name}valid"
                self._report(AxiRule.UNKNOWN, f"{self._fields[index]} is {_hexadecimal(bits)} {where}")
            return int("".join("1" if bit == "1" else "0" for bit in bits), 2)


def _bits_of_bytes(strobe: int) -> int:
    """A mask with eight ones for each one of the strobe."""
    return sum(0xFF << 8 * index for index in range(strobe.bit_length()) if strobe >> index & 1)


def _hexadecimal(bits: str) -> str:
    """Bits as hexadecimal digits; a digit with an unknown bit in it is an x."""
    padded = bits.zfill(-(-len(bits) // 4) * 4)
    digits = (padded[start : start + 4] for start in range(0, len(padded), 4))
    return "0x" + "".join(f"{int(digit, 2):x}" if set(digit) <= {"0", "1"} else "x" for digit in digits)
