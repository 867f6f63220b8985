"""Parts of feature cubes as tensors of their own: they share their memory."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.surfaces.cubes import FeatureCube
from sequences.nvdla.tensors.atoms import get_atoms
from sequences.nvdla.tensors.elements.blank import blank_of
from sequences.nvdla.tensors.tensor import Tensor


def window(tensor: Tensor, lines: range, columns: range) -> Tensor:
    """Some lines and columns of a feature cube.

    Args:
        tensor: the cube.
        lines: which lines, each so many behind the one before.
        columns: which columns, next to each other.

    Raises:
        ValueError: the tensor is no feature cube.
    """
    layout = _cube(tensor)
    side = layout.side
    offset = lines.start * side.line_stride_bytes + columns.start * layout.atom_bytes
    part = replace(side, address=side.address + offset, line_stride_bytes=lines.step * side.line_stride_bytes)
    return _part(tensor, replace(layout, side=part, height=len(lines), width=len(columns)))


def surfaces_of(tensor: Tensor, first: int, channels: int) -> Tensor:
    """Some channels of a feature cube, from the beginning of a surface on.

    Args:
        tensor: the cube.
        first: number of the surface.
        channels: how many channels.

    Raises:
        ValueError: the tensor is no feature cube.
    """
    layout = _cube(tensor)
    side = replace(layout.side, address=layout.side.address + first * layout.side.surface_stride_bytes)
    return _part(tensor, replace(layout, side=side, channels=channels))


def _part(tensor: Tensor, layout: FeatureCube) -> Tensor:
    """A part of a tensor: nobody has written it as long as nobody has written the whole."""
    blank = blank_of(layout, get_atoms(tensor.host, tensor.surface.port, layout)) if tensor.is_blank() else None
    return replace(tensor, layout=layout, blank=blank)


def _cube(tensor: Tensor) -> FeatureCube:
    if not isinstance(tensor.layout, FeatureCube):
        raise ValueError("only a tensor with layout='cube' has parts")
    return tensor.layout
