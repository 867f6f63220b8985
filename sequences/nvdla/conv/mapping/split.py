"""Split height: which lines the hardware layers of a convolution take where one does not do (guide, 'Features')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.nvdla.conv.shapes import ConvShape

OUT_LINES, LEAST_OUT_LINES = TILE, 2 * TILE
"""Lines of output that Winograd makes are a multiple, and so many at least."""


@dataclass(frozen=True, slots=True)
class Split:
    """How a convolution becomes several hardware layers; a plain user needs none of it.

    Attributes:
        lines: of the input that a layer has at most; None: as many as the buffer holds.
        keep_lines: lines that two neighbours need stay in the buffer; else, and with Winograd, both fetch them.
        keep_weights: weights stay there, if all fit; else each layer fetches them.
    """

    lines: int | None = None
    keep_lines: bool = True
    keep_weights: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What one hardware layer does of a convolution.

    Attributes:
        first: line of the input that it begins with; `lines` how many it works on.
        kept: how many of these the layer before leaves in the buffer.
        release: lines that it does not leave to the next one.
        top: lines of padding above; `bottom` below.
        out_first: line of the output that it begins with; `out_lines` how many it makes.
    """

    first: int
    lines: int
    kept: int = 0
    release: int
    top: int
    bottom: int
    out_first: int
    out_lines: int

    @property
    def end(self) -> int:
        """The line behind its last one."""
        return self.first + self.lines

    @property
    def fetched(self) -> int:
        """Lines that it fetches."""
        return self.lines - self.kept


def stretches_of(shape: ConvShape, lines: int, *, keep_lines: bool) -> tuple[Stretch, ...]:
    """Cut a convolution into layers of about the same number of lines, from the top.

    Neighbours have as many lines in common as kernels reach less the stride.

    Args:
        shape: the convolution.
        lines: of the input that a layer has at most.
        keep_lines: what the layer before has of a layer's lines stays in the buffer.

    Raises:
        ValueError: no kernel fits that many lines, or a layer would have a single pixel of many.
    """
    least = least_lines(shape)
    if lines < least:
        raise ValueError(f"a layer of {lines} lines at most: it needs {least} at least")
    step = OUT_LINES if shape.winograd else 1
    most = ((lines - reach_of(shape)) // shape.kernel.stride_y + 1) // step
    count = ceil_div(shape.out_height // step, most)
    each, more = divmod(shape.out_height // step, count)
    if shape.winograd and each * step < LEAST_OUT_LINES:
        raise ValueError(
            f"a layer of {lines} lines at most leaves less than {least} to another one: take more or fewer"
        )
    sizes = [(each + 1) * step] * more + [each * step] * (count - more)
    found = [_stretch(shape, sum(sizes[:at]), size) for at, size in enumerate(sizes)]
    for item in found:
        _need_no_point(shape, item)
    return tuple(_linked(shape, found)) if keep_lines and not shape.winograd else tuple(found)


def reach_of(shape: ConvShape) -> int:
    """Lines of the input that one line of output takes; of Winograd those that it takes as if it stood alone."""
    return (TILE + 1) * shape.kernel.stride_y if shape.winograd else shape.kernel.reach_y


def least_lines(shape: ConvShape) -> int:
    """Lines that a layer has at least, its padding counted."""
    return (LEAST_OUT_LINES + TILE) * shape.kernel.stride_y if shape.winograd else shape.kernel.reach_y


def shape_of(shape: ConvShape, item: Stretch) -> ConvShape:
    """What a hardware layer looks like: all lines that it works on."""
    padding = replace(shape.padding, top=item.top, bottom=item.bottom)
    return replace(shape, height=item.lines, padding=padding, grains=min(shape.grains, item.fetched))


def _stretch(shape: ConvShape, out_first: int, out_lines: int) -> Stretch:
    """The lines that some lines of output need."""
    stride = shape.kernel.stride_y
    begin = out_first * stride - shape.padding.top
    end = begin + (out_lines - 1) * stride + reach_of(shape)
    first, last = max(begin, 0), min(end, shape.height)
    return Stretch(
        first=first,
        lines=last - first,
        release=last - first,
        top=first - begin,
        bottom=end - last,
        out_first=out_first,
        out_lines=out_lines,
    )


def _linked(shape: ConvShape, found: list[Stretch]) -> Iterator[Stretch]:
    """The same where each leaves to the next one what both need."""
    kept = 0
    for item, behind in zip(found, [*found[1:], None], strict=True):
        left = 0 if behind is None else _left_for(shape, item, behind)
        yield replace(item, kept=kept, release=item.lines - left)
        kept = left


def _left_for(shape: ConvShape, item: Stretch, behind: Stretch) -> int:
    """Lines that a layer can leave to the next one.

    None where it would release nothing or the next one fetch nothing, which registers cannot say, and where a single
    pixel would be fetched, which has another place in the buffer than a pixel of many lines.
    """
    left, fetched = max(item.end - behind.first, 0), behind.end - item.end
    point = fetched == 1 and shape.width == 1
    return left if item.first < behind.first and fetched > 0 and not point else 0


def _need_no_point(shape: ConvShape, item: Stretch) -> None:
    """A single pixel is packed, which it is not as a part of many lines.

    Raises:
        ValueError: the layer has one as input or output.
    """
    for what, width, lines, height in (
        ("input", shape.width, item.lines, shape.height),
        ("output", shape.out_width, item.out_lines, shape.out_height),
    ):
        if width == lines == 1 and height > 1:
            raise ValueError(f"a part of the {what} would be one pixel of {height} lines: allow parts of more lines")
