"""Rubik: reorders elements in memory, without arithmetic (``facts/nvdla_numerics.md``, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import ExpectedWrites, Footprint, Layer
from models.memory import Addresses
from models.nvdla.grouped_unit import GroupedUnit
from models.nvdla.layout import atom_addresses, ceil_div
from models.nvdla.limits import check_rubik
from models.nvdla.rubik_layer import UNIT, RubikLayer, decode_rubik
from models.nvdla.streams import READ_IDS, WRITE_IDS
from models.nvdla.unit import Compute

CUBE_AXES = ("surface", "line", "pixel")
PLANE_AXES = ("channel", "line", "atom")


class Rubik(GroupedUnit):
    """Contract, split and merge."""

    def describe(self, group: int, values: Mapping[str, int]) -> tuple[Layer, Compute] | None:
        """The layer that a group's registers describe."""
        try:
            rubik = decode_rubik(self.block, values, self.context.config)
        except ValueError as error:
            self.context.refuse(f"{UNIT} group {group} was started, but {error}")
            return None
        for violation in check_rubik(self.context.config, rubik):
            self.context.warn(f"{UNIT} group {group}: {violation}")
        source = self._source(rubik)
        layer = Layer(
            unit=UNIT,
            group=group,
            interrupt=f"RUBIK_DONE_STATUS{group}",
            settings={"layer": str(rubik)},
            reads=(source,),
            last_write=0,
        )
        return layer, lambda: (self._compute(rubik, source),)

    def _source(self, rubik: RubikLayer) -> Footprint:
        """What a layer reads."""
        config = self.context.config
        if rubik.mode == "MERGE":
            return self._planes(rubik, "source", rubik.channels)
        port = config.ports[rubik.source].name
        if rubik.mode == "CONTRACT":
            addresses = _contract_source(rubik, config.atom_bytes, rubik.out_surfaces(config))
            shape = (rubik.out_surfaces(config), rubik.height * rubik.y_stride, rubik.width * rubik.x_stride)
        else:
            shape = (rubik.out_surfaces(config), rubik.height, rubik.width)
            strides = (rubik.source_line_stride_bytes, rubik.source_surface_stride_bytes)
            addresses = atom_addresses(rubik.source_address, shape, *strides, config.atom_bytes)
        return Footprint(port, READ_IDS[UNIT], addresses, config.atom_bytes, CUBE_AXES, shape, "input for output")

    def _compute(self, rubik: RubikLayer, source: Footprint) -> ExpectedWrites:
        """What a layer writes, from memory as it is now."""
        data, known = self.context.memories[source.port].read_chunks(source.addresses, source.chunk_bytes)
        if rubik.mode == "CONTRACT":
            return ExpectedWrites(self._contract_destination(rubik, source.shape), data, known)
        if rubik.mode == "SPLIT":
            where = self._planes(rubik, "destination", rubik.out_channels)
            return ExpectedWrites(where, self._split(rubik, data, 0), self._split(rubik, known, True))
        return ExpectedWrites(self._cube(rubik), self._merge(rubik, data, 0), self._merge(rubik, known, True))

    def _split(self, rubik: RubikLayer, atoms: NDArray[Any], tail: int | bool) -> NDArray[Any]:
        """Planes of a cube's atoms; `tail` stands behind a line's last element: the part writes zeros there."""
        config = self.context.config
        cube = atoms.reshape(-1, rubik.height, rubik.width, rubik.atom_elements(config), rubik.element_bytes)
        lines = cube.transpose(0, 3, 1, 2, 4).reshape(-1, rubik.height, rubik.width * rubik.element_bytes)
        line_bytes = rubik.plane_line_atoms(config) * config.atom_bytes
        planes = np.full((rubik.out_channels, rubik.height, line_bytes), tail, atoms.dtype)
        planes[:, :, : lines.shape[2]] = lines[: rubik.out_channels]
        return planes.reshape(-1, config.atom_bytes)

    def _merge(self, rubik: RubikLayer, atoms: NDArray[Any], tail: int | bool) -> NDArray[Any]:
        """Atoms of a cube of planes; `tail` stands for the channels that the last atom lacks, zeros on the part."""
        config, size = self.context.config, rubik.element_bytes
        elements = rubik.atom_elements(config)
        surfaces = ceil_div(rubik.channels, elements)
        planes = atoms.reshape(rubik.channels, rubik.height, -1)[:, :, : rubik.width * size]
        cube = np.full((surfaces * elements, rubik.height, rubik.width, size), tail, atoms.dtype)
        cube[: rubik.channels] = planes.reshape(rubik.channels, rubik.height, rubik.width, size)
        parts = cube.reshape(surfaces, elements, rubik.height, rubik.width, size)
        return parts.transpose(0, 2, 3, 1, 4).reshape(-1, config.atom_bytes)

    def _contract_destination(self, rubik: RubikLayer, shape: tuple[int, ...]) -> Footprint:
        config = self.context.config
        surface, line, pixel = np.ogrid[tuple(slice(extent) for extent in shape)]
        offsets = (
            surface * rubik.destination_surface_stride_bytes
            + line // rubik.y_stride * rubik.contract_line_bytes
            + line % rubik.y_stride * rubik.destination_line_stride_bytes
            + pixel * config.atom_bytes
        )
        return self._written(rubik, _at(rubik.destination_address, offsets), CUBE_AXES, shape)

    def _cube(self, rubik: RubikLayer) -> Footprint:
        config = self.context.config
        shape = (ceil_div(rubik.channels, rubik.atom_elements(config)), rubik.height, rubik.width)
        strides = (rubik.destination_line_stride_bytes, rubik.destination_surface_stride_bytes)
        addresses = atom_addresses(rubik.destination_address, shape, *strides, config.atom_bytes)
        return self._written(rubik, addresses, CUBE_AXES, shape)

    def _planes(self, rubik: RubikLayer, side: str, count: int) -> Footprint:
        """The atoms of planes; of a line's last one, only the bytes of its elements belong to the layer."""
        config = self.context.config
        shape = (count, rubik.height, rubik.plane_line_atoms(config))
        strides = (getattr(rubik, f"{side}_line_stride_bytes"), getattr(rubik, f"{side}_plane_stride_bytes"))
        addresses = atom_addresses(getattr(rubik, f"{side}_address"), shape, *strides, config.atom_bytes)
        if side == "destination":
            return self._written(rubik, addresses, PLANE_AXES, shape)
        at = np.arange(shape[2] * config.atom_bytes).reshape(shape[2], config.atom_bytes)
        owned = np.tile(at < rubik.width * rubik.element_bytes, (count * rubik.height, 1))
        port = config.ports[rubik.source].name
        return Footprint(port, READ_IDS[UNIT], addresses, config.atom_bytes, PLANE_AXES, shape, "input", owned)

    def _written(
        self, rubik: RubikLayer, addresses: Addresses, axes: tuple[str, ...], shape: tuple[int, ...]
    ) -> Footprint:
        config = self.context.config
        port = config.ports[rubik.destination].name
        return Footprint(port, WRITE_IDS[UNIT], addresses, config.atom_bytes, axes, shape, "output")


def _contract_source(rubik: RubikLayer, atom_bytes: int, out_surfaces: int) -> Addresses:
    """The input atom of each output atom, in the output's order: surfaces, lines, pixels."""
    shape = (out_surfaces, rubik.height * rubik.y_stride, rubik.width * rubik.x_stride)
    surface, line, pixel = np.ogrid[tuple(slice(extent) for extent in shape)]
    group = line % rubik.y_stride * rubik.x_stride + pixel % rubik.x_stride
    offsets = (
        (group * out_surfaces + surface) * rubik.source_surface_stride_bytes
        + line // rubik.y_stride * rubik.source_line_stride_bytes
        + pixel // rubik.x_stride * atom_bytes
    )
    return _at(rubik.source_address, offsets)


def _at(base: int, offsets: NDArray[np.int64]) -> Addresses:
    addresses: Addresses = np.uint64(base) + offsets.astype(np.uint64).reshape(-1)
    return addresses
