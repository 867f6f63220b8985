"""Rubik as a user writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.surfaces.cubes import ElementLayout, FeatureCube, Planes
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.nvdla.firmware.layers import LayerOnTensors, same_elements
from sequences.nvdla.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class RubikReordering(LayerOnTensors):
    """A layer between a feature cube and planes of the same elements.

    Attributes:
        source: what is read.
        destination: what is written.
    """

    source: Tensor
    destination: Tensor
    mode: ClassVar[str]
    layouts: ClassVar[tuple[type[ElementLayout], type[ElementLayout]]]  # of the source and of the destination

    def descriptor(self, config: HwConfig) -> Rubik:
        """The layer.

        Raises:
            ValueError: the tensors differ, or are no cube and planes.
        """
        name, source, destination = type(self).__name__, self.source, self.destination
        if not isinstance(source.layout, self.layouts[0]) or not isinstance(destination.layout, self.layouts[1]):
            raise ValueError(f"{name}: it needs a tensor with layout='cube' and one with layout='planes'")
        same_elements(name, (source.shape, source.precision), (destination.shape, destination.precision))
        return Rubik.of(
            config,
            self.mode,
            source.precision,
            shape=source.shape,
            source=source.side,
            destination=destination.side,
        )


class RubikSplit(RubikReordering):
    """Make a plane of each channel of a feature cube."""

    mode = "SPLIT"
    layouts = FeatureCube, Planes


class RubikMerge(RubikReordering):
    """Make a feature cube of planes."""

    mode = "MERGE"
    layouts = Planes, FeatureCube


@dataclass(frozen=True, slots=True)
class RubikContract(LayerOnTensors):
    """The last step of a deconvolution: groups of channels become neighbouring pixels.

    Attributes:
        source: what is read; channel group `iy * x_stride + ix` begins a surface of its own and becomes the pixels at
            lines ``h * y_stride + iy`` and columns ``w * x_stride + ix``.
        destination: what is written.
        x_stride: output columns for each input column; `y_stride` likewise for lines.
    """

    source: Tensor
    destination: Tensor
    x_stride: int
    y_stride: int

    def descriptor(self, config: HwConfig) -> Rubik:
        """The layer.

        Raises:
            ValueError: the tensors do not fit the strides.
        """
        channels, height, width = self.destination.shape
        elements = config.atom_bytes // self.destination.layout.element_bytes
        surfaces = ceil_div(channels, elements)
        groups = self.x_stride * self.y_stride
        wanted = (surfaces * elements * groups, height // self.y_stride, width // self.x_stride)
        if height % self.y_stride or width % self.x_stride or self.source.shape != wanted:
            shapes = (self.destination.shape, wanted, self.source.shape)
            output, needed, given = ("x".join(map(str, shape)) for shape in shapes)
            raise ValueError(
                f"RubikContract: an output of {output} with strides {self.x_stride} and {self.y_stride} (x, y) needs "
                f"an input of {needed}, not {given} (channels x height x width)"
            )
        return Rubik.of(
            config,
            "CONTRACT",
            self.source.precision,
            shape=(channels, *wanted[1:]),
            strides=(self.x_stride, self.y_stride),
            source=self.source.side,
            destination=self.destination.side,
        )
