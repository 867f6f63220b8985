"""Batches, and tiles of Winograd: how many, how they lie, what surrounds them."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.modes import MOST_BATCHES
from models.nvdla.sdp.descriptor import Sdp
from tb.coverage.bins import Names, Value, each, flag, names, ranges
from tb.coverage.group import Cross, Point, cross

MOST = (1 << 64) - 1
APART = ranges([(0, 0), (1, MOST)], ["0", "more"])
SIDES = ("left", "right", "top", "bottom")


class BatchPoints:
    """The points of batches.

    Args:
        config: the hardware configuration.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, precision: Point) -> None:
        self._config, self._precision = config, precision
        pairs = [(2, 2), (3, 4), (5, MOST_BATCHES - 1), (MOST_BATCHES, MOST_BATCHES)]
        self.count = Point("batches", ranges(pairs))
        self.point_in, self.point_out = Point("batches of one pixel", flag()), Point("results of one pixel", flag())
        self.odd = Point("odd columns of results", flag())
        self.apart, self.out_apart = Point("between batches", APART), Point("between results", APART)

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.count, self.point_in, self.point_out, self.odd, self.apart, self.out_apart

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Pixels, precisions."""
        return (
            cross(self.count, self._precision),
            cross(self.point_in, self.point_out),
            cross(self.odd, self._precision),
        )

    def values(self, conv: Conv, sdp: Sdp) -> dict[str, Value]:
        """The values of a layer of several batches."""
        cube, output = conv.features, conv.output
        sizes = cube.layout(self._config).size_bytes, sdp.layout(self._config).size_bytes
        return {
            self.count.name: cube.batches,
            self.point_in.name: int(cube.height == cube.width == 1),
            self.point_out.name: int(output.height == output.width == 1),
            self.odd.name: output.width % 2,
            self.apart.name: cube.batch_stride_bytes - sizes[0],
            self.out_apart.name: (sdp.batch_stride_bytes - sizes[1]) // (2 * self._config.atom_bytes),
        }


class TilePoints:
    """The points of Winograd.

    Args:
        config: the hardware configuration.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, precision: Point) -> None:
        self._config, self._precision = config, precision
        self.strides = Point("strides of Winograd", names("of one", "in x", "in y", "in both"))
        self.truncate = Point("first additions shifted", each(range(PRA_TRUNCATE_AT_MOST + 1)))
        self.side = Point("padded side of tiles", Names(SIDES))
        self.surfaces = Point("surfaces of Winograd", ranges([(1, 1), (2, MOST)], ["1", "several"]))
        self.wide, self.tall = (Point(f"{what} of tiles", names("2", "more")) for what in ("columns", "lines"))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.strides, self.truncate, self.side, self.surfaces, self.wide, self.tall

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """By precision; FP16 is not shifted."""
        return (
            cross(self.strides, self._precision),
            cross(self.truncate, self._precision, absent=lambda _, precision: precision == "FP16"),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a Winograd layer."""
        kernel, size = conv.kernel, 2 * 4
        ways = {(False, False): "of one", (True, False): "in x", (False, True): "in y", (True, True): "in both"}
        values: dict[str, Value] = {
            self.strides.name: ways[kernel.stride_x > 1, kernel.stride_y > 1],
            self.surfaces.name: conv.features.layout(self._config).extent[0],
            self.wide.name: "2" if conv.output.width == size else "more",
            self.tall.name: "2" if conv.output.height == size else "more",
        }
        if conv.precision != "FP16":
            values[self.truncate.name] = conv.pra_truncate
        return values

    def padding(self, conv: Conv) -> list[dict[str, Value]]:
        """The values of each padded side."""
        return [{self.side.name: side} for side in SIDES if getattr(conv.padding, side)]
