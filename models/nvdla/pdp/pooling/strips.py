"""The strips that a wide layer is split into (docs/nvdla/pooling_and_normalisation.md, 'PDP split in width')."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.nvdla.codec.forms import LESS_ONE
from models.nvdla.codec.items import Metadata, held
from models.nvdla.codec.words import Only
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.pdp.registers import SPLIT, SPLIT_IN_THREE, SPLIT_NUM


def _columns(blocks: str, which: str, only: Only) -> Metadata:
    side, _, _ = which.partition("_")
    return held(f"{blocks}.D_PARTIAL_WIDTH_{side}.PARTIAL_WIDTH_{which}", form=LESS_ONE, only=(only,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strips:
    """How a layer is split in width.

    Attributes:
        count: of the strips; 1: it is not split, and nothing else counts.
        first_in: input columns of the first one; `last_in` of the last, `mid_in` of each other, without those that a
            strip shares with the one before it.
        first_out: output columns of the first one; `last_out` and `mid_out` likewise.
    """

    count: int = field(default=1, metadata=held(SPLIT_NUM, form=LESS_ONE))
    first_in: int = field(default=1, metadata=_columns("PDP|PDP_RDMA", "IN_FIRST", SPLIT))
    mid_in: int = field(default=1, metadata=_columns("PDP|PDP_RDMA", "IN_MID", SPLIT_IN_THREE))
    last_in: int = field(default=1, metadata=_columns("PDP|PDP_RDMA", "IN_LAST", SPLIT))
    first_out: int = field(default=1, metadata=_columns("PDP", "OUT_FIRST", SPLIT))
    mid_out: int = field(default=1, metadata=_columns("PDP", "OUT_MID", SPLIT_IN_THREE))
    last_out: int = field(default=1, metadata=_columns("PDP", "OUT_LAST", SPLIT))

    @classmethod
    def of(cls, window: Window, outputs: Sequence[int]) -> Strips:
        """Strips with so many output columns each, those between the first and the last alike.

        Args:
            window: the window along a line.
            outputs: output columns of each; a single one is not split.
        """
        if len(outputs) == 1:
            return cls()
        first, *middle, last = outputs
        mid = middle[0] if middle else 1
        return cls(
            count=len(outputs),
            first_in=window.covered(first) - window.before,
            mid_in=mid * window.stride if middle else 1,
            last_in=last * window.stride - window.after,
            first_out=first,
            mid_out=mid,
            last_out=last,
        )

    @property
    def split(self) -> bool:
        """There are several."""
        return self.count > 1

    @property
    def inputs(self) -> list[int]:
        """Input columns of each."""
        return self._each(self.first_in, self.mid_in, self.last_in)

    @property
    def outputs(self) -> list[int]:
        """Output columns of each."""
        return self._each(self.first_out, self.mid_out, self.last_out)

    def _each(self, first: int, mid: int, last: int) -> list[int]:
        return [first, *[mid] * (self.count - 2), last]

    @property
    def read(self) -> Strips:
        """What PDP_RDMA knows of them."""
        return Strips(count=self.count, first_in=self.first_in, mid_in=self.mid_in, last_in=self.last_in)

    def __str__(self) -> str:
        given = [f"{'+'.join(map(str, _short(sizes)))} columns" for sizes in (self.inputs, self.outputs)]
        return f"{self.count} strips of {given[0]} to {given[1]}" if self.split else "one strip"


def _short(sizes: Sequence[int]) -> list[str]:
    texts = [str(size) for size in sizes]
    return [texts[0], f"{len(texts) - 2}*{texts[1]}", texts[-1]] if len(texts) > 3 else texts


@dataclass(frozen=True, slots=True)
class Strip:
    """One of them, as it is fetched and pooled.

    Attributes:
        first: its first input column.
        width: its input columns, those that it shares with the one before it among them.
        before: padded columns in front of them; `after` behind them.
        outputs: its output columns.
    """

    first: int
    width: int
    before: int
    after: int
    outputs: int


def fetched_columns(width: int, window: Window, strips: Strips) -> list[tuple[int, int]]:
    """The first column and the width of what is fetched for each strip."""
    if not strips.split:
        return [(0, width)]
    return list(_fetched(window, strips))


def _fetched(window: Window, strips: Strips) -> Iterator[tuple[int, int]]:
    """Each but the first begins where its first window does."""
    shared, end = 0, 0
    for size in strips.inputs:
        yield end - shared, size + shared
        end, shared = end + size, window.overlap


def strips_of(width: int, out_width: int, window: Window, strips: Strips) -> list[Strip]:
    """The strips of a layer: padded in front of the first and behind the last."""
    fetched = fetched_columns(width, window, strips)
    outputs = strips.outputs if strips.split else [out_width]
    last = len(fetched) - 1
    return [
        Strip(first, size, 0 if number else window.before, 0 if number < last else window.after, count)
        for number, ((first, size), count) in enumerate(zip(fetched, outputs, strict=True))
    ]
