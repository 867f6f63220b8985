"""How kernels of a convolution move, what surrounds its input, how it uses the buffer (docs/nvdla/convolution.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.nvdla.codec.forms import BYTES, FLAG, LESS_ONE, SIGNED, Form
from models.nvdla.codec.items import Metadata, either, held
from models.nvdla.conv.registers import IN_DIRECT_MODE, IN_WINOGRAD_MODE, OF_FEATURES, OF_IMAGES

DIRECT, WINOGRAD = "DIRECT", "WINOGRAD"
"""Names of the modes."""
WINOGRAD_TAPS = 3
"""Rows and columns of a kernel of Winograd, once strides are made channels."""
WINOGRAD_OUTPUTS = 2
"""Lines and columns of output that a tile of Winograd makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """How a kernel moves over the input.

    In a descriptor `height` and `width` are those of CSC's registers: for images and Winograd not its rows and
    columns, which are in `Conv.taps`.

    Attributes:
        height: rows of a kernel; `width` columns.
        stride_x: input columns from one output pixel to the next; `stride_y` lines likewise.
        dilation_x: input columns from one kernel column to the next; `dilation_y` lines likewise.
    """

    height: int = field(metadata=held("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_HEIGHT_EXT", form=LESS_ONE))
    width: int = field(metadata=held("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT", form=LESS_ONE))
    stride_x: int = field(default=1, metadata=held("CDMA.D_CONV_STRIDE.CONV_X_STRIDE", form=LESS_ONE))
    stride_y: int = field(default=1, metadata=held("CDMA.D_CONV_STRIDE.CONV_Y_STRIDE", form=LESS_ONE))
    dilation_x: int = field(default=1, metadata=held("CSC.D_DILATION_EXT.X_DILATION_EXT", form=LESS_ONE))
    dilation_y: int = field(default=1, metadata=held("CSC.D_DILATION_EXT.Y_DILATION_EXT", form=LESS_ONE))

    @property
    def reach_x(self) -> int:
        """Input columns from a kernel's first to its last one."""
        return (self.width - 1) * self.dilation_x + 1

    @property
    def reach_y(self) -> int:
        """Input lines from a kernel's first to its last row."""
        return (self.height - 1) * self.dilation_y + 1


