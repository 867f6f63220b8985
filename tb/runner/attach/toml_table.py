"""Reading a TOML file of the user's: every mistake in it is reported, not only the first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import Repr
from typing import Any

from models.nearest import did_you_mean
from models.user_file import read_description
from tb.runner.attach.limits import LINE_CHARACTERS, SHOWN_CHARACTERS, SHOWN_ERRORS
from tb.runner.errors import UserError, printable

MOST_BITS = 64
"""No number in an attach file is longer."""


@dataclass(slots=True)
class TomlTable:
    """A table of a TOML file whose values are taken out one by one.

    Attributes:
        values: what it holds.
        errors: what was wrong so far; shared with the tables inside.
        prefix: what stands in front of its keys in messages.
    """

    values: Mapping[str, Any]
    errors: list[str] = field(default_factory=list)
    prefix: str = ""

    @classmethod
    def read(cls, path: Path) -> TomlTable:
        """The whole of a file.

        Raises:
            UserError: there is no such file, or it is not TOML.
        """
        try:
            return cls(read_description(path))
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from error
        except ValueError as error:
            raise UserError(f"{path} is not TOML: {error}") from error

    def allow(self, keys: Collection[str]) -> None:
        """Complain about every key but these."""
        for key in self.values:
            if key not in keys:
                near = did_you_mean(key, keys).removeprefix("; ")
                hint = " ".join(filter(None, [near, f"allowed are {', '.join(keys)}"]))
                self.errors.append(f"{self.prefix}{key}: unknown key; {hint}")

    def lacks(self, key: str) -> bool:
        """Whether a key is not there, nor another that may have been meant to be it."""
        return not any(f"; did you mean {key}?" in did_you_mean(name, [key]) or name == key for name in self.values)

    def text(self, key: str) -> str:
        """A string; empty if it is not given."""
        return str(self._value(key, str, "", "a string"))

    def texts(self, key: str) -> list[str]:
        """A list of strings; empty if it is not given."""
        value = self._value(key, list, [], "a list of strings")
        if all(isinstance(item, str) for item in value):
            return list(value)
        self._wrong(key, value, "a list of strings")
        return []

    def text_or_texts(self, key: str) -> list[str]:
        """A list of strings, or a single one."""
        value = self.values.get(key, [])
        if isinstance(value, str):
            return [value]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return list(value)
        self._wrong(key, value, "a list of strings, or one string")
        return []

    def whole(self, key: str, default: int, most: int) -> int:
        """A whole number from 1 to `most`."""
        value = self.values.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        self._wrong(key, value, f"a whole number from 1 to {most:,}")
        return default

    def table(self, key: str) -> TomlTable:
        """A table inside; empty if it is not given."""
        return TomlTable(self._value(key, dict, {}, "a table"), self.errors, f"{self.prefix}{key}.")

    def all_texts(self) -> dict[str, str]:
        """Everything in a table whose values are all strings."""
        return {key: self.text(key) for key in self.values}

    def all_scalars(self) -> dict[str, str]:
        """Everything in a table of strings and whole numbers, as strings; ``true`` is an empty one."""
        found = {}
        for key, value in self.values.items():
            if value is True:
                found[key] = ""
            elif isinstance(value, str | int) and value is not False and not _is_long(value):
                found[key] = str(value)
            else:
                self._wrong(key, value, "a string, a whole number or true" + f", of {MOST_BITS} bits" * _is_long(value))
        return found

    def _value(self, key: str, kind: type, default: object, wanted: str) -> Any:  # noqa: ANN401 as TOML has it
        value = self.values.get(key, default)
        if isinstance(value, kind):
            return value
        self._wrong(key, value, wanted)
        return default

    def _wrong(self, key: str, value: object, wanted: str) -> None:
        self.errors.append(f"{self.prefix}{key} = {_SHOWN.repr(value)}: must be {wanted}")


class _Shown(Repr):
    """Values for messages: not too long, not too deep."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = SHOWN_CHARACTERS

    def repr_int(self, value: int, _level: int) -> str:
        """A number; Python itself writes none of thousands of digits."""
        return str(value) if value.bit_length() <= 4 * MOST_BITS else f"a number of {value.bit_length()} bits"


_SHOWN = _Shown()


def all_wrong(path: Path, errors: Sequence[str]) -> str:
    """The message about all that is wrong with a file: a line each, of what can be printed; one line of one."""
    if len(errors) == 1:
        return f"{path}: {_cut(printable(errors[0]))}"
    lines = [_cut(printable(error)) for error in errors[:SHOWN_ERRORS]]
    more = len(errors) - len(lines)
    return "\n  ".join([f"{path}: {len(errors)} wrong", *lines, *([f"and {more:,} more"] if more else [])])


def _cut(line: str) -> str:
    return line if len(line) <= LINE_CHARACTERS else f"{line[:LINE_CHARACTERS]}..."


def _is_long(value: object) -> bool:
    return isinstance(value, int) and value.bit_length() > MOST_BITS
