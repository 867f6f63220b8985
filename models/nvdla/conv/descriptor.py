"""One convolution as its registers describe it (docs/nvdla/convolution.md)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.memory.footprint import Footprint
from models.nvdla.codec.codec import encode
from models.nvdla.codec.forms import LESS_ONE, NAME, POWER
from models.nvdla.codec.items import held
from models.nvdla.codec.parts import choice, part
from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput, multiplied_as
from models.nvdla.conv.fetch.weights import ConvWeights
from models.nvdla.conv.parts import DIRECT, WINOGRAD, WINOGRAD_TAPS, Buffer, ConvOutput, Kernel, Padding, View
from models.nvdla.conv.registers import IN_WINOGRAD_MODE, KIND, MODE
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.direct_weights import KernelShape
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import RegisterMap

BLOCKS = ("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC")
CLIP_TRUNCATE_AT_MOST = 16
"""Fraction bits that CACC keeps of an integer sum."""
PRA_TRUNCATE_AT_MOST = 2
"""Bits by which Winograd's additions make an integer wider."""
POST_EXTENSION_AT_MOST = 4
"""Rows of a kernel that can be multiplied at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conv:
    """A convolution: direct, of features (one cube or several batches) or an image, or by Winograd's method.

    Attributes:
        mode: ``DIRECT`` or ``WINOGRAD``.
        precision: name of the number format of the multiplication.
        input: what it reads as data: a feature cube, or an image.
        weights: the kernels.
        kernel: a kernel as CSC's registers have it, and how it moves; `taps` has its real rows and columns.
        view: input and kernels as CSC's registers have them.
        padding: what lies around the input.
        buffer: how the convolution buffer is used.
        output: what comes out.
        atomics: pixels of the output, as the sequencer counts them.
        clip_truncate: bits that an integer sum is shifted right at the end.
        pra_truncate: bits that integers are shifted right by behind Winograd's first additions.
        post_extension: rows of a kernel that are multiplied at once, of an image: 1, 2 or 4.
    """

    mode: str = field(default=DIRECT, metadata=held(MODE, form=NAME))
    precision: str = field(metadata=held("CDMA|CSC|CMAC_A|CMAC_B|CACC.D_MISC_CFG.PROC_PRECISION", form=NAME))
    input: ConvInput | ConvImage = field(metadata=choice(KIND, FEATURE=part(ConvInput), PIXEL=part(ConvImage)))
    weights: ConvWeights = field(metadata=part(ConvWeights))
    kernel: Kernel = field(metadata=part(Kernel))
    view: View = field(metadata=part(View))
    padding: Padding = field(default_factory=Padding, metadata=part(Padding))
    buffer: Buffer = field(metadata=part(Buffer))
    output: ConvOutput = field(metadata=part(ConvOutput))
    atomics: int = field(metadata=held("CSC.D_ATOMICS.ATOMICS", form=LESS_ONE))
    clip_truncate: int = field(default=0, metadata=held("CACC.D_CLIP_CFG.CLIP_TRUNCATE"))
    pra_truncate: int = field(default=0, metadata=held("CSC.D_PRA_CFG.PRA_TRUNCATE", only=(IN_WINOGRAD_MODE,)))
    post_extension: int = field(default=1, metadata=held("CSC.D_POST_Y_EXTENSION.Y_EXTENSION", form=POWER))

    @property
    def taps(self) -> Kernel:
        """Rows and columns of a kernel on the input, and how it moves: what registers do not say is worked out."""
        kernel = self.kernel
        if self.mode == WINOGRAD:
            height, width = (WINOGRAD_TAPS * stride for stride in (kernel.stride_y, kernel.stride_x))
            return replace(kernel, height=height, width=width, dilation_x=1, dilation_y=1)
        if isinstance(self.input, ConvImage):
            columns = max(self.view.depth // self.input.channels, 1)
            return replace(kernel, width=columns, dilation_x=1, dilation_y=1)
        return kernel

    @property
    def features(self) -> ConvInput:
        """The input of a layer that is known to have a feature cube.

        Raises:
            TypeError: it has an image.
        """
        if isinstance(self.input, ConvImage):
            raise TypeError(f"the input is an image, {self.input.pixel_format}")
        return self.input

    @property
    def plain(self) -> bool:
        """Whether it is a direct convolution of one feature cube by weights as they are, with nothing used again."""
        buffer = self.buffer
        whole = self.weights.compression is None and not (buffer.reuse_data or buffer.reuse_weights)
        return self.mode == DIRECT and isinstance(self.input, ConvInput) and self.input.batches == 1 and whole

    @property
    def kernel_shape(self) -> KernelShape:
        """Kernels, channels, rows, columns as they are multiplied."""
        return self.weights.kernels, self.view.depth, self.kernel.height, self.kernel.width

    @property
    def known_precision(self) -> bool:
        """Whether neither precision is a reserved value."""
        return {self.input.precision, self.precision} <= set(ELEMENT_BYTES)

    def need_known(self) -> None:
        """Make sure that it can be computed.

        Raises:
            ValueError: a precision is a reserved value, or the two need a conversion that there is not.
        """
        names = self.input.precision, self.precision
        if not self.known_precision:
            raise ValueError(f"precision {' to '.join(names)} is reserved")
        source, converted, image = names[0], self.input.convertor.enabled, isinstance(self.input, ConvImage)
        # FP16 passes the convertor as it is: that is against a rule, but known.
        if self.precision not in (source, *multiplied_as(source, converted=converted, image=image)):
            raise ValueError(f"CDMA does not make {names[1]} of {names[0]} here")
        self._need_known_kind()

    def _need_known_kind(self) -> None:
        image, winograd = isinstance(self.input, ConvImage), self.mode == WINOGRAD
        for wrong, text in (
            (image and winograd, "there is no Winograd convolution of an image"),
            (self.input.batches > 1 and (image or winograd), "only features of a direct convolution have batches"),
            (self.post_extension > 1 and not image, "only images are multiplied several rows at a time"),
            (self.post_extension > POST_EXTENSION_AT_MOST, "so many rows cannot be multiplied at a time"),
        ):
            if wrong:
                raise ValueError(text)
        if isinstance(self.input, ConvImage):
            _ = self.input.pixel  # says what is wrong with it

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads."""
        return *self.input.sides, self.weights.side

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input."""
        return *self.input.footprints(config), *self.weights.footprints(config, self.precision)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:  # noqa: ARG002 - SDP writes what comes out
        """Nothing."""
        return ()

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks, in pipeline order.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the units or a memory.
        """
        config.need_unit("CDMA")
        words = encode(registers.blocks, config, self)
        blocks = (registers.blocks[name] for name in BLOCKS)
        return tuple(BlockProgram(block.name, (block.in_address_order(words[block.name]),)) for block in blocks)

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line for each part."""
        kernel, pad, buffer, view = self.taps, self.padding, self.buffer, self.view
        taps = f"{self.weights.kernels} kernels of {self.input.channels}x{kernel.height}x{kernel.width} (C x R x S)"
        return (
            f"layer: {self._name} {self.precision}, {taps}, {self.input}",
            f"stride {kernel.stride_x}x{kernel.stride_y}, dilation {kernel.dilation_x}x{kernel.dilation_y} (x, y), "
            f"padding left {pad.left} right {pad.right} top {pad.top} bottom {pad.bottom} with {pad.value}, "
            f"output {self.output.height}x{self.output.width}, CLIP_TRUNCATE {self.clip_truncate}{self._more}",
            f"{self.weights}, banks: {buffer.data_banks} data, {buffer.weight_banks} weights; "
            f"{buffer.entries} entries a slice{buffer.used_again}",
            f"CSC sees {view.channels}x{view.height}x{view.width} (C x H x W), kernels of "
            f"{view.depth}x{self.kernel.height}x{self.kernel.width}, stride {view.stride_x}x{view.stride_y}",
        )

    @property
    def _name(self) -> str:
        return "Winograd convolution" if self.mode == WINOGRAD else "direct convolution"

    @property
    def _more(self) -> str:
        """What only some kinds of convolutions have."""
        winograd = f", PRA_TRUNCATE {self.pra_truncate}" if self.mode == WINOGRAD else ""
        return winograd + (f", {self.post_extension} rows at a time" if self.post_extension > 1 else "")
