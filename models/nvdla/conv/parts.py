"""What a convolution is made of: what it reads, how kernels move, the buffer (docs/nvdla/convolution.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.conv.weights import weight_side
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, Stream
from models.nvdla.surfaces.side import Side

DATA, WEIGHTS = "data", "weights"
"""Labels of what CDMA reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Convertor:
    """CDMA's input convertor.

    Attributes:
        enabled: whether it converts; else codes are taken as they are.
        offset: subtracted from each element; `scale` multiplied with it.
        truncate: bits of the right shift behind that.
    """

    enabled: bool = False
    offset: int = 0
    scale: int = 0
    truncate: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvInput:
    """The input cube as CDMA fetches it.

    Attributes:
        precision: name of the number format in memory.
        channels: extents of the cube; `height` and `width` likewise.
        side: where it lies.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
        grains: slices that must have room in the buffer before the next ones are fetched.
        convertor: what is done with each element.
        nan_to_zero: FP16 NaN become +0.
    """

    precision: str
    channels: int
    height: int
    width: int
    side: Side
    line_packed: bool
    surface_packed: bool
    grains: int = 1
    convertor: Convertor = Convertor()
    nan_to_zero: bool = False

    @property
    def element_bytes(self) -> int:
        """Size of an element.

        Raises:
            ValueError: the precision is a reserved value.
        """
        if self.precision not in ELEMENT_BYTES:
            raise ValueError(f"input precision {self.precision} is reserved")
        return ELEMENT_BYTES[self.precision]

    def layout(self, config: HwConfig) -> FeatureCube:
        """Where the elements lie: the part takes a single pixel for packed that is said to be, whatever its stride."""
        side = self.side
        if self.height == self.width == 1 and self.surface_packed:
            side = replace(side, surface_stride_bytes=config.atom_bytes)
        return FeatureCube(side, config.atom_bytes, self.channels, self.height, self.width, self.element_bytes)

    def footprint(self, config: HwConfig) -> Footprint:
        """What CDMA reads of it."""
        layout = self.layout(config)
        port, axi_id = config.port(self.side.ram).name, config.read_ids["CDMA_DAT"]
        return Footprint(port, axi_id, layout.addresses, config.atom_bytes, DATA, layout)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvWeights:
    """The weight surface as CDMA fetches it.

    Attributes:
        ram: name of its memory.
        address: of its first byte.
        size_bytes: bytes that are fetched.
        kernels: how many there are.
        kernel_bytes: bytes of one.
    """

    ram: str
    address: int
    size_bytes: int
    kernels: int
    kernel_bytes: int

    @property
    def side(self) -> Side:
        """Where the first byte lies."""
        return weight_side(self.ram, self.address)

    def footprint(self, config: HwConfig) -> Footprint:
        """What CDMA reads of it."""
        layout = Stream(self.side, config.atom_bytes, self.size_bytes)
        port, axi_id = config.port(self.ram).name, config.read_ids["CDMA_WT"]
        return Footprint(port, axi_id, layout.addresses, config.atom_bytes, WEIGHTS, layout)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """How a kernel moves over the input.

    Attributes:
        height: rows of a kernel; `width` columns.
        stride_x: input columns from one output pixel to the next; `stride_y` lines likewise.
        dilation_x: input columns from one kernel column to the next; `dilation_y` lines likewise.
    """

    height: int
    width: int
    stride_x: int = 1
    stride_y: int = 1
    dilation_x: int = 1
    dilation_y: int = 1

    @property
    def reach_x(self) -> int:
        """Input columns from a kernel's first to its last one."""
        return (self.width - 1) * self.dilation_x + 1

    @property
    def reach_y(self) -> int:
        """Input lines from a kernel's first to its last row."""
        return (self.height - 1) * self.dilation_y + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Padding:
    """What lies around the input cube.

    Attributes:
        left: columns before the first; `right`, `top` and `bottom` likewise.
        value: what they hold, the code as a signed number; INT8 takes its low byte.
    """

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """How the layer uses the convolution buffer.

    Attributes:
        entries: of a slice.
        data_banks: banks for data; `weight_banks` for weights.
        release_slices: slices that are freed at the end.
        keep_data: the release of data is skipped; `keep_weights` that of weights.
    """

    entries: int
    data_banks: int
    weight_banks: int
    release_slices: int
    keep_data: bool = False
    keep_weights: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvOutput:
    """The output as CSC and CACC know it; SDP writes it.

    Attributes:
        height: lines; `width` columns.
        address: low word of the address that CACC is told; it matters with several batches only.
        line_stride_bytes: that CACC is told; `surface_stride_bytes` likewise.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
    """

    height: int
    width: int
    address: int = 0
    line_stride_bytes: int = 0
    surface_stride_bytes: int = 0
    line_packed: bool = False
    surface_packed: bool = False
