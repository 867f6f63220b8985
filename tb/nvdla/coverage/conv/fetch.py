"""What a convolution fetches, and how it is converted."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import multiplied_as
from models.registers import RegisterMap
from tb.coverage.bins import Names, Value, flag, names
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.cubes import CubePoints, PlacePoints

SINGLE_SHIFTS = 4
YES = "yes"


class FetchPoints:
    """The points of what is fetched.

    Args:
        config: the hardware configuration.
        registers: the register description.
        precision: the point of what is multiplied.

    Attributes:
        input: the points of the input cube.
        weights: those of the weights.
        output_ram: the memory that SDP writes to.
        floats: the configuration has FP16.
    """

    def __init__(self, config: HwConfig, registers: RegisterMap, precision: Point) -> None:
        self._config, self._precision = config, precision
        self.input, self.weights = CubePoints("input", config), PlacePoints("weights", config)
        self.output_ram = Point("output memory", Names(tuple(config.ports)))
        self.in_precision = Point("input precision", Names(config.precisions))
        self.converted = Point("converted", flag())
        shift = registers.CDMA.D_CVT_CFG.CVT_TRUNCATE
        self._bits = registers.CDMA.D_CVT_OFFSET.CVT_OFFSET.width, registers.CDMA.D_CVT_SCALE.CVT_SCALE.width
        self.offset, self.scale = Point("convertor offset", names(*SIGNED)), Point("convertor scale", names(*SIGNED))
        self.truncate = Point("convertor shift", from_zero(SINGLE_SHIFTS, shift.limit))
        self.floats = "FP16" in config.precisions
        self.flushed = Point("NaN flushed", flag())
        self.line_packed, self.surface_packed = Point("lines packed", flag()), Point("surfaces packed", flag())

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        convertor = (self.in_precision, self.converted, self.offset, self.scale, self.truncate)
        others = (self.line_packed, self.surface_packed, *([self.flushed] if self.floats else ()))
        return *self.input.points, *self.weights.points, self.output_ram, *convertor, *others

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Memories, addresses, what the convertor makes of what."""

        def unsettled(source: str, made: str, converted: str) -> bool:
            return made not in multiplied_as(source, converted=converted == YES)

        return (
            *self.input.crosses,
            *self.weights.crosses,
            cross(self.input.side.ram, self.weights.side.ram, self.output_ram),
            cross(self.in_precision, self._precision, self.converted, absent=unsettled),
            cross(self.line_packed, self.surface_packed),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a layer."""
        cube, weights, convertor = conv.features, conv.weights, conv.input.convertor
        values: dict[str, Value] = {
            **self.input.of_cube(cube.layout(self._config)),
            **self.weights.of_side(weights.side, weights.size_bytes),
            self.in_precision.name: cube.precision,
            self.converted.name: int(convertor.enabled),
            self.line_packed.name: int(cube.line_packed),
            self.surface_packed.name: int(cube.surface_packed),
        }
        if convertor.enabled:
            offset_bits, scale_bits = self._bits
            values[self.offset.name] = signed_class(convertor.offset, offset_bits)
            values[self.scale.name] = signed_class(convertor.scale, scale_bits)
            values[self.truncate.name] = convertor.truncate
        if cube.precision == "FP16":
            values[self.flushed.name] = int(cube.nan_to_zero)
        return values

    def memories(self, conv: Conv, output_ram: str) -> dict[str, Value]:
        """The memories of a layer whose output goes to one."""
        return {
            self.input.side.ram.name: conv.input.side.ram,
            self.weights.side.ram.name: conv.weights.ram,
            self.output_ram.name: output_ram,
        }
