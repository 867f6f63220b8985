"""What every NVDLA sequence works with: a host, memory for tensors, and layers that are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.nvdla.config import HwConfig
from models.nvdla.conv.weights import kernel_layout, weight_side
from models.nvdla.surfaces.kernels import KernelShape
from sequences.host import Host
from sequences.memory_plan import MemoryPlan, Surface
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.target import NvdlaTarget
from sequences.nvdla.tensors.elements import elements_of
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import (
    Tensor,
    align_bytes,
    layout_at_zero,
    most_extents,
    room_bytes,
)

Shape = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class NvdlaBench(NvdlaTarget):
    """What a test works with: memory for tensors, and a small firmware that plays layers.

        x = bench.tensor(values, "INT8", ram="DBB")
        y = bench.empty(x.shape, "INT8", ram="CVSRAM")
        await bench.play(Copy(x, y))
        assert (y.numpy() == x.numpy()).all()

    Attributes are those of `NvdlaTarget`.
    """

    def tensor(
        self,
        values: ArrayLike,
        precision: str,
        *,
        ram: str = "DBB",
        layout: str = "cube",
        gaps: tuple[int, int] = (0, 0),
        at: int | None = None,
    ) -> Tensor:
        """A tensor that holds values.

        Args:
            values: [channels, height, width].
            precision: ``INT8``, ``INT16`` or ``FP16``.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            layout: ``cube`` for feature data, ``planes`` for planar data.
            gaps: between lines and between surfaces, in atoms; of planes, in multiples of 64 bytes.
            at: its address; None: anywhere.

        Raises:
            ValueError: a name that is none, an array of another rank, values that the precision does not hold, or an
                address where it cannot lie.
        """
        elements: NDArray[Any] = elements_of(np.asarray(values), precision)
        tensor = self.empty(elements.shape, precision, ram=ram, layout=layout, gaps=gaps, at=at)
        tensor.load(elements)
        return tensor

    def empty(
        self,
        shape: tuple[int, ...],
        precision: str,
        *,
        ram: str = "DBB",
        layout: str = "cube",
        gaps: tuple[int, int] = (0, 0),
        at: int | None = None,
    ) -> Tensor:
        """A tensor for results; it holds random bytes, and so does what lies around it. Arguments as of `tensor`.

        Raises:
            ValueError: as `tensor`.
        """
        most = most_extents(self.registers)
        if len(shape) != 3 or not all(1 <= extent <= limit for extent, limit in zip(shape, most, strict=True)):
            limits = " x ".join(map(str, most))
            raise ValueError(f"shape {shape}: a tensor has channels x height x width, at most {limits}")
        extents: Shape = (shape[0], shape[1], shape[2])
        port = self.config.port(ram).name
        at_zero = layout_at_zero(layout, ram, extents, precision, gaps=gaps, config=self.config)
        surface = self._allocate(port, room_bytes(at_zero), align_bytes(layout, self.config), at)
        allocated = replace(at_zero, side=replace(at_zero.side, address=surface.address))
        return Tensor(precision, allocated, surface, self.host)

    def kernels(self, values: ArrayLike, precision: str, *, ram: str = "DBB", at: int | None = None) -> KernelTensor:
        """Weights of a convolution.

        Args:
            values: [kernels, channels, rows, columns].
            precision: ``INT8``, ``INT16`` or ``FP16``: what the convolution multiplies in.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            at: the address; None: anywhere.

        Raises:
            ValueError: a name that is none, an array of another rank, values that the precision does not hold, more
                kernels or larger ones than registers hold, or an address where they cannot lie.
        """
        elements: NDArray[Any] = elements_of(np.asarray(values), precision)
        most = self._most_kernels()
        if elements.ndim != 4 or not all(1 <= size <= limit for size, limit in zip(elements.shape, most, strict=True)):
            limits = " x ".join(map(str, most))
            raise ValueError(
                f"kernels of shape {elements.shape}: kernels x channels x rows x columns, at most {limits}"
            )
        kernels, channels, rows, columns = elements.shape
        at_zero = kernel_layout(weight_side(ram, 0), (kernels, channels, rows, columns), precision, self.config)
        surface = self._allocate(self.config.port(ram).name, at_zero.size_bytes, self.config.atom_bytes, at)
        layout = replace(at_zero, side=replace(at_zero.side, address=surface.address))
        tensor = KernelTensor(precision, layout, surface, self.host)
        tensor.load(elements)
        return tensor

    def free(self, *tensors: Tensor | KernelTensor) -> None:
        """Give the memory of tensors to others."""
        for tensor in tensors:
            self.plan.free(tensor.surface)

    async def play(self, *layers: Playable, knobs: FirmwareKnobs | None = None) -> None:
        """Play layers: as many at a time as the units and what they need of each other allow; return when all are done.

        Args:
            layers: layers, such as ``Copy(x, y)``, chains of layers, or descriptors, in an order in which they could
                also run one by one.
            knobs: how the firmware goes about it.

        Raises:
            ValueError: a layer that cannot be described.
            HangError: a layer did not end.
        """
        await Firmware(self, knobs or FirmwareKnobs()).play(jobs_of(layers, self.config))

    def _allocate(self, port: str, size_bytes: int, alignment: int, at: int | None) -> Surface:
        """Memory of a tensor, filled at random."""
        surface = self.plan.allocate(port, size_bytes, alignment, at)
        self.plan.fill(self.host, surface)
        return surface

    def _most_kernels(self) -> KernelShape:
        """The most kernels, channels, rows and columns that registers hold."""
        size, extent = self.registers.CSC.D_WEIGHT_SIZE_EXT_1, self.registers.CSC.D_WEIGHT_SIZE_EXT_0
        fields = size.WEIGHT_KERNEL, size.WEIGHT_CHANNEL_EXT, extent.WEIGHT_HEIGHT_EXT, extent.WEIGHT_WIDTH_EXT
        kernels, channels, rows, columns = (field.limit + 1 for field in fields)
        return kernels, channels, rows, columns


def make_bench(
    host: Host, config: HwConfig, rng: np.random.Generator, *, conventional_addresses: bool = False
) -> NvdlaBench:
    """A bench with fresh memory.

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
        conventional_addresses: surfaces lie only where an address alone tells its memory, as in a trace.
    """
    return NvdlaBench(host, config, rng, MemoryPlan(config.ports, rng, conventional=conventional_addresses))
