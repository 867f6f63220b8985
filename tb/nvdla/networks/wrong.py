"""The first tensor of a network that is not what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory.footprint import ExpectedWrites
from models.nvdla.surfaces.cubes import ElementLayout
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.loadables.network import Step
from sequences.nvdla.tensors.atoms import atoms_in
from tb.nvdla.networks.pictures import limits_of, picture_of, write_array
from tb.outcome.network import WrongTensor

DTYPES = {1: np.int8, 2: np.int16}
FP16 = "FP16"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A tensor, channels x height x width.

    Attributes:
        step: whose output it is.
        found: what the design has.
        expected: what it should have.
    """

    step: Step
    found: NDArray[Any]
    expected: NDArray[Any]

    @property
    def element(self) -> str:
        """The first element that differs, and both values."""
        place = tuple(np.argwhere(_bits(self.found) != _bits(self.expected))[0])
        c, h, w = place
        return f"[c {c}, h {h}, w {w}]: {self.found[place]}, expected {self.expected[place]}"

    def record(self) -> WrongTensor:
        """As a test's record has it."""
        limits = limits_of(self.found, self.expected)
        return WrongTensor(
            operation=str(self.step),
            element=self.element,
            found=picture_of(self.found, limits),
            expected=picture_of(self.expected, limits),
        )

    def write(self, folder: Path) -> dict[str, str]:
        """Write both as arrays and as pictures; returns the arrays' files."""
        arrays = {"found": self.found, "expected": self.expected}
        limits = limits_of(self.found, self.expected)
        return {name: write_array(folder / f"wrong-{name}.npy", array, limits) for name, array in arrays.items()}


def wrong_of(bench: NvdlaBench, step: Step, layer: Layer) -> Wrong | None:
    """Compare what the last layer of a step has written with what it should have, as memory is now.

    Args:
        bench: has the design's memories.
        step: the step.
        layer: its last layer, as it was played.
    """
    for stream in layer.writes:
        layout = stream.where.layout
        if not isinstance(layout, ElementLayout):
            continue
        whole = bench.host.dump(stream.where.port, layout.side.address, layout.size_bytes)
        found, expected = (_cube(data, step, layout) for data in (whole, _expected(whole, stream, layout.side.address)))
        if (_bits(found) != _bits(expected)).any():
            return Wrong(step, found, expected)
    return None


def _expected(found: NDArray[np.uint8], stream: ExpectedWrites, first: int) -> NDArray[np.uint8]:
    """What memory should hold from an address on: what is not known of it is as it was found."""
    whole, where = found.copy(), stream.where
    places = (where.addresses - np.uint64(first)).astype(np.intp)[:, None] + np.arange(where.chunk_bytes)
    known = stream.care if where.owned is None else stream.care & where.owned
    whole[places[known]] = stream.data[known]
    return whole


def _cube(whole: NDArray[np.uint8], step: Step, layout: ElementLayout) -> NDArray[Any]:
    """Channels x height x width; of the output's channels alone."""
    last = step.layers[-1]
    precision = getattr(last, "out_precision", getattr(last, "precision", ""))
    values = np.ascontiguousarray(layout.unpack(atoms_in(whole, layout)))
    cube = values.view(np.float16 if precision == FP16 else DTYPES[layout.element_bytes])[..., 0]
    return cube[: int(step.operations[-1].surfaces["dst"]["channel"])]


def _bits(array: NDArray[Any]) -> NDArray[Any]:
    """Numbers as they are stored: NaN equal those of the same bits."""
    return array.view(f"u{array.itemsize}")
