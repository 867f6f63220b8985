"""Descriptors and bytes as a person would write them in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from models.memory.sparse import Bytes
from sequences.shrink.program import Data

WIDTH = 116
HEX_FROM = 1 << 12
"""Numbers from here on are addresses rather than sizes."""
FEW = 8
"""So many bytes, or runs of equal ones, are written one by one."""
HEX_BYTES = 40
"""Bytes on a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function call that makes a value.

    Attributes:
        module: where the function is.
        name: what is imported.
        text: what is called, if that is not the name alone.
        first: arguments without a name, as they are written.
        members: the others.
    """

    module: str
    name: str
    text: str = ""
    first: tuple[str, ...] = ()
    members: Mapping[str, object] = field(default_factory=dict)


class SourceWriter:
    """Writes values, and remembers what must be imported for them.

    Args:
        short: the call that makes a value where that is shorter than all of its members; None: there is none.

    Attributes:
        imports: names by module.
    """

    def __init__(self, short: Callable[[object], Call | None] = lambda _: None) -> None:
        self._short = short
        self.imports: dict[str, set[str]] = {}

    def need(self, module: str, name: str) -> str:
        """Import a name; returns it."""
        self.imports.setdefault(module, set()).add(name)
        return name

    def lines(self, value: object, indent: str, before: str = "", behind: str = "") -> list[str]:
        """A value between other text, on one line if it fits, else a line for each of its members."""
        line = f"{indent}{before}{self.text(value)}{behind}"
        if len(line) <= WIDTH:
            return [line]
        if is_dataclass(value):
            name, arguments = self._call(value)
            if arguments:
                members = [line for begin, one in arguments for line in self.lines(one, f"{indent}    ", begin, ",")]
                return [f"{indent}{before}{name}(", *members, f"{indent}){behind}"]
        if isinstance(value, tuple):
            items = [line for one in value for line in self.lines(one, f"{indent}    ", "", ",")]
            return [f"{indent}{before}(", *items, f"{indent}){behind}"]
        return [line]

    def text(self, value: object) -> str:
        """A value on one line."""
        if isinstance(value, Enum):
            return f"{self._name(type(value))}.{value.name}"
        if isinstance(value, np.ndarray):
            return _array(value)
        if is_dataclass(value):
            name, arguments = self._call(value)
            return f"{name}({', '.join(f'{begin}{self.text(one)}' for begin, one in arguments)})"
        if isinstance(value, tuple):
            return f"({', '.join(map(self.text, value))}{',' if len(value) == 1 else ''})"
        if isinstance(value, int) and not isinstance(value, bool) and value >= HEX_FROM:
            return f"{value:#x}"
        return f'"{value}"' if type(value) is str else repr(value)

    def load(self, item: Data, indent: str) -> Iterator[str]:
        """The lines that load some bytes."""
        call, data = f'{indent}bench.host.load("{item.port}", {item.address:#x}, ', np.frombuffer(item.data, np.uint8)
        line = f"{call}{_array(data)})"
        if len(line) <= WIDTH:
            yield line
            return
        runs = _runs(data)
        if len(runs) <= FEW:
            yield f"{indent}data = np.zeros({len(data)}, np.uint8)"
            yield from (
                f"{indent}data[{first}{f':{last}' if last > first + 1 else ''}] = {data[first]}" for first, last in runs
            )
        else:
            yield f"{indent}data = bytes.fromhex("
            for at in range(0, len(data), HEX_BYTES):
                yield f'{indent}    "{item.data[at : at + HEX_BYTES].hex()}"'
            yield f"{indent})"
            call = f"{call}np.frombuffer("
        yield f"{call}data{', np.uint8)' if len(runs) > FEW else ''})"

    def _call(self, value: object) -> tuple[str, Sequence[tuple[str, object]]]:
        """What is called to make a value, and the arguments with what stands in front of each."""
        if short := self._short(value):
            self.need(short.module, short.name)
            first = [("", _Written(text)) for text in short.first]
            return short.text or short.name, [*first, *((f"{name}=", one) for name, one in short.members.items())]
        return self._name(type(value)), [(f"{name}=", one) for name, one in self._said(value)]

    def _said(self, value: object) -> Sequence[tuple[str, object]]:
        """The members that are not as they are where nothing is said."""
        assert is_dataclass(value)
        said = []
        for item in fields(value):
            default = item.default_factory() if item.default_factory is not MISSING else item.default
            one = getattr(value, item.name)
            if isinstance(one, np.ndarray | Enum) or default is MISSING or one != default:
                said.append((item.name, one))
        return said

    def _name(self, kind: type) -> str:
        return self.need(kind.__module__, kind.__qualname__)


class _Written(str):
    """Text that is written as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _runs(data: Bytes) -> list[tuple[int, int]]:
    """Where equal bytes that are not 0 begin and end."""
    edges = [0, *(np.flatnonzero(np.diff(data)) + 1).tolist(), len(data)]
    return [(first, last) for first, last in pairwise(edges) if data[first]]


def _array(data: Bytes) -> str:
    """An array in the shortest way there is."""
    kind = f"np.{data.dtype}"
    if not data.any():
        return f"np.zeros({len(data)}, {kind})"
    if (data == data[0]).all() and len(data) > 1:
        return f"np.full({len(data)}, {data[0]}, {kind})"
    return f"np.array({data.tolist()}, {kind})"
