"""An SDP layer as a user writes it, behind a convolution or from memory, to memory or to PDP."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from models.nvdla.sdp.descriptor import NARROWED, NOWHERE, OutputConvertor, Sdp, SdpSource
from models.nvdla.surfaces.cubes import FeatureCube
from sequences.arguments import need_flag, need_whole
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.post_processing.arguments import SHIFTS, need_cubes, need_output_convertor
from sequences.nvdla.post_processing.arrange import arrange
from sequences.nvdla.post_processing.given import ProcessedCube
from sequences.nvdla.post_processing.operators import SdpOperators
from sequences.nvdla.post_processing.step_list import need_effects, need_steps
from sequences.nvdla.post_processing.steps import Step, relu
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.tensor import Tensor


class SdpFeeder(LayerOnTensors):
    """What may stand before an SDP layer."""

    @abstractmethod
    def descriptors(self, config: HwConfig, taker: SdpLayer) -> tuple[LayerDescriptor, Sdp]:
        """It and the SDP layer that takes its result.

        Raises:
            ValueError: tensors that do not fit each other or the part.
        """


class SdpTaker(LayerOnTensors):
    """What may stand behind an SDP layer and take its result, which is then written nowhere."""

    @property
    @abstractmethod
    def precision(self) -> str:
        """Of what it takes."""

    @abstractmethod
    def taking(self, sdp: Sdp, config: HwConfig) -> LayerDescriptor:
        """It behind an SDP layer.

        Raises:
            ValueError: tensors that do not fit the layer, or the part.
        """


@dataclass(frozen=True, slots=True)
class SdpLayer(LayerOnTensors):
    """SDP behind a convolution, ``Convolve(x, w) >> SdpLayer(y)``, or from memory, ``SdpLayer(y, [add(z)], x=x)``.

    Steps, then ReLU, then the conversion into the output's precision. Without y the result goes to the pooling layer
    behind it: ``Convolve(x, w) >> SdpLayer(relu=True) >> PdpLayer(pool, y)``.

    Attributes:
        y: the output, of the input's shape; of batches made with `bench.empty_batch`; None: the last step compares, or
            PDP takes the result.
        steps: what is done with each element, of `sequences.nvdla.post_processing.steps`.
        relu: what is below zero becomes zero behind them.
        shift: bits that an integer is shifted right before them.
        convertor: how integers become those of the output: offset, scale, shift.
        nan_to_zero: FP16 NaN become +0 first.
        x: an input in memory.
        feeder: what hands it its input else; ``>>`` says it.
        taker: what takes its result; ``>>`` says it.
    """

    y: Tensor | TensorBatch | None = None
    steps: Sequence[Step] = ()
    relu: bool = False
    shift: int = 0
    convertor: OutputConvertor = field(default_factory=OutputConvertor)
    nan_to_zero: bool = False
    x: Tensor | None = None
    feeder: SdpFeeder | None = None
    taker: SdpTaker | None = None

    def __post_init__(self) -> None:
        need_cubes(self.y, self.x)
        need_flag("SdpLayer: relu", self.relu)
        need_flag("SdpLayer: nan_to_zero", self.nan_to_zero)
        need_whole("SdpLayer: shift", self.shift, SHIFTS)
        need_output_convertor(self.convertor)
        need_steps(self.steps)

    def descriptor(self, config: HwConfig) -> Sdp:
        """The layer.

        Raises:
            ValueError: it has no input, or the tensors do not fit each other.
        """
        if self.x is not None:
            return self._from_memory(self.x, config)
        if self.feeder is None:
            raise ValueError(
                "SdpLayer: nothing feeds it; write Convolve(x, w) >> SdpLayer(y), or SdpLayer(y, x=x) from memory"
            )
        _, sdp = self.feeder.descriptors(config, self)
        return sdp

    def fed_by(self, feeder: LayerOnTensors) -> SdpLayer:
        """The same layer behind another one.

        Raises:
            ValueError: that one hands on nothing that SDP takes, or it has an input in memory.
        """
        if not isinstance(feeder, SdpFeeder):
            raise ValueError(f"SdpLayer: {type(feeder).__name__} hands nothing on to it: write SdpLayer(y, x=x)")
        if self.x is not None:
            raise ValueError("SdpLayer: x is given, and another layer feeds it: leave one of them out")
        return replace(self, feeder=feeder)

    def feeding(self, taker: LayerOnTensors) -> SdpLayer:
        """The same layer before another one.

        Raises:
            ValueError: that one takes nothing from SDP, or the result goes into memory.
        """
        if not isinstance(taker, SdpTaker):
            raise ValueError(
                f"SdpLayer: {type(taker).__name__} cannot take its result: give it y, and let them play one behind the "
                "other, without >>"
            )
        if self.y is not None:
            raise ValueError("SdpLayer: y is given, and another layer takes the result: leave y out")
        return replace(self, taker=taker)

    def made_of(self, processed: str) -> str:
        """The precision of the output.

        Args:
            processed: that of the processing.

        Raises:
            ValueError: what is handed on has another one than it is processed in.
        """
        if self.taker is not None and self.taker.precision != processed:
            raise ValueError(
                f"SdpLayer: what another layer takes keeps its precision: {processed} does not become "
                f"{self.taker.precision}; write y into memory, and take that as x"
            )
        return processed if self.y is None else self.y.precision

    def operators(self, cube: ProcessedCube) -> SdpOperators:
        """What the operators do with a cube.

        Raises:
            ValueError: they cannot do the steps, or operands do not fit the cube.
        """
        before = [Step(name="shift", shift=self.shift)] if self.shift else []
        behind = [relu()] if self.relu else []
        need_effects(self.shift, self.steps, self.convertor, cube)
        operators = arrange([*before, *self.steps, *behind], cube)
        kept = self.y is not None or self.taker is not None
        if operators.y.compares and kept:
            what = "y is given: write None" if self.taker is None else "another layer takes the result: leave it out"
            raise ValueError(f"SdpLayer: a step compares, and {what}")
        if not operators.y.compares and not kept:
            raise ValueError("SdpLayer: nothing becomes of its result: give it y, or write >> PdpLayer(pool, y) behind")
        return operators

    def _from_memory(self, x: Tensor, config: HwConfig) -> Sdp:
        y, (channels, height, width) = self.y, x.shape
        for name, tensor in (("x", x), ("y", y)):
            if tensor is not None and not isinstance(tensor.layout, FeatureCube):
                raise ValueError(f"SdpLayer: {name} has planes and must be a cube: make it with layout='cube'")
            if tensor is not None and tensor.shape != x.shape:
                sizes = "x".join(map(str, x.shape)), "x".join(map(str, tensor.shape))
                raise ValueError(f"SdpLayer: x is {sizes[0]} and {name} {sizes[1]}; they must be cubes of one shape")
            if tensor is not None and (height, width) == (1, 1) and _strides(tensor) != {config.atom_bytes}:
                raise ValueError(f"SdpLayer: {name} is a single pixel and must have no gaps")
        out = self.made_of(x.precision)
        processed = NARROWED[1] if (x.precision, out) == (NARROWED[0], NARROWED[2]) else x.precision
        operators = self.operators(ProcessedCube(processed, x.shape, 1, config))
        sdp = Sdp(
            precision=processed,
            out_precision=out,
            channels=channels,
            height=height,
            width=width,
            source=SdpSource(side=x.side, precision=x.precision),
            destination=NOWHERE if y is None else y.side,
            to_pdp=self.taker is not None,
            nan_to_zero=self.nan_to_zero,
            convertor=self.convertor,
        )
        if out not in sdp.outputs:
            raise ValueError(f"SdpLayer: {x.precision} becomes {' or '.join(sdp.outputs)}, not {out}")
        return operators.in_layer(sdp)


def _strides(tensor: Tensor | TensorBatch) -> set[int]:
    return {tensor.side.line_stride_bytes, tensor.side.surface_stride_bytes}
