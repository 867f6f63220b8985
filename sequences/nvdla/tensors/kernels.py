"""Weights: arrays of kernels in the accelerator's memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import group_kernels
from models.nvdla.surfaces.kernels import KernelLayout
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements import DTYPES, bytes_of, elements_of

KernelShape = tuple[int, int, int, int]
"""Kernels, channels, rows, columns."""


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


def kernels_at_zero(shape: KernelShape, precision: str, ram: str, config: HwConfig) -> KernelLayout:
    """Where kernels lie that begin at address 0.

    Args:
        shape: kernels, channels, rows, columns.
        precision: name of the number format.
        ram: the memory's name.
        config: the hardware configuration.
    """
    kernels, channels, rows, columns = shape
    return KernelLayout(
        side=Side(ram=ram, address=0, line_stride_bytes=0, surface_stride_bytes=0),
        atom_bytes=config.atom_bytes,
        kernels=kernels,
        channels=channels,
        rows=rows,
        columns=columns,
        element_bytes=ELEMENT_BYTES[precision],
        group_kernels=group_kernels(config, precision),
        block_channels=config.mac_channels,
        entry_bytes=config.cbuf_entry_bytes,
    )
