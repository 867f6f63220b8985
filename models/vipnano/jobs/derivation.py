"""How jobs come to single bytes of their outputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.derivation import Index, Step
from models.memory.sparse import Bytes
from models.vipnano.config.hardware import ADDRESS_BITS, Ties
from models.vipnano.jobs.arithmetic import MOST, Scaling, rounded
from models.vipnano.jobs.convolution import Image, Window
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob

NN, TP = "NN", "TP"
TERMS = 32
"""So many terms of a sum are shown."""


@dataclass(frozen=True)
class NnDerivation:
    """How a job of the NN unit came to its output.

    Attributes:
        job: the job.
        image: its input, [planes, lines, columns].
        ties: where those in the middle go.
    """

    job: NnJob
    image: Image
    ties: Ties

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: no stage takes what is written."""
        yield from ()

    def written(self, stream: int, address: int) -> Iterator[Step]:  # noqa: ARG002 - there is one
        """The derivation of a byte: its bias, the products that are not 0, and what becomes of their sum."""
        for channel, line, column in np.argwhere(self.job.output_addresses() == address)[-1:].tolist():
            total = int(self.job.kernels.biases[channel])
            yield Step(NN, f"bias of kernel {channel}", str(total))
            products = list(self._products(channel, line, column))
            yield from (step for step, _ in products[:TERMS])
            if len(products) > TERMS:
                yield Step(NN, f"{len(products) - TERMS} more products", "")
            total = int(np.int64(total + sum(product for _, product in products)).astype(np.int32))
            yield Step(NN, "sum, of 32 bits", str(total))
            yield from self._scaled(total, f"output [k {channel}, y {line}, x {column}]")

    def _products(self, channel: int, line: int, column: int) -> Iterator[tuple[Step, int]]:
        """The products of a sum that have a weight which is not the zero point, each with its value."""
        window, (_, lines, columns) = Window.of(self.job.structure), self.image.shape
        weights = self.job.kernels.weights[channel].astype(int) - self.job.structure["coef_zero_point"]
        for plane, i, j in np.argwhere(weights).tolist():
            weight = int(weights[plane, i, j])
            y, x = window.line + line * window.step + i, window.column + column * window.step + j
            inside = 0 <= y < lines and 0 <= x < columns
            pixel = int(self.image[plane, y, x]) if inside else window.border
            where = f"input [z {plane}, y {y}, x {x}]{self._at(plane, y, x) if inside else ', which is the border'}"
            what = f"weight [z {plane}, y {i}, x {j}] less the zero point, times {where}"
            yield Step(NN, what, f"{weight} * {pixel} = {weight * pixel}"), weight * pixel

    def _scaled(self, total: int, what: str) -> Iterator[Step]:
        scaling = Scaling.of(self.job.structure)
        product = total * scaling.multiplier
        near = int(rounded(np.array([product]), scaling.shift, self.ties)[0])
        yield Step(NN, f"times {scaling.multiplier:#x}, shifted right by {scaling.shift}, ties {self.ties}", str(near))
        low = scaling.zero_point if scaling.relu else 0
        value = min(max(near + scaling.zero_point, low), MOST)
        yield Step(NN, f"plus {scaling.zero_point}, from {low} to {MOST}: {what}", f"{value:#04x}")

    def _at(self, plane: int, y: int, x: int) -> str:
        at = self.job.structure
        address = at["in_address"] + (plane * at["in_y_stride"] + y) * at["in_x_stride"] + x
        return f" at {address % (1 << ADDRESS_BITS):#x}"


@dataclass(frozen=True)
class TpDerivation:
    """How a job of the TP unit came to its output.

    Attributes:
        job: the job.
        data: its input, the elements that are inside it in the order of the walk.
    """

    job: TpJob
    data: Bytes

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: no stage takes what is written."""
        yield from ()

    def written(self, stream: int, address: int) -> Iterator[Step]:  # noqa: ARG002 - there is one
        """The derivation of a byte: which element it is, and what is subtracted and added."""
        walk, at = self.job.walk, self.job.structure
        for element in np.flatnonzero(walk.targets == address)[-1:].tolist():
            value, what = 0, f"element {element} is outside the input"
            if walk.inside[element]:
                number = int(np.count_nonzero(walk.inside[:element]))
                value = int(self.data[number])
                yield Step(TP, f"element {element}: input at {int(walk.sources[number]):#x}", f"{value:#04x}")
                value, what = value - at["in_zero_point"], f"less {at['in_zero_point']}"
            yield Step(TP, what, str(value))
            value = min(max(value + at["out_zero_point"], 0), MOST)
            yield Step(TP, f"plus {at['out_zero_point']}, from 0 to {MOST}", f"{value:#04x}")
