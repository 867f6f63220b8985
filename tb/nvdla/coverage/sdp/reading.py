"""What SDP_RDMA reads: an input, operands of X1, X2 and Y, where they lie, in which formats, who wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import compress, product

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import NARROWED, READER, Sdp
from models.nvdla.sdp.operators.absent import FEATURES
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE
from models.nvdla.surfaces.surface_layout import SurfaceLayout
from tb.coverage.bins import flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of
from tb.nvdla.coverage.layers import (
    RESULTS,
    LayerSampler,
    counted,
    descriptor_points,
    enabled_first,
    writer_point,
)
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, side_crosses
from tb.nvdla.coverage.writers import Writers

INPUT = SOURCE.name
COUNTS = {"NaN at the input": "D_STATUS_NAN_INPUT_NUM", "infinities at the input": "D_STATUS_INF_INPUT_NUM"}
"""Registers of SDP_RDMA that count, with the names of their points."""
KINDS = ("a cube", "a batch", "batches as one cube")


def sdp_reading_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group: of layers that read."""
    config = device.config
    there = {item.operator: item.label for item in OPERANDS if FEATURES[item.operator] in config.features}
    labels = {INPUT: INPUT, **there}
    group = Covergroup(READER.lower(), _points(device, labels), _crosses(config, labels.values()))
    return LayerSampler(group, device, Sdp, lambda layer: not layer.descriptor.reading.reads_nothing)


def _points(device: DeviceState, labels: Mapping[str, str]) -> Iterator[Coverpoint]:
    """The coverpoints.

    Args:
        device: the device's state.
        labels: what the reads of the input and of operators' operands are called.
    """
    config = device.config
    subsets = (_named(labels.values(), chosen) for chosen in product((False, True), repeat=len(labels)))
    from_memory = partial(points_of, lambda sdp: None if sdp.source is None else sdp)
    yield from descriptor_points(
        [
            Coverpoint("precision", names(*config.precisions), lambda sdp: sdp.precision),
            *from_memory([Coverpoint("input precision", names(*config.precisions), lambda sdp: sdp.in_precision)]),
            Coverpoint("reads", names(*filter(None, subsets)), partial(_reads, labels)),
        ]
    )
    for name, label in labels.items():
        yield from descriptor_points(points_of(partial(_layout, name, config), cube_points(label, config)))
    for label in labels.values():
        yield writer_point(f"{label} written by", device, partial(_fetched, label))
    yield enabled_first(READER, "SDP")
    yield Coverpoint("input is", names(*KINDS), partial(_kind, device.writers))
    yield from descriptor_points(
        [
            Coverpoint("compares", flag(), lambda sdp: sdp.y.compares),
            *from_memory(
                [
                    Coverpoint("output memory", names(*config.ports), _output),
                    Coverpoint("NaN and infinities counted", flag(), lambda sdp: sdp.source.count),
                ]
            ),
        ]
    )
    if "FP16" in config.precisions:
        flushed = Coverpoint("NaN flushed", flag(), lambda layer: layer.descriptor.nan_to_zero, RESULTS)
        counts = (Coverpoint(name, flag(), counted(READER, register), RESULTS) for name, register in COUNTS.items())
        yield from points_of(_counts_halves, (flushed, *counts))


def _crosses(config: HwConfig, labels: Iterable[str]) -> Iterator[CrossOf]:
    def unprocessed(source: str, made: str) -> bool:
        return source != made and (source, made) != NARROWED[:2]

    yield cross("input precision", "precision", ignore_bins=unprocessed)
    yield cross("precision", "reads")
    for label in labels:
        yield from side_crosses(label, config)
    yield cross(f"{INPUT} memory", "output memory")
    yield cross("input is", "compares")
    if "FP16" in config.precisions:
        yield from (cross("NaN flushed", name) for name in COUNTS)


def _layout(name: str, config: HwConfig, sdp: Sdp) -> SurfaceLayout | None:
    """Where the input, or what an operator reads, lies."""
    if name == INPUT:
        return None if sdp.source is None else sdp.reading.input_layout(config)
    operands = dict(sdp.operators)[name].operands
    return None if operands is None else sdp.reading.operand_layout(operands, config)


def _reads(labels: Mapping[str, str], sdp: Sdp) -> str:
    given: dict[str, object] = {name: operator.operands for name, operator in sdp.operators}
    given[INPUT] = sdp.source
    return _named(labels.values(), (given[name] is not None for name in labels))


def _output(sdp: Sdp) -> str | None:
    return None if sdp.writes_nothing else sdp.destination.ram


def _fetched(label: str, layer: Layer) -> Fetched | None:
    return next((item for claim in layer.claims for item in claim.fetched if item.where.label == label), None)


def _kind(writers: Writers, layer: Layer) -> str | None:
    """What a layer of several batches wrote may be read batch by batch, or as one cube."""
    if (read := _fetched(INPUT, layer)) is None:
        return None
    writer = writers.layer_of(read)
    if writer is None or len(writer.writes) == 1:
        return KINDS[0]
    return KINDS[1 if len(read.where.addresses) <= len(writer.writes[0].where.addresses) else 2]


def _counts_halves(layer: Layer) -> Layer | None:
    """A layer that counts NaN and infinities of FP16 at its input."""
    sdp = layer.descriptor
    assert isinstance(sdp, Sdp)
    return layer if sdp.source and sdp.source.count and sdp.in_precision == "FP16" else None


def _named(labels: Iterable[str], chosen: Iterable[bool]) -> str:
    return ", ".join(label.removesuffix(" operands") for label in compress(labels, chosen))
