"""Whether arguments are of the kinds that they should be, as soon as they are given: errors in the user's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import numpy as np

SHOWN_AT_MOST = 60
"""Characters of a value that a message repeats."""
Limits = tuple[int, int]
"""The smallest and the largest number that is allowed."""


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number, of Python or numpy; True and False are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def need_whole(name: str, value: object, limits: Limits, hint: str = "") -> None:
    """Make sure of a whole number in a range.

    Args:
        name: what the user calls it, such as ``Convolve: clip``.
        value: what was given.
        limits: the smallest and the largest that is allowed.
        hint: what to do about it, where there is more to say.

    Raises:
        ValueError: it is something else.
    """
    least, most = limits
    if not is_whole(value) or not least <= value <= most:
        raise ValueError(f"{name} is {_shown(value)}: write a whole number from {least} to {most}{_behind(hint)}")


def need_whole_numbers(name: str, value: object, count: int, limits: Limits, hint: str = "") -> None:
    """Make sure of so many whole numbers in a row, each in a range; other arguments as of `need_whole`.

    Raises:
        ValueError: it is something else.
    """
    if not isinstance(value, Sequence | np.ndarray) or isinstance(value, str) or len(value) != count:
        numbers = f"{count} whole numbers from {limits[0]} to {limits[1]}"
        raise ValueError(f"{name} is {_shown(value)}: write {numbers}{_behind(hint)}")
    for item in value:
        need_whole(name, item, limits, hint)


def need_flag(name: str, value: object) -> None:
    """Make sure of True or False.

    Raises:
        ValueError: it is something else.
    """
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} is {_shown(value)}: write True or False")


def need_kind(name: str, value: object, kinds: type | tuple[type, ...], write: str) -> None:
    """Make sure of an object of some classes.

    Args:
        name: what the user calls it.
        value: what was given.
        kinds: the classes that it may have.
        write: what to write instead, such as ``Range(...) of`` and the module that has it.

    Raises:
        ValueError: it is something else.
    """
    if not isinstance(value, kinds):
        raise ValueError(f"{name} is {_shown(value)}: write {write}")


def _shown(value: object) -> str:
    """A value where it is short, else its type: an array would take pages."""
    text = repr(value)
    return text if len(text) <= SHOWN_AT_MOST and "\n" not in text else f"of type {type(value).__name__}"


def _behind(hint: str) -> str:
    return f"; {hint}" if hint else ""
