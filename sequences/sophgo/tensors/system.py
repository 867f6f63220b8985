"""Tensors in DDR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sophgo.layouts.strides import Shape, Strides, continuous
from sequences.host import Host
from sequences.memory_plan import Surface


@dataclass(frozen=True, slots=True)
class SystemTensor:
    """A tensor in DDR, one element behind the other in the order n, c, h, w.

    Attributes:
        host: reaches the memory.
        surface: where it lies.
        shape: its sizes.
        dtype: the type of an element.
    """

    host: Host
    surface: Surface
    shape: Shape
    dtype: np.dtype[Any]

    def numpy(self) -> NDArray[Any]:
        """What it holds now, [n, c, h, w]."""
        data = self.host.dump(self.surface.port, self.surface.address, self.surface.size_bytes)
        return data.view(self.dtype).reshape(self.shape)

    @property
    def address(self) -> int:
        """Where it begins, as words of the GDMA say it."""
        return self.surface.address

    @property
    def strides(self) -> Strides:
        """Its strides in elements."""
        return continuous(self.shape)


@dataclass(frozen=True, slots=True)
class Weights:
    """The kernel of a convolution in DDR, as each lane is to have its share of it.

    Attributes:
        packed: the bytes, a channel for each output channel.
        shape: output channels, input channels, lines, columns.
        dtype: the type of an element.
    """

    packed: SystemTensor
    shape: Shape
    dtype: np.dtype[Any]
