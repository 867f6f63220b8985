"""How kernels are dealt to cores (docs/vipnano/README.md, 'Coefficients')."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from models.vipnano.config import VipnanoConfig
from models.vipnano.structures.structure import Structure

Indices = NDArray[np.int64]
SIX_PLANES = 6
"""So many planes make a block of the order SIX."""
SIX_ABOVE = 8
"""Pointwise kernels for more channels than these have that order."""
MOST_WEIGHTS = 1 << 24
"""Kernels with more weights, over all cores, are not taken apart."""
WHOLE_LINES_UP_TO = 64
"""Kernels of one plane have whole lines where the input has at most so many columns."""


class Order(StrEnum):
    """In which order weights stand in a stream."""

    SIX = "six"
    SEQUENTIAL = "sequential"
    INTERLEAVED = "interleaved"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelShape:
    """What decides how a job's coefficients lie.

    Attributes:
        channels: output channels.
        planes: of a kernel.
        lines: of a plane of a kernel.
        columns: likewise.
        width: kernels that a core has in a superblock.
        in_columns: columns of the input.
        zero_point: what a run stands for.
        nn_cores: cores that there are.
    """

    channels: int
    planes: int
    lines: int
    columns: int
    width: int
    in_columns: int
    zero_point: int
    nn_cores: int

    @classmethod
    def of(cls, structure: Structure, config: VipnanoConfig) -> KernelShape:
        """That of a job."""
        return cls(
            channels=structure["out_z_size"],
            planes=structure["kernel_z_size"],
            lines=structure["kernel_y_size"],
            columns=structure["kernel_x_size"],
            width=structure["kernels_per_core"],
            in_columns=structure["in_x_size"],
            zero_point=structure["coef_zero_point"],
            nn_cores=config.nn_cores,
        )

    @property
    def cores(self) -> int:
        """Cores that work."""
        return min(self.channels, self.nn_cores)

    @property
    def count(self) -> int:
        """Kernels of a core."""
        return -(-self.channels // self.cores)

    @property
    def places(self) -> int:
        """Weights of a plane of a kernel."""
        return self.lines * self.columns

    @property
    def weights(self) -> int:
        """Weights of a core's stream."""
        return self.count * self.planes * self.places

    def need_readable(self) -> None:
        """Make sure that kernels are not more than can be taken apart.

        Raises:
            ValueError: they are.
        """
        if (total := self.weights * self.cores) > MOST_WEIGHTS:
            raise ValueError(f"its kernels have {total} weights: at most {MOST_WEIGHTS} are read")

    @property
    def order(self) -> Order:
        """The order of weights."""
        if self.places == 1 and self.channels > SIX_ABOVE:
            return Order.SIX
        return Order.SEQUENTIAL if self.planes == 1 else Order.INTERLEAVED

    @property
    def whole_lines(self) -> bool:
        """Whether lines of a kernel are one behind the other."""
        return self.order is Order.SEQUENTIAL and self.in_columns <= WHOLE_LINES_UP_TO

    @property
    def superblocks(self) -> list[int]:
        """How many kernels a core has in each superblock."""
        whole, rest = divmod(self.count, self.width)
        return [self.width] * whole + [rest] * bool(rest)

    def channels_of(self, core: int) -> Indices:
        """The output channel of each kernel of a core; some may be beyond the last one."""
        return np.concatenate(
            [
                core * kernels + np.arange(kernels) + number * self.width * self.cores
                for number, kernels in enumerate(self.superblocks)
            ]
        )
