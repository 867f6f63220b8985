"""How a register field holds a value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from models.registers import Field

Value = TypeVar("Value")


class Form(ABC, Generic[Value]):
    """How a field holds a value."""

    @abstractmethod
    def encode(self, field: Field, value: Value) -> int:
        """The field's number.

        Raises:
            ValueError: the field cannot hold it.
        """

    @abstractmethod
    def decode(self, field: Field, number: int) -> Value:
        """The value of a field's number."""


class Number(Form[int]):
    """An unsigned number, less something that it is at least."""

    def __init__(self, least: int = 0) -> None:
        self._least = least

    def encode(self, field: Field, value: int) -> int:
        """The number less the least one."""
        if not self._least <= value <= field.limit + self._least:
            raise ValueError(f"{field.name}: {value} does not fit; {self._least} to {field.limit + self._least} do")
        return value - self._least

    def decode(self, _field: Field, number: int) -> int:
        """The number and the least one."""
        return number + self._least


class Signed(Form[int]):
    """A number in two's complement."""

    def encode(self, field: Field, value: int) -> int:
        """Its low bits."""
        half = (field.limit + 1) // 2
        if not -half <= value < half:
            raise ValueError(f"{field.name}: {value} does not fit; {-half} to {half - 1} do")
        return value & field.limit

    def decode(self, field: Field, number: int) -> int:
        """With its sign."""
        return number - (field.limit + 1) if number > field.limit // 2 else number


class Bytes(Form[int]):
    """A number of bytes or an address, of which the lowest bits are not stored."""

    def encode(self, field: Field, value: int) -> int:
        """Without the lowest bits."""
        number, rest = divmod(value, 1 << field.low)
        if rest or not 0 <= number <= field.limit:
            raise ValueError(f"{field.name}: {value:#x} does not fit; multiples of {1 << field.low} do")
        return number

    def decode(self, field: Field, number: int) -> int:
        """With the lowest bits 0."""
        return number << field.low


class Name(Form[str]):
    """One of the field's names, without what they all may begin with; a value that has none goes by its number."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix

    def encode(self, field: Field, value: str) -> int:
        """The number behind the name."""
        known = f"{self._prefix}{value}" in field.enum
        return field.value(f"{self._prefix}{value}" if known else value)

    def decode(self, field: Field, number: int) -> str:
        """The name."""
        return field.label(number).removeprefix(self._prefix)


class Flag(Form[bool]):
    """True or false; 1 stands for true, or 0 where it is inverted."""

    def __init__(self, *, inverted: bool = False) -> None:
        self._inverted = inverted

    def encode(self, _field: Field, value: bool) -> int:
        """1 or 0."""
        return int(value != self._inverted)

    def decode(self, _field: Field, number: int) -> bool:
        """Whether it stands for true."""
        return bool(number) != self._inverted


class PowerOfTwo(Form[int]):
    """A power of two, of which the exponent is stored."""

    def encode(self, field: Field, value: int) -> int:
        """Its exponent."""
        number = value.bit_length() - 1
        if value < 1 or value != 1 << number or number > field.limit:
            raise ValueError(f"{field.name}: {value} does not fit; powers of two up to {1 << field.limit} do")
        return number

    def decode(self, _field: Field, number: int) -> int:
        """Two to the power of it."""
        return 1 << number


PLAIN, LESS_ONE, SIGNED, BYTES = Number(), Number(1), Signed(), Bytes()
NAME, FLAG, INVERTED, POWER = Name(), Flag(), Flag(inverted=True), PowerOfTwo()
