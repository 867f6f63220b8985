"""What a family gives so that programs of its layers can be made smaller: one `Shrinking`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from models.layer import Layer
from models.memory.footprint import Fetched, Footprint
from models.pipeline.device import EventDevice
from sequences.host import Host
from sequences.shrink.program import Program, Step
from sequences.shrink.source import Call

Bench = TypeVar("Bench")
Layers = tuple[object, ...]
LayerChange = Callable[[Layers], Layers | None]
"""Makes layers that start together simpler; None: they cannot be made so."""
Place = tuple[str | int, ...]
"""Where a member stands in layers that start together: the layer's number, then names of members and numbers."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a program has of a layer that was played.

    Attributes:
        descriptor: its configuration.
        fetched: what it read from memories that software can load.
    """

    descriptor: object
    fetched: Sequence[Fetched] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """Something that a written test imports.

    Attributes:
        module: where it is.
        name: what it is called.
        text: what the test writes of it; empty: its name.
    """

    module: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestFrame:
    """What a written test of the family needs beside descriptors.

    Attributes:
        base: its base test.
        chain: what takes layers, as a tuple, that start together; None: each starts alone.
        ways: the argument ``knobs`` of `bench.play`, or the bench itself, in each way but the plain one.
    """

    __test__ = False  # pytest: not a test class

    base: Named
    chain: Named | None = None
    ways: Mapping[str, Named]


class Shrinking(ABC, Generic[Bench]):
    """A family's strategies for making programs smaller, for one hardware configuration.

    Attributes:
        ways: names of the ways in which its driver may go about a program, the plain one, ``""``, first.
        kept: names of members that no general change touches: addresses, and what `repaired` works out.
    """

    ways: tuple[str, ...] = ("",)
    kept: frozenset[str] = frozenset()

    @abstractmethod
    def taken(self, layer: Layer) -> Taken | None:
        """What a program has of a layer; None: nothing, as it is one that the driver makes of the others."""

    @abstractmethod
    def device(self) -> EventDevice:
        """A reference device."""

    @abstractmethod
    def bench(self, host: Host, rng: np.random.Generator, way: str) -> Bench:
        """A bench on a host, on which programs are played in one of the ways."""

    @abstractmethod
    async def play(self, bench: Bench, steps: Sequence[Step], way: str) -> None:
        """Play layers that are all in memory, and return when they are done."""

    @abstractmethod
    def reads(self, layers: Layers) -> Sequence[Footprint]:
        """What layers read of memories that software can load.

        Raises:
            ValueError: they cannot be described.
        """

    @abstractmethod
    def writes(self, layers: Layers) -> Sequence[Footprint]:
        """What they write there.

        Raises:
            ValueError: likewise.
        """

    @abstractmethod
    def registers(self, layers: Layers) -> int:
        """How many register words, or words of descriptors, are not 0: what a person has to look at."""

    @abstractmethod
    def addresses(self, layers: Layers) -> Mapping[Place, str]:
        """The addresses in layers: the memory port of each, by where it stands."""

    @abstractmethod
    def frame(self) -> TestFrame:
        """How a test of the family begins."""

    def origin(self, port: str) -> int:  # noqa: ARG002 - most memories begin at 0
        """The lowest address of a memory."""
        return 0

    def lowest(self, place: Place, default: object) -> int:  # noqa: ARG002 - for members of their own
        """The smallest that a number may be: its default, or 1 if it has none."""
        return default if isinstance(default, int) else 1

    def repaired(self, layers: Layers) -> Layers:
        """Layers in which what follows from other members is worked out again, after one of them was changed.

        Raises:
            ValueError: they are of no known kind.
        """
        return layers

    def simpler(self, layers: Layers) -> Iterator[tuple[str, LayerChange]]:  # noqa: ARG002 - for those that have some
        """Changes that only the family knows, by name; those of one name exclude each other, simplest first."""
        yield from ()

    def fills(self, label: str) -> Sequence[bytes]:  # noqa: ARG002 - bytes are alike in most families
        """Patterns that may stand where layers read, simplest first, by the label of what they read."""
        return (b"\0", b"\1", b"\x7f", b"\x80", b"\xff")

    def short(self, value: object) -> Call | None:  # noqa: ARG002 - most families have none
        """The call that makes a descriptor or a part of one where that is shorter than all of its members."""
        return None

    def trace(self, program: Program, folder: Path, title: str) -> bool:  # noqa: ARG002 - for those that have traces
        """Write a program as a trace with the reference's answers as goldens.

        Returns:
            Whether the family has traces.
        """
        return False


AnyShrinking = Shrinking[Any]