def _seen(side: str) -> Metadata:
    """Metadata of a size that CSC sees; where CDMA does not look at it, it has the same."""
    mine, other = (f"{block}.D_DATAIN_SIZE_EXT_0.DATAIN_{side}_EXT" for block in ("CSC", "CDMA"))
    direct = held(mine, form=LESS_ONE, ignored=other, only=(IN_DIRECT_MODE,))
    return either(direct, held(mine, form=LESS_ONE, only=(IN_WINOGRAD_MODE,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What CSC sees of the input, of a kernel and of the strides; `models.nvdla.conv.view` says what it must be.

    Attributes:
        width: extents of the input; `height` and `channels` likewise. Lines that the buffer kept are counted.
        depth: channels of a kernel.
        stride_x: columns from one output pixel to the next; `stride_y` lines likewise.
    """

    width: int = field(metadata=_seen("WIDTH"))
    height: int = field(metadata=_seen("HEIGHT"))
    channels: int = field(metadata=held("CSC.D_DATAIN_SIZE_EXT_1.DATAIN_CHANNEL_EXT", form=LESS_ONE))
    depth: int = field(metadata=held("CSC.D_WEIGHT_SIZE_EXT_1.WEIGHT_CHANNEL_EXT", form=LESS_ONE))
    stride_x: int = field(default=1, metadata=held("CSC.D_CONV_STRIDE_EXT.CONV_X_STRIDE_EXT", form=LESS_ONE))
    stride_y: int = field(default=1, metadata=held("CSC.D_CONV_STRIDE_EXT.CONV_Y_STRIDE_EXT", form=LESS_ONE))


OF_CSC, OF_CDMA = "CSC.D_ZERO_PADDING_VALUE.PAD_VALUE", "CDMA.D_ZERO_PADDING_VALUE.PAD_VALUE"
"""Registers with the value of the padding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Padding:
    """What lies around the input cube.

    Attributes:
        left: columns before the first; `right`, `top` and `bottom` likewise.
        value: what they hold, the code as a signed number; INT8 takes its low byte.
    """

    left: int = field(default=0, metadata=held("CSC|CDMA.D_ZERO_PADDING.PAD_LEFT"))
    right: int = field(default=0, metadata=held("CDMA.D_ZERO_PADDING.PAD_RIGHT"))
    top: int = field(default=0, metadata=held("CSC|CDMA.D_ZERO_PADDING.PAD_TOP"))
    bottom: int = field(default=0, metadata=held("CDMA.D_ZERO_PADDING.PAD_BOTTOM"))
    value: int = field(
        default=0,
        metadata=either(
            held(OF_CSC, form=SIGNED, ignored=OF_CDMA, only=(OF_FEATURES, IN_DIRECT_MODE)),
            held(OF_CDMA, form=SIGNED, ignored=OF_CSC, only=(OF_FEATURES, IN_WINOGRAD_MODE)),
            held(OF_CSC, OF_CDMA, form=SIGNED, only=(OF_IMAGES,)),
        ),
    )


def _in_both(where: str, form: Form[Any]) -> Metadata:
    return held(f"CDMA|CSC.{where}", form=form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """How the layer uses the convolution buffer.

    Attributes:
        entries: of a slice.
        data_banks: banks for data; `weight_banks` for weights.
        release_slices: slices that are freed at the end; 0 where only registers of CDMA are known, which do not say it.
        keep_data: the release of data is skipped; `keep_weights` that of weights.
        reuse_data: the layer works on data that the one before left there; `reuse_weights` likewise.
    """

    entries: int = field(metadata=_in_both("D_ENTRY_PER_SLICE.ENTRIES", LESS_ONE))
    data_banks: int = field(metadata=_in_both("D_BANK.DATA_BANK", LESS_ONE))
    weight_banks: int = field(metadata=_in_both("D_BANK.WEIGHT_BANK", LESS_ONE))
    release_slices: int = field(default=0, metadata=held("CSC.D_RELEASE.RLS_SLICES", form=LESS_ONE))
    keep_data: bool = field(default=False, metadata=_in_both("D_MISC_CFG.SKIP_DATA_RLS", FLAG))
    keep_weights: bool = field(default=False, metadata=_in_both("D_MISC_CFG.SKIP_WEIGHT_RLS", FLAG))
    reuse_data: bool = field(default=False, metadata=_in_both("D_MISC_CFG.DATA_REUSE", FLAG))
    reuse_weights: bool = field(default=False, metadata=_in_both("D_MISC_CFG.WEIGHT_REUSE", FLAG))

    @property
    def banks(self) -> tuple[int, int]:
        """Banks of both."""
        return self.data_banks, self.weight_banks

    @property
    def used_again(self) -> str:
        """What is kept from layer to layer, for messages; empty if nothing is."""
        kinds = {
            "reuses data": self.reuse_data,
            "reuses weights": self.reuse_weights,
            "keeps data": self.keep_data,
            "keeps weights": self.keep_weights,
        }
        used = ", ".join(text for text, flag in kinds.items() if flag)
        return f"; {used}" if used else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvOutput:
    """The output as CSC and CACC know it; SDP writes it.

    Attributes:
        height: lines; `width` columns.
        address: low word of the address in CACC's registers; it matters with several batches only.
        line_stride_bytes: that of CACC's registers; `surface_stride_bytes` likewise.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
    """

    height: int = field(metadata=held("CSC|CACC.D_DATAOUT_SIZE_0.DATAOUT_HEIGHT", form=LESS_ONE))
    width: int = field(metadata=held("CSC|CACC.D_DATAOUT_SIZE_0.DATAOUT_WIDTH", form=LESS_ONE))
    address: int = field(default=0, metadata=held("CACC.D_DATAOUT_ADDR.DATAOUT_ADDR", form=BYTES))
    line_stride_bytes: int = field(default=0, metadata=held("CACC.D_LINE_STRIDE.LINE_STRIDE", form=BYTES))
    surface_stride_bytes: int = field(default=0, metadata=held("CACC.D_SURF_STRIDE.SURF_STRIDE", form=BYTES))
    line_packed: bool = field(default=False, metadata=held("CACC.D_DATAOUT_MAP.LINE_PACKED", form=FLAG))
    surface_packed: bool = field(default=False, metadata=held("CACC.D_DATAOUT_MAP.SURF_PACKED", form=FLAG))

    @property
    def size(self) -> tuple[int, int]:
        """Lines and columns."""
        return self.height, self.width
