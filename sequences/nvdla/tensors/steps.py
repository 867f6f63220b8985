"""Steps in two directions: strides and dilations."""

from __future__ import annotations

from sequences.arguments import is_whole

Pair = int | tuple[int, int]
"""In both directions, or in x and in y."""


def pair(value: Pair) -> tuple[int, int]:
    """Both directions."""
    return value if isinstance(value, tuple) else (value, value)


def need_steps(layer: str, name: str, value: object) -> None:
    """Make sure of a stride or dilation: a whole number from 1 on, or two.

    Args:
        layer: what has it, as its user writes it.
        name: the argument's name.
        value: what was given.

    Raises:
        ValueError: it is something else.
    """
    items = value if isinstance(value, tuple) else (value, value)
    if len(items) != 2 or not all(is_whole(item) and item >= 1 for item in items):
        raise ValueError(f"{layer}: {name} is {value!r}: write a whole number from 1 on, or (x, y)")
