"""Whether a family's parts have the shape that their types say: a wrong one is told by its name before it is used."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from inspect import Parameter, isclass, signature
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints


def told_from(part: type) -> str:
    """What is to be given, and where that is written down."""
    return f"{part.__name__} ({part.__module__.replace('.', '/')}.py)"


def wrong_shape(value: object, wanted: object, name: str) -> str:
    """What is wrong with a part.

    Args:
        value: the part.
        wanted: its type, as an annotation says it.
        name: of the part, for the message.

    Returns:
        One line; empty if nothing is wrong.
    """
    return next(_wrong(value, wanted, name), "")


def _wrong(value: object, wanted: object, name: str) -> Iterator[str]:
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        if value is not None:
            yield from _wrong(value, inner[0], name)
    elif origin is collections.abc.Callable:
        if not callable(value) or not _takes(value, len(inner[0]), ()):
            yield f"{name} is nothing to be called with {len(inner[0])} argument(s)"
    elif origin in (tuple, collections.abc.Mapping):
        yield from _wrong_items(value, origin, inner, name)
    elif isclass(wanted):
        if getattr(wanted, "_is_protocol", False):
            yield from _wrong_members(value, wanted, name)
        elif not isinstance(value, wanted):
            yield f"{name} is no {told_from(wanted) if is_dataclass(wanted) else wanted.__name__}"
        elif is_dataclass(wanted):
            yield from _wrong_fields(value, wanted, name)


def _wrong_items(value: object, kind: type, inner: tuple[object, ...], name: str) -> Iterator[str]:
    """What is wrong with a tuple or a mapping, or with one of its items."""
    if not isinstance(value, kind):
        yield f"{name} is no {kind.__name__.lower()}"
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _wrong(item, inner[1], f"{name}[{key!r}]")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _wrong(item, inner[0], f"{name}[{index}]")


def _wrong_fields(value: object, part: type, name: str) -> Iterator[str]:
    """What is wrong with a part's own parts."""
    for member, wanted in get_type_hints(part).items():
        yield from _wrong(getattr(value, member), wanted, f"{name}.{member}")


def _wrong_members(value: object, protocol: type, name: str) -> Iterator[str]:
    """What a part lacks of a protocol, or cannot be called as that says."""
    for member in get_type_hints(protocol):
        if not hasattr(value, member):
            yield f"{name} is no {told_from(protocol)}: it has no {member}"
    for member, method in vars(protocol).items():
        if not callable(method) or (member.startswith("_") and member != "__call__"):
            continue
        _, *parameters = signature(method).parameters.values()
        by_name = [item.name for item in parameters if item.kind is Parameter.KEYWORD_ONLY]
        words = ", ".join(item.name for item in parameters)
        given = value if member == "__call__" else getattr(value, member, None)
        if not callable(given) or not _takes(given, len(parameters) - len(by_name), by_name):
            yield f"{name} is no {told_from(protocol)}: it has no {member}({words})"


def _takes(function: Callable[..., object], positional: int, by_name: collections.abc.Iterable[str]) -> bool:
    """Whether a function can be called with so many arguments, and those names."""
    try:
        signature(function).bind(*[None] * positional, **dict.fromkeys(by_name))
    except TypeError:
        return False
    except ValueError:  # a built-in one that does not say what it takes
        return True
    return True
