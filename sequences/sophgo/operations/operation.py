"""What all operations have in common: they take a tensor, give another one, and make a chain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.words.word import Word
from sequences.sophgo.tensors.local import LocalTensor
from sequences.sophgo.tensors.system import SystemTensor

Tensor = SystemTensor | LocalTensor


class Emitter(Protocol):
    """Takes the words of a kernel, and has room in local memory for what they leave there."""

    @property
    def config(self) -> SophgoConfig:
        """The hardware configuration."""

    def word(self, word: Word) -> None:
        """One word more."""

    def local(self, shape: Shape, dtype: np.dtype[np.generic], layout: str = "aligned", lane: int = 0) -> LocalTensor:
        """Room for a tensor until what is emitted now is all there."""

    def room(self, size_bytes: int, lane: int = 0) -> int:
        """Likewise for so many bytes of each lane: their address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorOperation(ABC):
    """An operation; in a chain it takes what the one before it gives.

    Attributes:
        source: what it takes; None: what the operation before it gives.
        into: where its result goes; None: where there is room.
    """

    source: Tensor | None = None
    into: Tensor | None = None

    def __rshift__(self, other: TensorOperation | Chain) -> Chain:
        return Chain((self,)) >> other

    @property
    def operations(self) -> tuple[TensorOperation, ...]:
        """Itself, as the one of its chain."""
        return (self,)

    @abstractmethod
    def emit(self, emitter: Emitter, given: Tensor) -> Tensor:
        """Emit its words.

        Args:
            emitter: takes them.
            given: what it takes.

        Returns:
            Its result.

        Raises:
            ValueError: it cannot take that.
        """

    def result(self, emitter: Emitter, shape: Shape, dtype: np.dtype[np.generic], given: LocalTensor) -> LocalTensor:
        """Where its result goes: an aligned tensor that begins in the lane of what it takes.

        Raises:
            ValueError: `into` is something else.
        """
        if self.into is None:
            return emitter.local(shape, dtype, lane=given.lane)
        into = local_tensor(self, self.into)
        if (into.shape, into.dtype, into.lane) != (shape, dtype, given.lane):
            raise ValueError(
                f"{type(self).__name__}: its result is {dtype} {tuple(shape)} from lane {given.lane} on; "
                f"`into` is {into.dtype} {tuple(into.shape)} from lane {into.lane} on"
            )
        return into


@dataclass(frozen=True, slots=True)
class Chain:
    """Operations one behind the other.

    Attributes:
        operations: those.
    """

    operations: tuple[TensorOperation, ...]

    def __rshift__(self, other: TensorOperation | Chain) -> Chain:
        if not isinstance(other, TensorOperation | Chain):
            raise ValueError(f"{type(other).__name__} behind >>: chain operations, such as CopyIn(x) >> CopyOut(y)")
        return Chain((*self.operations, *other.operations))


def local_tensor(operation: TensorOperation, tensor: Tensor, *layouts: str) -> LocalTensor:
    """A tensor in local memory, in one of some layouts; none: in any.

    Raises:
        ValueError: it is elsewhere, or in another layout.
    """
    name = type(operation).__name__
    if not isinstance(tensor, LocalTensor):
        raise ValueError(f"{name} works in local memory: bring the tensor there first, CopyIn(x) >> {name}(...)")
    if layouts and tensor.layout not in layouts:
        raise ValueError(f"{name} takes tensors that are {' or '.join(layouts)}, this one is {tensor.layout}")
    return tensor


def system_tensor(operation: TensorOperation, tensor: Tensor | None) -> SystemTensor:
    """A tensor in DDR.

    Raises:
        ValueError: it is elsewhere.
    """
    if not isinstance(tensor, SystemTensor):
        raise ValueError(f"{type(operation).__name__} needs a tensor in DDR: bench.tensor(...) or bench.empty(...)")
    return tensor
