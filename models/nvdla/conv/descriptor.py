"""One convolution as its registers describe it (docs/nvdla/convolution.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.conv.registers import FIXED, ROWS, SOURCE
from models.nvdla.field_table import encode_rows
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, Stream
from models.nvdla.surfaces.side import Side, split_address
from models.registers import RegisterMap

BLOCKS = ("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC")
DATA, WEIGHTS = "data", "weights"
"""Labels of what CDMA reads."""
CLIP_TRUNCATE_AT_MOST = 16
"""Fraction bits that CACC keeps of an integer sum."""


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
        """Where the first byte lies; there is one line."""
        return Side(ram=self.ram, address=self.address, line_stride_bytes=0, surface_stride_bytes=0)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Conv:
    """A direct convolution of feature data.

    Attributes:
        precision: name of the number format of the multiplication.
        input: the input cube.
        weights: the kernels.
        kernel: how they move over the input.
        padding: what lies around the input.
        buffer: how the convolution buffer is used.
        output: what comes out.
        atomics: pixels of the output, as the sequencer is told.
        clip_truncate: bits that an integer sum is shifted right at the end.
    """

    precision: str
    input: ConvInput
    weights: ConvWeights
    kernel: Kernel
    padding: Padding = Padding()
    buffer: Buffer
    output: ConvOutput
    atomics: int
    clip_truncate: int = 0

    def need_known(self) -> None:
        """Make sure that it can be computed.

        Raises:
            ValueError: a precision is a reserved value, or the two need a conversion that there is not.
        """
        names = self.input.precision, self.precision
        if not set(names) <= set(ELEMENT_BYTES):
            raise ValueError(f"precision {' to '.join(names)} is reserved")
        if ELEMENT_BYTES[names[0]] != ELEMENT_BYTES[names[1]] or (
            names[0] != names[1] and (not self.input.convertor.enabled or names[0] == "FP16")
        ):
            raise ValueError(f"CDMA does not make {names[1]} of {names[0]} here")

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads."""
        return self.input.side, self.weights.side

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input."""
        return self.input.footprint(config), self.weights.footprint(config)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:  # noqa: ARG002 - SDP writes what comes out
        """Nothing."""
        return ()

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks, in pipeline order.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the units or a memory.
        """
        config.need_unit("CDMA")
        words = encode_rows(registers, ROWS, FIXED, self)
        low, high = split_address(self.weights.address)
        cdma = registers.CDMA
        words["CDMA"] |= SOURCE.encode(self.input.side) | {
            "D_DAIN_RAM_TYPE": cdma.D_DAIN_RAM_TYPE.encode(**SOURCE.encode_ram(self.input.side, config)),
            "D_WEIGHT_RAM_TYPE": cdma.D_WEIGHT_RAM_TYPE.encode(WEIGHT_RAM_TYPE=config.ram_type(self.weights.ram)),
            "D_WEIGHT_ADDR_LOW": low,
            "D_WEIGHT_ADDR_HIGH": high,
        }
        blocks = (registers.blocks[name] for name in BLOCKS)
        return tuple(BlockProgram(block.name, (block.in_address_order(words[block.name]),)) for block in blocks)

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line for each part."""
        cube, kernel, pad = self.input, self.kernel, self.padding
        extent = f"{cube.channels}x{cube.height}x{cube.width}"
        taps = f"{self.weights.kernels} kernels of {cube.channels}x{kernel.height}x{kernel.width} (C x R x S)"
        return (
            f"layer: direct convolution {self.precision}, {taps}, "
            f"input {cube.precision} {extent} (C x H x W) {cube.side}",
            f"stride {kernel.stride_x}x{kernel.stride_y}, dilation {kernel.dilation_x}x{kernel.dilation_y} (x, y), "
            f"padding left {pad.left} right {pad.right} top {pad.top} bottom {pad.bottom} with {pad.value}, "
            f"output {self.output.height}x{self.output.width}, CLIP_TRUNCATE {self.clip_truncate}",
            f"weights {self.weights.size_bytes} bytes at {self.weights.ram} {self.weights.address:#x}, banks: "
            f"{self.buffer.data_banks} data, {self.buffer.weight_banks} weights; {self.buffer.entries} entries a slice",
        )
