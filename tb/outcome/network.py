"""What is known of a compiled network, or of a part of it, that was played: a test's record has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationRecord:
    """What is known of operations that play together, handing each other data.

    Attributes:
        name: their numbers.
        units: the units that do them.
        shape: of their output, channels x height x width.
        macs: multiplications of their convolution; `most_macs` in a cycle, at most.
        bytes_moved: that they read and write.
        layers: numbers of their layers, as findings name them.
        cycles: of the core's clock, from their start to their end; 0 on the model, which has no time.
    """

    name: str
    units: str
    shape: str
    macs: int
    most_macs: int
    bytes_moved: int
    layers: tuple[int, ...]
    cycles: int

    @property
    def peak(self) -> float | None:
        """Which part of the multiplications that its cycles have room for are done; None: it has none, or no time."""
        return self.macs / (self.cycles * self.most_macs) if self.macs and self.cycles else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A tensor as a grey picture, its channels side by side.

    Attributes:
        said: number format and shape.
        low: number that is black.
        high: that is white.
        width: in pixels.
        grey: pixels line by line, a byte each, in base64.
    """

    said: str
    low: float
    high: float
    width: int
    grey: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTensor:
    """The first tensor that is not what it should be.

    Attributes:
        operation: whose output it is.
        element: the first element that differs, and both values.
        found: what the design has; `expected` what it should have.
    """

    operation: str
    element: str
    found: Picture
    expected: Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkRecord:
    """A network that was played, or a part of it.

    Attributes:
        name: the network's.
        count: how many operations, or rows of them that play together, it has.
        operations: those that were played, in the order in which they were programmed.
        computed: what the processor computed.
        outputs: pictures by name.
        wrong: the first tensor that is not what it should be.
        first_wrong: the operation that the first finding is about, with its units; empty: there is none.
    """

    name: str
    count: int
    operations: tuple[OperationRecord, ...]
    computed: tuple[str, ...] = ()
    outputs: Mapping[str, Picture] = field(default_factory=dict)
    wrong: WrongTensor | None = None
    first_wrong: str = ""


def network_of(data: Mapping[str, Any]) -> NetworkRecord:
    """A record from its JSON object.

    Raises:
        TypeError: it has another form.
    """
    try:
        return msgspec.convert(data, NetworkRecord)
    except msgspec.ValidationError as error:
        raise TypeError(str(error)) from error
