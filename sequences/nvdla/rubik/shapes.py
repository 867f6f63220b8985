"""What a reordering looks like, and allocating its memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, Atoms, ceil_div
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape


@dataclass(frozen=True, slots=True, kw_only=True)
class RubikShape:
    """What a reordering looks like, before it has memory.

    Attributes:
        mode: ``CONTRACT``, ``SPLIT`` or ``MERGE``.
        precision: name of the number format.
        width: of the input; `height` likewise.
        out_channels: channels of the output; for a split or merge, of input and output.
        x_stride: of a contract; `y_stride` likewise.
        source: what it reads; `destination` what it writes.
        count_stalls: whether the stall counters are on.
    """

    mode: str
    precision: str = "INT8"
    width: int = 1
    height: int = 1
    out_channels: int = 1
    x_stride: int = 1
    y_stride: int = 1
    source: SideShape
    destination: SideShape
    count_stalls: bool = False

    @property
    def groups(self) -> int:
        """Input channels for each output channel."""
        return self.x_stride * self.y_stride if self.mode == "CONTRACT" else 1

    def elements(self, atom_bytes: int) -> int:
        """Elements of an atom."""
        return atom_bytes // ELEMENT_BYTES[self.precision]

    def source_channels(self, atom_bytes: int) -> int:
        """Channels that the input has in memory: each channel group of a contract begins a surface of its own."""
        elements = self.elements(atom_bytes)
        return ceil_div(self.out_channels, elements) * elements * self.groups if self.groups > 1 else self.out_channels


def allocate_rubik(bench: NvdlaBench, shape: RubikShape, pool: SurfacePool | None = None) -> Rubik:
    """Give a layer surfaces and fill them.

    Args:
        bench: where to play.
        shape: the layer.
        pool: where surfaces come from; None: each is new.
    """
    pool, config = pool or SurfacePool(bench), bench.config
    rubik, read, written = _at_zero(shape, config)
    plane_align, atom_bytes = config.plane_align_bytes, config.atom_bytes
    source = pool.source(read, plane_align if shape.mode == "MERGE" else atom_bytes)
    destination = pool.destination(written, plane_align if shape.mode == "SPLIT" else atom_bytes, source)
    return replace(
        rubik,
        source=replace(rubik.source, address=source.address),
        destination=replace(rubik.destination, address=destination.address),
    )


def _at_zero(shape: RubikShape, config: HwConfig) -> tuple[Rubik, Atoms, Atoms]:
    """The layer at address 0, and the lines of its source and of its destination."""
    x, y = (shape.x_stride, shape.y_stride) if shape.mode == "CONTRACT" else (1, 1)
    source_extent = shape.source_channels(config.atom_bytes), shape.height, shape.width
    output_extent = shape.out_channels, y * shape.height, x * shape.width
    read = _lines(shape, shape.source, source_extent, config, planar=shape.mode == "MERGE")
    written = _lines(shape, shape.destination, output_extent, config, planar=shape.mode == "SPLIT")
    extent = shape.out_channels, shape.height, shape.width
    rubik = Rubik.of(
        config,
        shape.mode,
        shape.precision,
        shape=extent,
        strides=(x, y),
        source=read.side,
        destination=written.side,
    )
    return rubik, read, written


def _lines(
    shape: RubikShape, side: SideShape, extent: tuple[int, int, int], config: HwConfig, *, planar: bool
) -> Atoms:
    """The lines of a side at address 0, as planes or as a feature cube.

    Args:
        shape: the layer.
        side: the side.
        extent: its channels, lines and columns.
        config: the hardware configuration.
        planar: whether it is planes.
    """
    channels, height, width = extent
    if planar:
        units = ceil_div(width * ELEMENT_BYTES[shape.precision], config.plane_align_bytes)
        at_zero = side.at_zero(units, height, config.plane_align_bytes)
        line_atoms = units * config.plane_align_bytes // config.atom_bytes
        return Atoms(at_zero, config.atom_bytes, channels, height, line_atoms)
    surfaces = ceil_div(channels, shape.elements(config.atom_bytes))
    return Atoms(side.at_zero(width, height, config.atom_bytes), config.atom_bytes, surfaces, height, width)
