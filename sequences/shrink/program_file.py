"""Programs as text: descriptors by their classes and members, bytes packed."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any

import numpy as np

from sequences.shrink.program import Data, Program, Step

KIND, ITEMS, BYTES = "kind", "items", "bytes"
MODELS = "models."
"""Where classes of descriptors are: no others are read."""
DIGITS = 16


class ProgramFileError(ValueError):
    """A text is no program."""


def to_text(program: Program) -> str:
    """A program as text."""
    steps = [
        {
            "layers": [_plain(layer) for layer in step.layers],
            "data": [[item.port, item.address, _packed(item.data)] for item in step.data],
            "begins": step.begins,
        }
        for step in program.steps
    ]
    head = {"announces": list(program.announces), "way": program.way, "profile": program.profile}
    return json.dumps({**head, "steps": steps}, indent=1)


def from_text(text: str) -> Program:
    """A program from its text.

    Raises:
        ProgramFileError: it is none, or of another version.
    """
    try:
        data = json.loads(text)
        steps = tuple(
            Step(
                layers=tuple(_made(layer) for layer in step["layers"]),
                data=tuple(Data(port, address, _unpacked(packed)) for port, address, packed in step["data"]),
                begins=step["begins"],
            )
            for step in data["steps"]
        )
        return Program(steps=steps, announces=tuple(data["announces"]), way=data["way"], profile=data["profile"])
    except (ValueError, TypeError, KeyError, AttributeError, ImportError, zlib.error) as error:
        raise ProgramFileError(f"no program, or one of another version: {error}") from error


def key_of(program: Program) -> str:
    """What tells a program from all others."""
    return hashlib.sha256(to_text(program).encode()).hexdigest()[:DIGITS]


def same_layers(layers: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether layers are the same, what they compare and what they do not."""
    return layers == others and _plain(layers) == _plain(others)


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))


def _plain(value: object) -> object:
    """A descriptor, or a part of one, as JSON has it."""
    if isinstance(value, Enum):
        return {KIND: _name(type(value)), ITEMS: value.value}
    if isinstance(value, np.ndarray):
        return {KIND: str(value.dtype), BYTES: _packed(value.tobytes())}
    if is_dataclass(value):
        members = {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
        return {KIND: _name(type(value)), ITEMS: members}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} {value!r} stands in a descriptor, and no program file can have it")


def _made(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The opposite of `_plain`."""
    if isinstance(value, list):
        return tuple(_made(item) for item in value)
    if not isinstance(value, Mapping):
        return value
    if BYTES in value:
        return np.frombuffer(_unpacked(value[BYTES]), np.dtype(value[KIND])).copy()
    kind, items = _class(value[KIND]), value[ITEMS]
    if isinstance(items, Mapping):
        return kind(**{name: _made(item) for name, item in items.items()})
    return kind(items)


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _class(name: str) -> Any:  # noqa: ANN401 - of a descriptor
    module, _, kind = name.rpartition(".")
    if not module.startswith(MODELS):
        raise ProgramFileError(f"{name} is no class of a descriptor")
    return getattr(import_module(module), kind)
