"""PDP_RDMA: where layers read, who wrote it, which block was enabled first."""

from __future__ import annotations

from models.events import Finished, Reset, Started
from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import WORKING_MODES, mode_of_pdp
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.rules import check_layer
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from tb.coverage.bins import Names, Value, names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.writers import Writers, writers


class PdpReadingCoverage:
    """Counts the group: of legal layers from memory."""

    def __init__(self, config: HwConfig) -> None:
        self._config, self._writers = config, Writers()
        self._precision = Point("precision", Names(config.precisions))
        self._mode = Point("mode", Names(WORKING_MODES[1:]))
        self._input = CubePoints("input", config)
        self._output = Point("output memory", Names(tuple(config.ports)))
        self._came = Point("input written by", Names(writers(config)))
        self._enabled = Point("enabled first", names(READER, UNIT))
        points = (self._precision, self._mode, *self._input.points, self._output, self._came, self._enabled)
        crosses = (
            *self._input.crosses,
            cross(self._precision, self._mode),
            cross(self._input.side.ram, self._output),
            cross(self._mode, self._enabled),
        )
        self.counts = Counts(Group(READER.lower(), points, crosses))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished, Reset: lambda _: self._writers.forget()}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        pdp = event.layer.descriptor
        if isinstance(pdp, Pdp) and pdp.source is not None and not check_layer(pdp, self._config):
            self.counts.sample(self._values(pdp, pdp.source, event.layer))

    def _finished(self, event: Finished) -> None:
        self._writers.wrote(event.layer)

    def _values(self, pdp: Pdp, source: Side, layer: Layer) -> dict[str, Value]:
        size, channels = ELEMENT_BYTES[pdp.precision], pdp.layout(self._config).channels
        cube = FeatureCube(source, self._config.atom_bytes, channels, pdp.height, pdp.width, size)
        values: dict[str, Value] = {
            self._precision.name: pdp.precision,
            self._mode.name: mode_of_pdp(pdp),
            self._output.name: pdp.destination.ram,
            self._enabled.name: min(layer.claims, key=lambda claim: claim.started_by).block,
            **self._input.of_cube(cube),
        }
        fetched = [item for claim in layer.claims for item in claim.fetched]
        if len(fetched) == 1:
            values[self._came.name] = self._writers.stage_of(fetched[0])
        return values
