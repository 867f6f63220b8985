"""What a convolution reads as data: a feature cube or an image (docs/nvdla/layouts.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.image import Image, image_of
from models.nvdla.surfaces.layout import ELEMENT_BYTES, need_room
from models.nvdla.surfaces.pixels import PIXEL_FORMATS, PixelFormat
from models.nvdla.surfaces.side import Side

DATA = "data"
"""Label of what CDMA reads as data; further batches have labels of their own."""
PITCH_LINEAR = "PITCH_LINEAR"
"""Name of the mapping where line follows line."""
CONVERTED: Mapping[str, tuple[str, ...]] = MappingProxyType({"INT8": ("INT8",), "INT16": ("INT16", "FP16"), "FP16": ()})
"""What the convertor makes of features, by what they are in memory: elements keep their size."""
PIXELS_CONVERTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"INT8": tuple(ELEMENT_BYTES), "INT16": tuple(ELEMENT_BYTES), "FP16": ()}
)
"""What it makes of the components of images."""


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
class Means:
    """What the convertor subtracts from the components of an image instead of its offset.

    Attributes:
        enabled: whether it does.
        ry: of the component R or Y; `gu`, `bv` and `ax` likewise.
    """

    enabled: bool = False
    ry: int = 0
    gu: int = 0
    bv: int = 0
    ax: int = 0

    @property
    def components(self) -> tuple[int, int, int, int]:
        """Those of all components, in the order in which they stand in the buffer."""
        return self.ry, self.gu, self.bv, self.ax


def multiplied_as(source: str, *, converted: bool, image: bool = False) -> tuple[str, ...]:
    """The precisions in which elements of one can be multiplied, through the convertor or without it."""
    table = PIXELS_CONVERTED if image else CONVERTED
    return table[source] if converted else (source,)


def element_bytes_of(precision: str) -> int:
    """Size of an element.

    Raises:
        ValueError: the precision is a reserved value.
    """
    if precision not in ELEMENT_BYTES:
        raise ValueError(f"input precision {precision} is reserved")
    return ELEMENT_BYTES[precision]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvInput:
    """The input cube as CDMA fetches it, or cubes of several batches.

    Attributes:
        precision: name of the number format in memory.
        channels: extents of the cube; `height` and `width` likewise. Lines that the buffer keeps are not counted.
        side: where it lies.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
        grains: slices that must have room in the buffer before the next ones are fetched.
        convertor: what is done with each element.
        nan_to_zero: FP16 NaN become +0.
        batches: how many cubes there are.
        batch_stride_bytes: from one of them to the next.
        extended_width: for Winograd the padded width divided by the stride, in CDMA's registers, else 0;
            `extended_height` likewise.
    """

    kind: ClassVar[str] = "FEATURE"

    precision: str
    channels: int
    height: int
    width: int
    side: Side
    line_packed: bool = False
    surface_packed: bool = False
    grains: int = 1
    convertor: Convertor = Convertor()
    nan_to_zero: bool = False
    batches: int = 1
    batch_stride_bytes: int = 0
    extended_width: int = 0
    extended_height: int = 0

    @property
    def element_bytes(self) -> int:
        """Size of an element.

        Raises:
            ValueError: the precision is a reserved value.
        """
        return element_bytes_of(self.precision)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it lies in."""
        return (self.side,)

    def layout(self, config: HwConfig, batch: int = 0) -> FeatureCube:
        """Where the elements lie: the part takes a single pixel for packed that is said to be, whatever its stride.

        Args:
            config: the hardware configuration.
            batch: of which batch.
        """
        side = replace(self.side, address=self.side.address + batch * self.batch_stride_bytes)
        if self.height == self.width == 1 and self.surface_packed:
            side = replace(side, surface_stride_bytes=config.atom_bytes)
        return FeatureCube(side, config.atom_bytes, self.channels, self.height, self.width, self.element_bytes)

    def footprints(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What CDMA reads of it, a footprint for each batch.

        Raises:
            ValueError: the precision is a reserved value, or there is too much.
        """
        port, axi_id = config.port(self.side.ram).name, config.read_ids["CDMA_DAT"]
        layouts = [self.layout(config, batch) for batch in range(self.batches)]
        need_room(layouts, "reads")
        labels = [DATA, *(f"{DATA} of batch {batch}" for batch in range(1, self.batches))]
        return tuple(
            Footprint(port, axi_id, layout.addresses, config.atom_bytes, label, layout)
            for label, layout in zip(labels, layouts, strict=True)
        )

    def __str__(self) -> str:
        batches = f"{self.batches} batches of " if self.batches > 1 else ""
        apart = f", {self.batch_stride_bytes} bytes apart" if self.batches > 1 else ""
        return (
            f"input {self.precision} {batches}{self.channels}x{self.height}x{self.width} (C x H x W) {self.side}{apart}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvImage:
    """The input image as CDMA fetches it, pixels of some components.

    Attributes:
        precision: name of the number format in memory.
        pixel_format: name of the format.
        channels: components of a pixel.
        height: lines; `width` pixels of a line.
        side: where its first plane lies; there is no surface stride.
        second: where its second plane lies; None: it has none.
        x_offset: pixels at the beginning of a line that are left out.
        y_offset: lines that are left out; none.
        mapping: how lines follow each other, ``PITCH_LINEAR``.
        signed: what the convertor takes integers for.
        grains: lines that must have room in the buffer before the next ones are fetched.
        convertor: what is done with each element.
        means: what is subtracted from each component.
        nan_to_zero: FP16 NaN become +0.
        batches: one.
    """

    kind: ClassVar[str] = "PIXEL"

    precision: str
    pixel_format: str
    channels: int
    height: int
    width: int
    side: Side
    second: Side | None = None
    x_offset: int = 0
    y_offset: int = 0
    mapping: str = PITCH_LINEAR
    signed: bool = False
    grains: int = 1
    convertor: Convertor = Convertor()
    means: Means = Means()
    nan_to_zero: bool = False
    batches: int = 1

    @property
    def element_bytes(self) -> int:
        """Size of an element.

        Raises:
            ValueError: the precision is a reserved value.
        """
        return element_bytes_of(self.precision)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it lies in."""
        return (self.side,) if self.second is None else (self.side, self.second)

    @property
    def pixel(self) -> PixelFormat:
        """The format.

        Raises:
            ValueError: it is a reserved value, or says another precision or another number of components.
        """
        pixel = PIXEL_FORMATS.get(self.pixel_format)
        if pixel is None or self.mapping != PITCH_LINEAR or self.y_offset:
            raise ValueError(
                f"there is no pixel format {self.pixel_format} {self.mapping} from line {self.y_offset} on"
            )
        if (pixel.precision, pixel.channels) != (self.precision, self.channels):
            raise ValueError(
                f"pixels of {self.pixel_format} have {pixel.channels} components of {pixel.precision}, "
                f"not {self.channels} of {self.precision}"
            )
        return pixel

    def layout(self, config: HwConfig) -> Image:
        """Where the components lie.

        Raises:
            ValueError: the format is a reserved value, or does not fit the others.
        """
        pixel = self.pixel
        size = {"atom_bytes": config.atom_bytes, "height": self.height, "width": self.width}
        return image_of(pixel, self.sides, **size, x_offset=self.x_offset)

    def footprints(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What CDMA reads of it, both planes in one footprint.

        Raises:
            ValueError: the format is a reserved value, or does not fit the others, or there is too much.
        """
        layout = self.layout(config)
        need_room(layout.planes, "reads")
        port, axi_id = config.port(self.side.ram).name, config.read_ids["CDMA_DAT"]
        return (Footprint(port, axi_id, layout.addresses, config.atom_bytes, DATA, layout, layout.owned),)

    def __str__(self) -> str:
        second = "" if self.second is None else f", second plane {self.second}"
        return (
            f"image {self.pixel_format} {self.precision} {'signed' if self.signed else 'unsigned'}, "
            f"{self.channels} components, {self.height}x{self.width} (H x W) from pixel {self.x_offset} on "
            f"{self.side}{second}"
        )
