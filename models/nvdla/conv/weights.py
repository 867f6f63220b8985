"""Where the weights of a convolution lie in memory."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import group_kernels
from models.nvdla.surfaces.kernels import KernelLayout, KernelShape
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side


def weight_side(ram: str, address: int) -> Side:
    """The side of weights; they are one line."""
    return Side(ram=ram, address=address, line_stride_bytes=0, surface_stride_bytes=0)


def kernel_layout(side: Side, shape: KernelShape, precision: str, config: HwConfig) -> KernelLayout:
    """The layout of kernels.

    Args:
        side: where they lie.
        shape: kernels, channels, rows, columns.
        precision: name of the number format.
        config: the hardware configuration.
    """
    kernels, channels, rows, columns = shape
    return KernelLayout(
        side=side,
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
