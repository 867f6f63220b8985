"""Jobs of the TP unit: transpositions, and what removes a stride."""

from __future__ import annotations

from dataclasses import dataclass

from models.vipnano.structures.description import TP
from models.vipnano.structures.structure import Structure


@dataclass(frozen=True, slots=True)
class Image:
    """Planes, lines and columns.

    Attributes:
        address: of the first byte.
        planes: how many.
        lines: of a plane.
        columns: of a line.
    """

    address: int
    planes: int
    lines: int
    columns: int

    @property
    def size_bytes(self) -> int:
        """All of it."""
        return self.planes * self.lines * self.columns


def _loops(*loops: tuple[int, int]) -> dict[str, int]:
    """The numbers of loops, each with count and increment, the innermost one first."""
    numbers = {}
    for number, (count, increment) in enumerate(loops):
        numbers[f"out_loop_{number}_count"] = count
        numbers[f"out_loop_{number}_inc"] = increment
    return numbers


def _whole(image: Image, zero_point: int) -> dict[str, int]:
    """The numbers of a job that takes all of an image."""
    return {
        "in_address": image.address,
        "in_x_size": image.columns,
        "in_y_size": image.lines,
        "in_z_size": image.planes,
        "in_stride": image.columns,
        "in_slice": image.columns * image.lines,
        "in_window_x_end": image.columns - 1,
        "in_window_y_end": image.lines - 1,
        "in_zero_point": zero_point,
        "out_zero_point": zero_point,
    }


def transposed(source: int, target: Image, zero_point: int) -> Structure:
    """From bytes in the order NHWC to planes."""
    image = Image(source, target.lines, target.columns, target.planes)
    loops = _loops((target.columns, 1), (target.planes, target.columns * target.lines), (target.lines, target.columns))
    tile = {"in_tile_y_size": target.columns, "in_tile_y_inc": target.columns}
    return Structure.of(TP, out_address=target.address, **_whole(image, zero_point), **tile, **loops)


def detransposed(source: Image, target: int, zero_point: int) -> Structure:
    """From planes to bytes in the order NHWC."""
    image = Image(source.address, 1, source.lines * source.planes, source.columns)
    loops = _loops((source.columns, source.planes), (source.lines, source.columns * source.planes), (source.planes, 1))
    return Structure.of(TP, out_address=target, **_whole(image, zero_point), **loops)


@dataclass(frozen=True, slots=True)
class Removal:
    """What removes a stride: each plane becomes several, one for each line and column of a step.

    Attributes:
        source: the image.
        target: what it becomes, with so many times the planes.
        stride: lines and columns of a step.
        before: lines and columns that are added in front.
        zero_point: what is around the image.
    """

    source: Image
    target: Image
    stride: tuple[int, int]
    before: tuple[int, int]
    zero_point: int

    def jobs(self, cores: int) -> list[Structure]:
        """As many jobs as there are cores, or fewer: each has a part of the longest side."""
        sides = (self.target.lines, self.target.columns, self.source.planes)
        longest = max(range(3), key=lambda side: sides[side])
        used = min(cores, sides[longest])
        bounds = [sides[longest] * number // used for number in range(used + 1)]
        jobs = []
        for number in range(used):
            part = [range(side) for side in sides]
            part[longest] = range(bounds[number], bounds[number + 1])
            jobs.append(self._job(*part).with_(no_flush=int(number < used - 1)))
        return jobs

    def _job(self, lines: range, columns: range, planes: range) -> Structure:
        """The job for some lines and columns of the target, and some planes of the source."""
        (down, right), target, source = self.stride, self.target, self.source
        first_line, first_column = lines.start * down - self.before[0], columns.start * right - self.before[1]
        skipped = min(max(first_line, 0), source.lines - 1), min(max(first_column, 0), source.columns - 1)
        size = target.lines * target.columns
        numbers = _whole(source, self.zero_point) | {
            "in_address": source.address
            + planes.start * source.lines * source.columns
            + skipped[0] * source.columns
            + skipped[1],
            "in_z_size": len(planes),
            "in_y_size": source.lines - skipped[0],
            "in_x_size": source.columns - skipped[1],
            "in_window_y_start": first_line - skipped[0],
            "in_window_y_end": first_line - skipped[0] + len(lines) * down - 1,
            "in_window_x_start": first_column - skipped[1],
            "in_window_x_end": first_column - skipped[1] + len(columns) * right - 1,
            "in_tile_y_size": len(lines) * down,
            "in_tile_y_inc": len(lines) * down,
            "in_tile_x_size": len(columns) * right,
            "in_tile_x_inc": len(columns) * right,
        }
        loops = _loops((right, size), (len(columns), 1), (down, right * size), (len(lines), target.columns))
        at = planes.start * down * right * size + lines.start * target.columns + columns.start
        return Structure.of(
            TP,
            out_address=target.address + at,
            out_loop_6_inc=down * right * size,
            out_loop_1_reset=1,
            out_loop_3_reset=1,
            **numbers,
            **loops,
        )
