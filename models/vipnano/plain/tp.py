"""A job of the TP unit as numbers, of which its structure follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.jobs.walk import LOOPS
from models.vipnano.plain.members import Holds, others_than
from models.vipnano.structures.description import TP
from models.vipnano.structures.structure import Structure


@dataclass(frozen=True, slots=True)
class PlainLoop:
    """One of the loops that say where elements go.

    Attributes:
        count: how many turns it has.
        increment: bytes from a turn to the next.
    """

    count: int = 1
    increment: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTpJob:
    """A job of the TP unit.

    Attributes:
        in_address: where the input is.
        out_address: where the output is.
        planes: of the input.
        lines: likewise.
        columns: likewise.
        line_gap: bytes behind each of its lines.
        plane_gap: bytes behind each of its planes.
        first_line: of the window.
        first_column: likewise.
        tile_lines: of a tile.
        tile_columns: likewise.
        tiles_down: how many tiles stand one below the other.
        tiles_right: how many stand side by side.
        loops: the innermost one first.
        increment: of the outermost loop, around all others.
        in_zero: zero point of the input.
        out_zero: likewise of the output.
        structure: where the structure is; 0: where there is room.
        others: members of the structure that hold something else than a driver writes.
    """

    in_address: int
    out_address: int
    planes: int = 1
    lines: int = 1
    columns: int = 1
    line_gap: int = 0
    plane_gap: int = 0
    first_line: int = 0
    first_column: int = 0
    tile_lines: int = 1
    tile_columns: int = 1
    tiles_down: int = 1
    tiles_right: int = 1
    loops: tuple[PlainLoop, ...] = ()
    increment: int = 1
    in_zero: int = 0
    out_zero: int = 0
    structure: int = 0
    others: tuple[Holds, ...] = ()

    @classmethod
    def of(cls, job: TpJob) -> PlainTpJob:
        """A job that the device has read."""
        at = job.structure
        tiles = {
            axis: (at[f"in_window_{axis}_end"] - at[f"in_window_{axis}_start"]) // at[f"in_tile_{axis}_size"] + 1
            for axis in "yx"
        }
        loops = [PlainLoop(at[f"out_loop_{loop}_count"], at[f"out_loop_{loop}_inc"]) for loop in range(LOOPS)]
        while loops and loops[-1] == PlainLoop():
            loops.pop()
        found = cls(
            in_address=at["in_address"],
            out_address=at["out_address"],
            planes=at["in_z_size"],
            lines=at["in_y_size"],
            columns=at["in_x_size"],
            line_gap=at["in_stride"] - at["in_x_size"],
            plane_gap=at["in_slice"] - at["in_y_size"] * at["in_stride"],
            first_line=at["in_window_y_start"],
            first_column=at["in_window_x_start"],
            tile_lines=at["in_tile_y_size"],
            tile_columns=at["in_tile_x_size"],
            tiles_down=tiles["y"],
            tiles_right=tiles["x"],
            loops=tuple(loops),
            increment=at[f"out_loop_{LOOPS}_inc"],
            in_zero=at["in_zero_point"],
            out_zero=at["out_zero_point"],
            structure=job.address,
        )
        return replace(found, others=others_than(found.as_structure(), at))

    def as_structure(self) -> Structure:
        """The structure.

        Raises:
            ValueError: a number does not fit.
        """
        stride = self.columns + self.line_gap
        loops = [*self.loops, *[PlainLoop()] * (LOOPS - len(self.loops))]
        numbers = {f"out_loop_{number}_count": loop.count for number, loop in enumerate(loops)}
        numbers |= {f"out_loop_{number}_inc": loop.increment for number, loop in enumerate(loops)}
        plain = Structure.of(
            TP,
            in_x_size=self.columns,
            in_y_size=self.lines,
            in_z_size=self.planes,
            in_stride=stride,
            in_slice=self.lines * stride + self.plane_gap,
            in_window_x_start=self.first_column,
            in_window_y_start=self.first_line,
            in_window_x_end=self.first_column + self.tile_columns * self.tiles_right - 1,
            in_window_y_end=self.first_line + self.tile_lines * self.tiles_down - 1,
            in_tile_x_size=self.tile_columns,
            in_tile_x_inc=self.tile_columns,
            in_tile_y_size=self.tile_lines,
            in_tile_y_inc=self.tile_lines,
            in_address=self.in_address,
            out_address=self.out_address,
            in_zero_point=self.in_zero,
            out_zero_point=self.out_zero,
            **numbers,
        )
        plain = plain.with_(**{f"out_loop_{LOOPS}_inc": self.increment})
        return plain.with_(**{item.name: item.value for item in self.others})
