"""Places in local memory for the operands of a random word, side by side in the lanes."""

from __future__ import annotations

import numpy as np

from models.sophgo.config import Chip
from models.sophgo.layouts.lanes import Place, address_of, rows_of
from models.sophgo.layouts.strides import Layout, Shape, Strides, aligned, compact, extent


class Places:
    """Hands out stretches of the lanes, none of which overlap.

    Args:
        config: the chip.
        rng: what is drawn from.
        most_bytes: no more of a lane is used.
    """

    def __init__(self, config: Chip, rng: np.random.Generator, most_bytes: int = 1 << 14) -> None:
        self.config, self.rng = config, rng
        self.most_bytes = min(most_bytes, config.lane_bytes)
        self.lane = int(rng.choice([0, int(rng.integers(config.lanes)), config.lanes - 1]))
        self._next = 0

    def take(self, size_bytes: int, align: int | None = None, lane: int | None = None) -> int:
        """The address of so many bytes in each lane that is touched.

        Raises:
            ValueError: so many are not left.
        """
        align = align or self.config.eu_bytes
        begin = -(-self._next // align) * align + align * int(self.rng.integers(3))
        if begin + size_bytes > self.most_bytes:
            raise ValueError(f"no place for {size_bytes} bytes more in a lane")
        self._next = begin + size_bytes
        return address_of(self.config, Place(self.lane if lane is None else lane, begin))

    def tensor(self, shape: Shape, strides: Strides, size_bytes: int, align: int | None = None) -> int:
        """The address of a tensor from the word's own lane on."""
        rows = rows_of(self.config, self.lane, shape.c)
        return self.take(extent((shape.n, rows, shape.h, shape.w), strides) * size_bytes, align)

    def aligned(self, shape: Shape, size_bytes: int) -> int:
        """The address of an aligned tensor."""
        return self.tensor(shape, aligned(self.config, shape, size_bytes, self.lane), size_bytes)

    def compact(self, shape: Shape, size_bytes: int) -> int:
        """The address of a compact tensor."""
        return self.tensor(shape, compact(self.config, shape, self.lane), size_bytes, 4)

    def chosen(self, name: str, shape: Shape, size_bytes: int, *, repeats: bool = False) -> dict[str, int]:
        """The members of an operand in a layout that is drawn.

        Args:
            name: of the operand.
            shape: its shape.
            size_bytes: of an element.
            repeats: strides may be 0, so that elements are taken again.
        """
        layout = Layout(int(self.rng.choice(list(Layout))))
        if layout is not Layout.STRIDES:
            place = self.aligned if layout is Layout.ALIGNED else self.compact
            return {f"{name}_str": layout, f"{name}_addr": place(shape, size_bytes)}
        strides = self.strides(shape, repeats=repeats)
        members = {f"{name}_{side}_str": stride for side, stride in zip("nchw", strides, strict=True)}
        return members | {f"{name}_str": layout, f"{name}_addr": self.tensor(shape, strides, size_bytes, size_bytes)}

    def strides(self, shape: Shape, *, repeats: bool = False) -> Strides:
        """Strides with gaps, in any order of the sides; some are 0 if that may be."""
        sizes = {"n": shape.n, "c": rows_of(self.config, self.lane, shape.c), "h": shape.h, "w": shape.w}
        strides, step = {}, 1
        for side in self.rng.permutation(list(sizes)):
            step += int(self.rng.choice([0, 0, 1, 3]))
            strides[str(side)] = step
            step *= sizes[str(side)]
        if repeats:
            strides = {side: 0 if self.rng.random() < 0.25 else stride for side, stride in strides.items()}
        return Strides(**strides)
