"""What a convolution with its SDP layer looks like, before it has memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.nvdla.conv.fetch.inputs import Convertor, Means
from models.nvdla.conv.parts import DIRECT, WINOGRAD, Kernel, Padding
from models.nvdla.conv.view import output_size
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.settings import XSettings
from models.nvdla.surfaces.direct_weights import KernelShape
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.tensors.side_shape import SideShape

PACKED = SideShape("DBB")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageShape:
    """What an image is beside its size.

    Attributes:
        pixel_format: name of the format.
        x_offset: pixels in front of the first one in its atom.
        signed: what the convertor takes integers for.
        means: what is subtracted from each component.
    """

    pixel_format: str
    x_offset: int = 0
    signed: bool = False
    means: Means = field(default_factory=Means)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvShape:
    """A convolution of features or of an image, direct or by Winograd's method, and SDP's pass-through behind it.

    Attributes:
        precision: name of the number format of the multiplication and of the weights.
        in_precision: that of the input; another one only with the convertor.
        out_precision: that of the output.
        channels: extents of the input; `height` and `width` likewise.
        kernels: how many kernels there are: the channels of the output.
        kernel: their rows and columns, and how they move; for Winograd three rows and columns for each stride.
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
        values: class of the input's values, as in `sequences.nvdla.tensors.elements.values`, None: the most usual one;
            `weights` that of the weights.
        image: what the input is if it is an image; then gaps of `source` are those between lines of its two planes.
        post_extension: rows of a kernel that are multiplied at once, of an image: 1, 2 or 4.
        winograd: it is done by Winograd's method.
        pra_truncate: bits that integers are shifted right by behind its first additions.
        batches: cubes of the input, and of the output.
        apart: atoms between two cubes of the input, and pairs of atoms between two of the output; gaps of an output of
            several batches are in pairs of atoms as well.
        compressed: zeros are left out of the weights.
        zeros: class of where zeros are among them, as in `sequences.nvdla.conv.draw.zeros`; None: where values are 0.
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
    x1: XSettings = field(default_factory=XSettings)
    out_convertor: OutputConvertor = field(default_factory=OutputConvertor)
    flush_sums: bool = False
    count_saturation: bool = True
    count_nan: bool = True
    values: str | None = None
    weights: str | None = None
    image: ImageShape | None = None
    post_extension: int = 1
    winograd: bool = False
    pra_truncate: int = 0
    batches: int = 1
    apart: tuple[int, int] = (0, 0)
    compressed: bool = False
    zeros: str | None = None

    @property
    def mode(self) -> str:
        """Name of the mode, as registers have it."""
        return WINOGRAD if self.winograd else DIRECT

    @property
    def out_size(self) -> tuple[int, int]:
        """Lines and columns of the output."""
        return output_size(self.mode, self.height, self.width, self.kernel, self.padding)

    @property
    def out_width(self) -> int:
        """Columns of the output."""
        return self.out_size[1]

    @property
    def out_height(self) -> int:
        """Lines of the output."""
        return self.out_size[0]

    @property
    def kernel_shape(self) -> KernelShape:
        """Kernels, channels, rows, columns."""
        return self.kernels, self.channels, self.kernel.height, self.kernel.width

    @property
    def kernel_bytes(self) -> int:
        """Bytes of a kernel that is not transformed."""
        return self.channels * self.kernel.height * self.kernel.width * ELEMENT_BYTES[self.precision]
