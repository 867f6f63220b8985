"""What a convolution reads as weights: all of them, or those that are not zero (docs/nvdla/layouts.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.nvdla.codec.forms import BYTES, LESS_ONE
from models.nvdla.codec.items import Metadata, held
from models.nvdla.codec.memory import address, memory
from models.nvdla.codec.parts import choice, part
from models.nvdla.config import HwConfig
from models.nvdla.conv.registers import MASK_ADDRESS, SIZES_ADDRESS, WEIGHT_ADDRESS
from models.nvdla.surfaces.direct_weights import KernelLayout, KernelShape
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, Stream, ceil_div, need_room

WEIGHTS, MASK, SIZES = "weights", "weight mask", "group sizes"
"""Labels of what CDMA reads."""
GROUP_SIZE_BYTES = 4
"""Of the size of a group of kernels, as it lies in memory."""


def group_kernels(config: HwConfig, precision: str) -> int:
    """Kernels that are multiplied at once."""
    return config.mac_int8_kernels // ELEMENT_BYTES[precision]


def weight_side(ram: str, address: int) -> Side:
    """The side of weights; they are one line."""
    return Side(ram=ram, address=address, line_stride_bytes=0, surface_stride_bytes=0)


def kernel_layout(
    side: Side,
    shape: KernelShape,
    precision: str,
    config: HwConfig,
    made: Callable[..., KernelLayout] = KernelLayout,
) -> KernelLayout:
    """The layout of kernels.

    Args:
        side: where they lie.
        shape: kernels, channels, rows, columns.
        precision: name of the number format.
        config: the hardware configuration.
        made: makes one of the arguments of `KernelLayout`; that of direct convolution of features itself.
    """
    kernels, channels, rows, columns = shape
    return made(
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


def _at(registers: tuple[str, str]) -> Metadata:
    low, high = registers
    return address(f"CDMA.{low}", f"CDMA.{high}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compression:
    """Where lies what makes kernels of compressed weights.

    Attributes:
        mask_address: of the mask of weights that are not zero.
        mask_bytes: bytes of it that are fetched.
        sizes_address: of the sizes of the groups of kernels.
    """

    mask_address: int = field(metadata=_at(MASK_ADDRESS))
    mask_bytes: int = field(metadata=held("CDMA|CSC.D_WMB_BYTES.WMB_BYTES", form=BYTES))
    sizes_address: int = field(metadata=_at(SIZES_ADDRESS))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvWeights:
    """The weight surface as CDMA fetches it.

    Attributes:
        ram: name of its memory.
        address: of its first byte.
        size_bytes: bytes that are fetched: of compressed weights those of the compressed surface.
        kernels: how many there are.
        kernel_bytes: bytes of one that is not compressed.
        compression: of compressed weights; None: all of them are in memory.
    """

    ram: str = field(metadata=memory("CDMA.D_WEIGHT_RAM_TYPE.WEIGHT_RAM_TYPE"))
    address: int = field(metadata=_at(WEIGHT_ADDRESS))
    size_bytes: int = field(metadata=held("CDMA|CSC.D_WEIGHT_BYTES.WEIGHT_BYTES", form=BYTES))
    kernels: int = field(
        metadata=held(
            "CDMA.D_WEIGHT_SIZE_1.WEIGHT_KERNEL",
            "CSC.D_WEIGHT_SIZE_EXT_1.WEIGHT_KERNEL",
            "CSC|CACC.D_DATAOUT_SIZE_1.DATAOUT_CHANNEL",
            form=LESS_ONE,
        )
    )
    kernel_bytes: int = field(metadata=held("CDMA.D_WEIGHT_SIZE_0.BYTE_PER_KERNEL", form=LESS_ONE))
    compression: Compression | None = field(
        default=None,
        metadata=choice("CDMA|CSC.D_WEIGHT_FORMAT.WEIGHT_FORMAT", UNCOMPRESSED=None, COMPRESSED=part(Compression)),
    )

    @property
    def format(self) -> str:
        """Name of how they are stored."""
        return "UNCOMPRESSED" if self.compression is None else "COMPRESSED"

    @property
    def side(self) -> Side:
        """Where the first byte lies; there is one line."""
        return weight_side(self.ram, self.address)

    def footprints(self, config: HwConfig, precision: str) -> tuple[Footprint, ...]:
        """What CDMA reads of them: the weights, and the mask and the group sizes of compressed ones.

        Args:
            config: the hardware configuration.
            precision: of the multiplication.

        Raises:
            ValueError: the precision is a reserved value, or there is too much.
        """
        if precision not in ELEMENT_BYTES:
            raise ValueError(f"precision {precision} is reserved")
        found = {WEIGHTS: self._stream(config, self.address, self.size_bytes)}
        if self.compression is not None:
            mask, sizes = self.compression.mask_address, self.compression.sizes_address
            found[MASK] = self._stream(config, mask, self.compression.mask_bytes)
            found[SIZES] = self._stream(config, sizes, self.sizes_bytes(config, precision))
        need_room(found.values(), "reads")
        port, axi_id = config.port(self.ram).name, config.read_ids["CDMA_WT"]
        return tuple(
            Footprint(port, axi_id, layout.addresses, config.atom_bytes, label, layout)
            for label, layout in found.items()
        )

    def sizes_bytes(self, config: HwConfig, precision: str) -> int:
        """Bytes of group sizes that CDMA reads."""
        return ceil_div(self.kernels, group_kernels(config, precision)) * GROUP_SIZE_BYTES

    def _stream(self, config: HwConfig, address: int, size: int) -> Stream:
        return Stream(weight_side(self.ram, address), config.atom_bytes, size)

    def __str__(self) -> str:
        text = f"weights {self.size_bytes} bytes at {self.ram} {self.address:#x}"
        if self.compression is None:
            return text
        item = self.compression
        return (
            f"compressed {text}, mask {item.mask_bytes} bytes at {item.mask_address:#x}, "
            f"group sizes at {item.sizes_address:#x}"
        )
