"""PDP_RDMA: where layers read, who wrote it, which block was enabled first."""

from __future__ import annotations

from collections.abc import Iterator

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import WORKING_MODES, mode_of_pdp
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross, points_of
from tb.nvdla.coverage.layers import LayerSampler, descriptor_points, enabled_first, writer_point
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, side_crosses


def pdp_reading_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group: of layers from memory."""
    crosses = (
        *side_crosses("input", device.config),
        cross("precision", "mode"),
        cross("input memory", "output memory"),
        cross("mode", "enabled first"),
    )
    group = Covergroup(READER.lower(), _points(device), crosses)
    return LayerSampler(group, device, Pdp, lambda layer: _input(device.config, layer.descriptor) is not None)


def _points(device: DeviceState) -> Iterator[Coverpoint]:
    config = device.config
    yield from descriptor_points(
        [
            Coverpoint("precision", names(*config.precisions), lambda pdp: pdp.precision),
            Coverpoint("mode", names(*WORKING_MODES[1:]), mode_of_pdp),
            *points_of(lambda pdp: _input(config, pdp), cube_points("input", config)),
            Coverpoint("output memory", names(*config.ports), lambda pdp: pdp.destination.ram),
        ]
    )
    yield writer_point("input written by", device, _fetched)
    yield enabled_first(READER, UNIT)


def _input(config: HwConfig, pdp: object) -> FeatureCube | None:
    """The input of a layer from memory."""
    assert isinstance(pdp, Pdp)
    channels, size = pdp.layout(config).channels, ELEMENT_BYTES[pdp.precision]
    if pdp.source is None:
        return None
    return FeatureCube(pdp.source, config.atom_bytes, channels, pdp.height, pdp.width, size)


def _fetched(layer: Layer) -> Fetched | None:
    """What a layer reads, if that is in one piece."""
    fetched = [item for claim in layer.claims for item in claim.fetched]
    return fetched[0] if len(fetched) == 1 else None
