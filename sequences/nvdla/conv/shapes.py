"""What a convolution with its SDP layer looks like, before it has memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.nvdla.conv.cbuf import output_extent
from models.nvdla.conv.inputs import Convertor
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.sdp.descriptor import X1, OutputConvertor
from models.nvdla.surfaces.kernels import KernelShape
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.tensors.side_shape import SideShape

PACKED = SideShape("DBB")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvShape:
    """A direct convolution of feature data, and SDP's pass-through behind it.

    Attributes:
        precision: name of the number format of the multiplication and of the weights.
        in_precision: that of the input; another one only with the convertor.
        out_precision: that of the output.
        channels: extents of the input; `height` and `width` likewise.
        kernels: how many kernels there are: the channels of the output.
        kernel: how they move.
        padding: what lies around the input.
        source: where the input is to lie; `destination` the output.
        weight_ram: memory of the weights.
        grains: slices that must have room before the next ones are fetched.
        data_banks: banks for data; None: as many as needed.
        weight_banks: banks for weights; None: as many as needed, or else all that are left.
        convertor: CDMA's.
        nan_to_zero: CDMA makes FP16 NaN to +0.
        clip_truncate: bits that CACC shifts an integer sum at the end.
        x1: SDP's first operator.
        out_convertor: SDP's output convertor.
        flush_sums: SDP makes FP16 NaN to +0.
        count_saturation: SDP counts what saturates; `count_nan` NaN likewise.
        values: class of the input's values, as in `sequences.nvdla.conv.draw.values`, None: the most usual one;
            `weights` that of the weights.
    """

    precision: str
    in_precision: str
    out_precision: str
    channels: int
    height: int
    width: int
    kernels: int
    kernel: Kernel
    padding: Padding = field(default_factory=Padding)
    source: SideShape = PACKED
    destination: SideShape = PACKED
    weight_ram: str = PACKED.ram
    grains: int = 1
    data_banks: int | None = None
    weight_banks: int | None = None
    convertor: Convertor = field(default_factory=Convertor)
    nan_to_zero: bool = False
    clip_truncate: int = 0
    x1: X1 = field(default_factory=X1)
    out_convertor: OutputConvertor = field(default_factory=OutputConvertor)
    flush_sums: bool = False
    count_saturation: bool = True
    count_nan: bool = True
    values: str | None = None
    weights: str | None = None

    @property
    def out_width(self) -> int:
        """Columns of the output."""
        pad = self.padding
        return output_extent(self.width, pad.left, pad.right, self.kernel.reach_x, self.kernel.stride_x)

    @property
    def out_height(self) -> int:
        """Lines of the output."""
        pad = self.padding
        return output_extent(self.height, pad.top, pad.bottom, self.kernel.reach_y, self.kernel.stride_y)

    @property
    def kernel_shape(self) -> KernelShape:
        """Kernels, channels, rows, columns."""
        return self.kernels, self.channels, self.kernel.height, self.kernel.width

    @property
    def kernel_bytes(self) -> int:
        """Bytes of a kernel."""
        return self.channels * self.kernel.height * self.kernel.width * ELEMENT_BYTES[self.precision]
