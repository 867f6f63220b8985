"""Deconvolution: convolutions of its phases, which Rubik then puts next to each other (guide, 'Deconvolution')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Never

from numpy.typing import NDArray

from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.on_tensors.arguments import need_interleaved, need_sides, need_weights
from sequences.nvdla.conv.on_tensors.phases import Axis, kernels_of
from sequences.nvdla.conv.on_tensors.written import Sides
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.rubik.layers import RubikContract
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.steps import Pair, need_steps, pair
from sequences.nvdla.tensors.tensor import Tensor
from sequences.nvdla.tensors.views import surfaces_of, window


@dataclass(frozen=True, slots=True)
class Deconvolve:
    """A deconvolution (transposed convolution): ``await deconvolve(bench, Deconvolve(x, w, stride=2), SdpLayer(y))``.

    Attributes:
        x: the input, [channels, height, width].
        w: values of the kernels, [kernels, channels, rows, columns], of the input's precision.
        stride: output lines and columns for one of the input: in both directions, or (x, y).
        crop: lines and columns of the output that are left out: on all sides, or (left, right, top, bottom). It is what
            frameworks call its padding.
        by_row: Rubik begins when the phases of one line are there, and not when all are; that takes less memory.
        weight_ram: name of the memory of the kernels; None: that of the input.
    """

    how_to_play: ClassVar[str] = "await deconvolve(bench, layer, SdpLayer(y))"

    x: Tensor
    w: NDArray[Any]
    stride: Pair = 2
    crop: Sides = 0
    by_row: bool = True
    weight_ram: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.x, Tensor):
            raise ValueError(f"Deconvolve: x is no cube but {type(self.x).__name__}: make it with bench.tensor")
        need_weights(self.w, self.x)
        need_steps("Deconvolve", "stride", self.stride)
        need_sides("Deconvolve", "crop", self.crop)
        _ = self.axes

    def __rshift__(self, taker: object) -> Never:
        raise ValueError(f"Deconvolve >> {type(taker).__name__}: it is several layers: write {self.how_to_play}")

    @property
    def shape(self) -> tuple[int, int, int]:
        """Channels, height and width of the output."""
        down, across = self.axes
        return self.w.shape[0], down.out, across.out

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """Down and across.

        Raises:
            ValueError: nothing comes out.
        """
        (_, height, width), (stride_x, stride_y) = self.x.shape, pair(self.stride)
        left, right, top, bottom = _four_sides(self.crop)
        rows, columns = self.w.shape[2:]
        down = Axis(size=height, taps=rows, stride=stride_y, crop=(top, bottom))
        across = Axis(size=width, taps=columns, stride=stride_x, crop=(left, right))
        if min(down.out, across.out) < 1:
            raise ValueError(f"Deconvolve: {down.out}x{across.out} pixels (H x W) are left: crop less")
        return down, across


async def deconvolve(
    bench: NvdlaBench, layer: Deconvolve, sdp: SdpLayer, *, knobs: FirmwareKnobs | None = None
) -> None:
    """Play a deconvolution.

    Args:
        bench: where to play.
        layer: the deconvolution.
        sdp: what SDP does with each element, and the output.
        knobs: how the firmware goes about it.

    Raises:
        ValueError: tensors that do not fit each other.
        HangError: a layer did not end.
    """
    plan = DeconvolutionPlan(bench, layer, sdp)
    await bench.play(*plan.layers, knobs=knobs)
    plan.free()


class DeconvolutionPlan:
    """The layers of a deconvolution, and the memory that they need besides its tensors.

    Args:
        bench: where to play.
        layer: the deconvolution.
        sdp: what SDP does with each element, and the output.

    Attributes:
        layers: in an order in which they could run one by one.

    Raises:
        ValueError: tensors that do not fit each other.
    """

    def __init__(self, bench: NvdlaBench, layer: Deconvolve, sdp: SdpLayer) -> None:
        _need_layers(layer, sdp)
        need_interleaved(layer.stride, bench.config)
        y = sdp.y
        if not isinstance(y, Tensor) or y.shape != layer.shape:
            wanted, given = ("x".join(map(str, shape)) for shape in (layer.shape, y.shape if y else ("nothing",)))
            raise ValueError(f"Deconvolve: it gives {wanted} (channels x height x width), y has {given}")
        self._bench, self._layer, self._sdp, self._y = bench, layer, sdp, y
        self._down, self._across = layer.axes
        elements = bench.config.atom_bytes // y.layout.element_bytes
        self._surfaces = ceil_div(layer.shape[0], elements)
        self._temporary: list[Tensor | KernelTensor] = []
        self.layers: tuple[Playable, ...] = tuple(self._by_row() if layer.by_row else self._at_once())

    def free(self) -> None:
        """Give back the memory that it needs no more."""
        self._bench.free(*self._temporary)
        self._temporary.clear()

    def _at_once(self) -> Iterator[Playable]:
        """All convolutions, then one layer of Rubik."""
        whole, strides = self._whole(), (self._across.stride, self._down.stride)
        phases = self._phases(strides[0] * strides[1])
        for row in range(strides[1]):
            yield from self._row(row, phases, row * strides[0])
        yield RubikContract(self._read(phases, strides[0] * strides[1]), whole, *strides)
        yield from self._copied(whole)

    def _by_row(self) -> Iterator[Playable]:
        """A layer of Rubik behind the convolutions of each line of a stride; two buffers in turns."""
        whole, strides = self._whole(), (self._across.stride, self._down.stride)
        buffers = [self._phases(strides[0]) for _ in range(min(2, strides[1]))]
        _, height, width = whole.shape
        for row in range(strides[1]):
            phases = buffers[row % len(buffers)]
            yield from self._row(row, phases, 0)
            lines = window(whole, range(row, height, strides[1]), range(width))
            yield RubikContract(self._read(phases, strides[0]), lines, strides[0], 1)
        yield from self._copied(whole)

    def _row(self, row: int, phases: Tensor, first: int) -> Iterator[Playable]:
        """The convolutions of one line of a stride, into phases from one on."""
        for column in range(self._across.stride):
            surface = (first + column) * self._surfaces
            yield self._convolution(row, column, surfaces_of(phases, surface, self._layer.shape[0]))

    def _convolution(self, row: int, column: int, y: Tensor) -> Playable:
        """The convolution of one phase."""
        layer, down, across = self._layer, self._down.phase(row), self._across.phase(column)
        x, ram = layer.x, layer.weight_ram or layer.x.side.ram
        kernels = self._bench.kernels(kernels_of(layer.w, down, across), x.precision, ram=ram)
        self._temporary.append(kernels)
        part = window(x, down.lines, across.lines)
        return Convolve(part, kernels, pad=(*across.pad, *down.pad)) >> replace(self._sdp, y=y)

    def _phases(self, count: int) -> Tensor:
        """Memory for phases, and for what SDP writes behind the last one where it widens elements."""
        y = self._y
        elements = self._bench.config.atom_bytes // ELEMENT_BYTES[y.precision]
        shape = (count * self._surfaces + 1) * elements, self._down.each, self._across.each
        return self._new(shape, y)

    def _read(self, phases: Tensor, count: int) -> Tensor:
        """Phases as Rubik takes them."""
        elements = self._bench.config.atom_bytes // phases.layout.element_bytes
        return surfaces_of(phases, 0, count * self._surfaces * elements)

    def _whole(self) -> Tensor:
        """The output, or one with whole strides that is copied in part."""
        channels, height, width = self._layer.shape
        shape = channels, self._down.each * self._down.stride, self._across.each * self._across.stride
        return self._y if shape == (channels, height, width) else self._new(shape, self._y)

    def _copied(self, whole: Tensor) -> Iterator[Playable]:
        """What copies the output out of one with whole strides."""
        y = self._y
        if whole is not y:
            _, height, width = y.shape
            yield Copy(window(whole, range(height), range(width)), y)

    def _new(self, shape: tuple[int, int, int], like: Tensor) -> Tensor:
        tensor = self._bench.empty(shape, like.precision, ram=like.side.ram)
        self._temporary.append(tensor)
        return tensor


def _need_layers(layer: object, sdp: object) -> None:
    """Make sure that something is deconvolved and something takes the result.

    Raises:
        ValueError: one of them is no such layer.
    """
    for given, kind in ((layer, Deconvolve), (sdp, SdpLayer)):
        if not isinstance(given, kind):
            raise ValueError(
                f"deconvolve: {type(given).__name__} is given where {kind.__name__} must be: write "
                f"{Deconvolve.how_to_play}, layer being Deconvolve(x, w)"
            )


def _four_sides(value: Sides) -> tuple[int, int, int, int]:
    return value if isinstance(value, tuple) else (value, value, value, value)
