"""What SDP_RDMA reads: an input, operands of X1, X2 and Y, where they lie, in which formats, who wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, product

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import NARROWED, READER, Sdp
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE
from models.nvdla.sdp.rules.formats import FEATURES
from tb.coverage.bins import Names, Value, flag, names
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.writers import Writers, writers

INPUT = SOURCE.name
ENABLED = ("SDP_RDMA", "SDP")
COUNTS = {"NaN at the input": "D_STATUS_NAN_INPUT_NUM", "infinities at the input": "D_STATUS_INF_INPUT_NUM"}
"""Registers of SDP_RDMA that count, with the names of their points."""
KINDS = ("a cube", "a batch", "batches as one cube")


class ReadingPoints:
    """The points of what is read.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self.precision = Point("precision", Names(config.precisions))
        self.in_precision = Point("input precision", Names(config.precisions))
        there = [item for item in OPERANDS if FEATURES[item.operator] in config.features]
        self._labels = {INPUT: INPUT} | {item.operator: item.label for item in there}
        self.streams = {name: CubePoints(label, config) for name, label in self._labels.items()}
        subsets = product((False, True), repeat=len(self.streams))
        named = (_named(self._labels.values(), chosen) for chosen in subsets if any(chosen))
        self.reads = Point("reads", Names(tuple(named)))
        self.came = {name: Point(f"{label} written by", Names(writers(config))) for name, label in self._labels.items()}
        self.enabled = Point("enabled first", names(*ENABLED))
        self.cube, self.compares = Point("input is", Names(KINDS)), Point("compares", flag())
        self.output = Point("output memory", Names(tuple(config.ports)))
        floats = "FP16" in config.precisions
        self.flushed = [Point("NaN flushed", flag())] if floats else []
        self.counts = {name: Point(name, flag()) for name in COUNTS} if floats else {}
        self.counted = Point("NaN and infinities counted", flag())

    def of_group(self) -> Group:
        """All of them."""
        cubes = (point for cube in self.streams.values() for point in cube.points)
        rest = (self.enabled, self.cube, self.compares, self.output, self.counted, *self.flushed, *self.counts.values())
        points = (self.precision, self.in_precision, self.reads, *cubes, *self.came.values(), *rest)
        return Group("sdp_rdma", points, tuple(self._crosses()))

    def _crosses(self) -> Iterator[Cross]:
        def unprocessed(source: str, made: str) -> bool:
            return source != made and (source, made) != NARROWED[:2]

        yield cross(self.in_precision, self.precision, absent=unprocessed)
        yield cross(self.precision, self.reads)
        for cube in self.streams.values():
            yield from cube.crosses
        yield cross(self.streams[INPUT].side.ram, self.output)
        yield cross(self.cube, self.compares)
        for point in self.counts.values():
            yield from (cross(flushed, point) for flushed in self.flushed)

    def values(self, sdp: Sdp, layer: Layer, writers: Writers) -> dict[str, Value]:
        """The values of a layer that starts, and that reads."""
        given: dict[str, object] = {name: operator.operands for name, operator in sdp.operators}
        given[INPUT] = sdp.source
        values: dict[str, Value] = {
            self.precision.name: sdp.precision,
            self.reads.name: _named(self._labels.values(), [given[name] is not None for name in self._labels]),
        }
        if sdp.source is not None:
            values |= {self.in_precision.name: sdp.in_precision, self.counted.name: int(sdp.source.count)}
            values |= self.streams[INPUT].of_cube(sdp.reading.input_layout(self._config))
            if not sdp.writes_nothing:
                values[self.output.name] = sdp.destination.ram
        for name, operator in sdp.operators:
            if operator.operands is not None:
                values |= self.streams[name].of_cube(sdp.reading.operand_layout(operator.operands, self._config))
        fetched = read_by(layer)
        for name, label in self._labels.items():
            if label in fetched:
                values[self.came[name].name] = writers.stage_of(fetched[label])
        first = min(layer.claims, key=lambda claim: claim.started_by)
        values |= {self.enabled.name: first.block, self.compares.name: int(sdp.y.compares)}
        return values if sdp.source is None else values | {self.cube.name: _kind(fetched[INPUT], writers)}

    def results(self, sdp: Sdp, layer: Layer) -> dict[str, Value]:
        """The values of what a layer that is through has counted."""
        if sdp.source is None or not sdp.source.count or sdp.in_precision != "FP16":
            return {}
        counts = {name: layer.statuses.get((READER, register)) for name, register in COUNTS.items()}
        flushed: dict[str, Value] = {point.name: int(sdp.nan_to_zero) for point in self.flushed}
        return flushed | {name: int(count > 0) for name, count in counts.items() if count is not None}


def read_by(layer: Layer) -> dict[str, Fetched]:
    """What a layer reads, by label."""
    return {item.where.label: item for claim in layer.claims for item in claim.fetched}


def _kind(read: Fetched, writers: Writers) -> str:
    """What a layer of several batches wrote may be read batch by batch, or as one cube."""
    layer = writers.layer_of(read)
    if layer is None or len(layer.writes) == 1:
        return KINDS[0]
    return KINDS[1 if len(read.where.addresses) <= len(layer.writes[0].where.addresses) else 2]


def _named(labels: Iterable[str], chosen: Iterable[bool]) -> str:
    return ", ".join(label.removesuffix(" operands") for label in compress(labels, chosen))
