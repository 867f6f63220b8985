"""A job of the TP unit: what it reads, why it hangs, what it writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from models.memory.footprint import Footprint
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.faults import Fault, FaultKind, faults_of_structure, place_of
from models.vipnano.jobs.footprints import TP_IN_ID, TP_OUT_ID, grid
from models.vipnano.jobs.walk import LOOPS, Walk
from models.vipnano.structures.structure import Structure

SIZES = (
    "in_x_size",
    "in_y_size",
    "in_z_size",
    "in_tile_x_size",
    "in_tile_y_size",
    "in_tile_x_inc",
    "in_tile_y_inc",
    *(f"out_loop_{loop}_count" for loop in range(LOOPS)),
)
"""Numbers of a structure that are not 0."""


@dataclass(frozen=True)
class TpJob:
    """A job of the TP unit.

    Attributes:
        config: the hardware configuration.
        address: where its structure is.
        structure: the structure.
    """

    config: VipnanoConfig
    address: int
    structure: Structure

    def faults(self) -> Iterator[Fault]:
        """Why it hangs; nothing if it does not."""
        yield from faults_of_structure(self.structure, SIZES)
        for axis in "xy":
            begin, end = (self.structure[f"in_window_{axis}_{side}"] for side in ("start", "end"))
            if end < begin:
                name = f"in_window_{axis}_end"
                text = f"{place_of(self.structure, name)}: {name} is {end}, the window begins at {begin}"
                yield Fault(FaultKind.SIZE, text, name)

    @cached_property
    def walk(self) -> Walk:
        """The elements that it takes."""
        return Walk.of(self.structure)

    def input_read(self) -> Footprint:
        """The elements that are in the input, in the order of the walk."""
        return grid(TP_IN_ID, self.walk.sources, "input", ("element",))

    def output(self) -> Footprint:
        """What it writes, in the order of the walk."""
        return grid(TP_OUT_ID, self.walk.targets, "output", ("element",))

    def explain(self) -> tuple[str, ...]:
        """The job, for messages."""
        head, *words = self.structure.explain()
        return (f"{head} at {self.address:#x}", *words)
