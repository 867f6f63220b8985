"""What a convolution reads as data: a feature cube or an image (docs/nvdla/layouts.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from models.memory.footprint import Footprint
from models.memory.sparse import Addresses
from models.nvdla.codec.forms import BYTES, FLAG, LESS_ONE, NAME, SIGNED
from models.nvdla.codec.items import Metadata, held, meant
from models.nvdla.codec.parts import part
from models.nvdla.codec.words import Only
from models.nvdla.config import HwConfig
from models.nvdla.conv.registers import IN_WINOGRAD_MODE, SECOND, SOURCE
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.image import Image, image_of
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS, PixelFormat
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, need_room

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
PIXEL_FORMAT = "CDMA.D_DATAIN_FORMAT.PIXEL_FORMAT"
OF_TWO_PLANES = Only.of(PIXEL_FORMAT, *(name for name, pixel in PIXEL_FORMATS.items() if len(pixel.plane_bytes) > 1))
"""Images that have two planes."""
REQUEST_ATOMS = 8
"""Of a line of features that CDMA asks for at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Convertor:
    """CDMA's input convertor.

    Attributes:
        enabled: whether it converts; else codes are taken as they are.
        offset: subtracted from each element; `scale` multiplied with it.
        truncate: bits of the right shift behind that.
    """

    enabled: bool = field(default=False, metadata=held("CDMA.D_CVT_CFG.CVT_EN", form=FLAG))
    offset: int = field(default=0, metadata=held("CDMA.D_CVT_OFFSET.CVT_OFFSET", form=SIGNED))
    scale: int = field(default=0, metadata=held("CDMA.D_CVT_SCALE.CVT_SCALE", form=SIGNED))
    truncate: int = field(default=0, metadata=held("CDMA.D_CVT_CFG.CVT_TRUNCATE"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What the convertor subtracts from the components of an image instead of its offset.

    Attributes:
        enabled: whether it does.
        ry: of the component R or Y; `gu`, `bv` and `ax` likewise.
    """

    enabled: bool = field(default=False, metadata=held("CDMA.D_MEAN_FORMAT.MEAN_FORMAT", form=FLAG))
    ry: int = field(default=0, metadata=held("CDMA.D_MEAN_GLOBAL_0.MEAN_RY", form=SIGNED))
    gu: int = field(default=0, metadata=held("CDMA.D_MEAN_GLOBAL_0.MEAN_GU", form=SIGNED))
    bv: int = field(default=0, metadata=held("CDMA.D_MEAN_GLOBAL_1.MEAN_BV", form=SIGNED))
    ax: int = field(default=0, metadata=held("CDMA.D_MEAN_GLOBAL_1.MEAN_AX", form=SIGNED))

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


def _extended(side: str) -> Metadata:
    return held(f"CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_{side}_EXT", form=LESS_ONE, only=(IN_WINOGRAD_MODE,))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvData:
    """What feature cubes and images have in common.

    Attributes:
        precision: name of the number format in memory.
        channels: extents of a cube, or components of a pixel.
        height: lines; those that the buffer keeps are not counted.
        width: columns, or pixels of a line.
        grains: slices or lines that must have room in the buffer before the next ones are fetched.
        convertor: what is done with each element.
        nan_to_zero: FP16 NaN become +0.
        batches: how many cubes there are; of images one.
    """

    precision: str = field(metadata=held("CDMA|CSC.D_MISC_CFG.IN_PRECISION", form=NAME))
    channels: int = field(metadata=held("CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL", form=LESS_ONE))
    height: int = field(metadata=held("CDMA.D_DATAIN_SIZE_0.DATAIN_HEIGHT", form=LESS_ONE))
    width: int = field(metadata=held("CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH", form=LESS_ONE))
    grains: int = field(default=1, metadata=held("CDMA.D_FETCH_GRAIN.GRAINS", form=LESS_ONE))
    convertor: Convertor = field(default=Convertor(), metadata=part(Convertor))
    nan_to_zero: bool = field(default=False, metadata=held("CDMA.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO", form=FLAG))
    batches: int = field(default=1, metadata=held("CDMA|CSC|CACC.D_BATCH_NUMBER.BATCHES", form=LESS_ONE))

    @property
    def element_bytes(self) -> int:
        """Size of an element.

        Raises:
            ValueError: the precision is a reserved value.
        """
        return element_bytes_of(self.precision)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvInput(ConvData):
    """The input cube as CDMA fetches it, or cubes of several batches.

    Attributes:
        side: where it lies.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
        batch_stride_bytes: from one batch to the next.
        extended_width: for Winograd the padded width divided by the stride, in CDMA's registers, else 0;
            `extended_height` likewise.
    """

    kind: ClassVar[str] = "FEATURE"

    side: Side = field(metadata=SOURCE.part("CDMA"))
    line_packed: bool = field(default=False, metadata=held("CDMA.D_DAIN_MAP.LINE_PACKED", form=FLAG))
    surface_packed: bool = field(default=False, metadata=held("CDMA.D_DAIN_MAP.SURF_PACKED", form=FLAG))
    batch_stride_bytes: int = field(default=0, metadata=held("CDMA.D_BATCH_STRIDE.BATCH_STRIDE", form=BYTES))
    extended_width: int = field(default=0, metadata=_extended("WIDTH"))
    extended_height: int = field(default=0, metadata=_extended("HEIGHT"))

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

    def last_requests(self, config: HwConfig, *, whole: bool) -> list[Addresses]:
        """The atoms of those requests of which one is the last: in the last line, of a surface of the last entry.

        Args:
            config: the hardware configuration.
            whole: a request is for `REQUEST_ATOMS` of a line; else it may be for one.
        """
        lines = self.layout(config, self.batches - 1).last_lines
        if self.height == self.width == 1 and self.surface_packed:
            lines = lines.reshape(1, -1)
        surfaces, last = config.cbuf_entry_bytes // config.atom_bytes, lines.shape[1] - 1
        return list(lines[-surfaces:, last // REQUEST_ATOMS * REQUEST_ATOMS if whole else last :])

    def __str__(self) -> str:
        batches = f"{self.batches} batches of " if self.batches > 1 else ""
        apart = f", {self.batch_stride_bytes} bytes apart" if self.batches > 1 else ""
        return (
            f"input {self.precision} {batches}{self.channels}x{self.height}x{self.width} (C x H x W) {self.side}{apart}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvImage(ConvData):
    """The input image as CDMA fetches it, pixels of some components.

    Attributes:
        pixel_format: name of the format.
        second: where its second plane lies; None: it has none. What the two have in common is the first one's.
        side: where its first plane lies; there is no surface stride.
        x_offset: pixels at the beginning of a line that are left out.
        y_offset: lines that are left out; none.
        mapping: how lines follow each other, ``PITCH_LINEAR``.
        signed: what the convertor takes integers for.
        means: what is subtracted from each component.
    """

    kind: ClassVar[str] = "PIXEL"

    pixel_format: str = field(metadata=held(PIXEL_FORMAT, form=NAME))
    second: Side | None = field(default=None, metadata=meant(SECOND.part("CDMA"), OF_TWO_PLANES))
    side: Side = field(metadata=SOURCE.part("CDMA"))
    x_offset: int = field(default=0, metadata=held("CDMA.D_PIXEL_OFFSET.PIXEL_X_OFFSET"))
    y_offset: int = field(default=0, metadata=held("CDMA.D_PIXEL_OFFSET.PIXEL_Y_OFFSET"))
    mapping: str = field(default=PITCH_LINEAR, metadata=held("CDMA.D_DATAIN_FORMAT.PIXEL_MAPPING", form=NAME))
    signed: bool = field(default=False, metadata=held("CDMA.D_DATAIN_FORMAT.PIXEL_SIGN_OVERRIDE", form=FLAG))
    means: Means = field(default=Means(), metadata=part(Means))

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

    def last_requests(self, config: HwConfig, *, whole: bool) -> list[Addresses]:
        """The atoms of those requests of which one is the last: in a plane's last line.

        Args:
            config: the hardware configuration.
            whole: a request is for a line, where there is one plane; else it may be for an atom.
        """
        lines = [plane.last_lines[0] for plane in self.layout(config).planes]
        return lines if whole and len(lines) == 1 else [line[-1:] for line in lines]

    def __str__(self) -> str:
        second = "" if self.second is None else f", second plane {self.second}"
        return (
            f"image {self.pixel_format} {self.precision} {'signed' if self.signed else 'unsigned'}, "
            f"{self.channels} components, {self.height}x{self.width} (H x W) from pixel {self.x_offset} on "
            f"{self.side}{second}"
        )
