"""A row of convolutions that use again what the one before left in the buffer, before they have memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from sequences.nvdla.conv.mapping.parts import WholeConv, below, describe_whole, without_lines
from sequences.nvdla.conv.shapes import ConvShape


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLayer:
    """One layer of a row.

    Attributes:
        shape: what it looks like: all lines that it works on, and its banks.
        cube: which input of the row it reads.
        first: line that it begins with.
        kernels: which kernels of the row it has.
        kept: its lines that the layer before leaves in the buffer: all, the first ones, or none.
        reuse_weights: that one leaves its weights there.
        leave: lines that it leaves in the buffer: all, the last ones, or none.
        keep_weights: it leaves its weights there.
    """

    shape: ConvShape
    cube: int
    first: int
    kernels: int
    kept: int = 0
    reuse_weights: bool = False
    leave: int = 0
    keep_weights: bool = False

    @property
    def end(self) -> int:
        """The line behind its last one."""
        return self.first + self.shape.height


@dataclass(frozen=True, slots=True)
class Row:
    """Layers that go on from each other.

    Attributes:
        layers: one behind the other.
        cubes: lines of each input; all else of it is in the shapes.
    """

    layers: tuple[RowLayer, ...]
    cubes: tuple[int, ...]

    def reader(self, cube: int) -> ConvShape:
        """The first layer of an input, with all lines of that."""
        shape = next(item.shape for item in self.layers if item.cube == cube)
        return replace(shape, height=self.cubes[cube])


def describe_layer(item: RowLayer, config: HwConfig, whole: WholeConv) -> tuple[Conv, Sdp]:
    """The descriptors of a layer of a row.

    Args:
        item: the layer.
        config: the hardware configuration.
        whole: it on the whole input.

    Raises:
        ValueError: it does not fit the convolution buffer.
    """
    height, second = item.shape.height, whole.beside.second
    beside = replace(whole.beside, second=None if second is None else below(second, item.first))
    part = replace(whole, shape=item.shape, source=below(whole.source, item.first), beside=beside)
    conv, sdp = describe_whole(part, config)
    buffer = replace(
        conv.buffer,
        release_slices=height - item.leave or height,
        keep_data=item.leave == height,
        keep_weights=item.keep_weights,
        reuse_data=item.kept > 0,
        reuse_weights=item.reuse_weights,
    )
    fetched = without_lines(conv.input, item.kept if item.kept < height else 0)
    return replace(conv, input=fetched, buffer=buffer), sdp
