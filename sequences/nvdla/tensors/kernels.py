"""Weights: arrays of kernels in the accelerator's memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.kernels import KernelLayout, KernelShape
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements import DTYPES, bytes_of, elements_of


@dataclass(frozen=True, slots=True)
class KernelTensor:
    """Kernels in a memory, as direct convolution reads them.

    Attributes:
        precision: name of the number format.
        layout: where each element lies.
        surface: the memory that is its own.
        host: reaches the memory.
    """

    precision: str
    layout: KernelLayout
    surface: Surface
    host: Host

    @property
    def shape(self) -> KernelShape:
        """Kernels, channels, rows, columns."""
        return self.layout.kernels, self.layout.channels, self.layout.rows, self.layout.columns

    @property
    def side(self) -> Side:
        """Its memory and address."""
        return self.layout.side

    def numpy(self) -> NDArray[Any]:
        """What memory holds now, [kernels, channels, rows, columns]."""
        values = self.layout.unpack(get_atoms(self.host, self.surface.port, self.layout))
        return np.ascontiguousarray(values).view(DTYPES[self.precision])[..., 0]

    def load(self, values: NDArray[Any]) -> None:
        """Put kernels into memory through the back door; the padding behind them is 0.

        Args:
            values: [kernels, channels, rows, columns].

        Raises:
            ValueError: another shape, or values that the precision does not hold.
        """
        elements = elements_of(values, self.precision)
        if elements.shape != self.shape:
            raise ValueError(f"kernels of shape {elements.shape} for some of {self.shape}")
        put_atoms(self.host, self.surface.port, self.layout, self.layout.pack(bytes_of(elements), 0))
