"""What is legal for a job of the NN unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.breakers import becomes
from models.rules import Broken, Case, RuleList
from models.vipnano.blocks.queue import NN
from models.vipnano.coefficients.buffer import left_over
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.convolution import Window
from models.vipnano.jobs.faults import FaultKind
from models.vipnano.jobs.nn_job import SIZES, NnJob
from models.vipnano.jobs.tiling import misfit
from models.vipnano.rules.common import PAGE, Context, beyond, of_kind, overlaps, said, twice

CONVOLUTIONS, COEFFICIENTS, TILES = (f"{PAGE}, '{name}'" for name in ("Convolutions", "Coefficients", "Tiles"))
NN_RULES = RuleList[NnJob, VipnanoConfig](NnJob)
NnCase = Case[NnJob, VipnanoConfig]


def _with(case: NnCase, **numbers: int) -> NnJob:
    """The job with other numbers in its structure."""
    return replace(case.subject, structure=case.subject.structure.with_(**numbers))


def _not_executed(case: NnCase, rng: np.random.Generator) -> NnCase:
    """A member with a value that is not executed."""
    members = [item for item in case.subject.structure.kind.members.values() if item.must]
    member = members[rng.integers(len(members))]
    others = [value for value in range(min(member.where.mask, 3) + 1) if value not in member.must]
    return replace(case, subject=_with(case, **{member.name: int(rng.choice(others))}))


def _no_size(case: NnCase, rng: np.random.Generator) -> NnCase:
    return replace(case, subject=_with(case, **{SIZES[rng.integers(len(SIZES))]: 0}))


def _byte(case: NnCase, core: int, at: int, value: int) -> NnJob:
    """The job with another byte in a stream."""
    data = case.subject.streams[core].copy()
    data[at] = value
    streams = list(case.subject.streams)
    streams[core] = data
    return replace(case.subject, streams=tuple(streams))


def _header(case: NnCase, value: int) -> NnJob:
    """The job with another size of core 0's stream."""
    header = case.subject.header.copy()
    header.view("<u4")[0] = value
    return replace(case.subject, header=header)


def _first_stream(case: NnCase, change: slice) -> NnJob:
    """The job with a part of core 0's stream."""
    return replace(case.subject, streams=(case.subject.streams[0][change], *case.subject.streams[1:]))


def _fuller(case: NnCase) -> NnJob:
    """The job with 64 bytes more behind core 0's stream."""
    longer = np.concatenate([case.subject.streams[0], np.zeros(64, np.uint8)])
    return replace(case.subject, streams=(longer, *case.subject.streams[1:]))


@NN_RULES.rule(
    "nn-executed", "Members of a structure have values that are executed.", f"{PAGE}, 'Structures'", _not_executed
)
def _executed(job: NnJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(NN, job.faults(), FaultKind.NOT_EXECUTED)


@NN_RULES.rule("nn-sizes", "Sizes of a convolution are not 0.", CONVOLUTIONS, _no_size)
def _sizes(job: NnJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(NN, job.faults(), FaultKind.SIZE)


@NN_RULES.rule(
    "nn-header",
    "Streams have a multiple of 64 bytes, and have room in on-chip memory where they are to be there.",
    COEFFICIENTS,
    becomes(
        lambda case: _header(case, 0),
        lambda case: _header(case, 66),
        lambda case: _header(case, case.context.config.coefficient_bytes // 64 * 64 + 64),
    ),
)
def _headers(job: NnJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(NN, job.faults(), FaultKind.HEADER)


@NN_RULES.rule(
    "nn-stream",
    "A core comes to the end of its stream: with the width of runs, the kernels and the weights that the job has.",
    COEFFICIENTS,
    becomes(
        lambda case: _byte(case, 0, 0, case.context.config.zrl_bits + 1),
        lambda case: _byte(case, 0, 1, int(case.subject.streams[0][1]) + 1),
        lambda case: _first_stream(case, slice(0, 8)),
    ),
)
def _streams(job: NnJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(NN, job.faults(), FaultKind.STREAM)


@NN_RULES.rule(
    "nn-fill",
    "Behind the end of a stream are fewer than 64 bytes, which are 0.",
    COEFFICIENTS,
    becomes(_fuller, lambda case: _byte(case, 0, -1, 1)),
)
def _fills(job: NnJob, _: Context) -> Iterator[Broken]:
    if job.streams and not any(job.faults()):
        for core, (data, stream) in enumerate(zip(job.streams, job.parts, strict=True)):
            yield from (Broken(f"core {core}, {text}") for text in left_over(data, stream))


@NN_RULES.rule(
    "nn-tile",
    "A tile fits into the buffers of a core.",
    TILES,
    becomes(
        lambda case: _with(case, out_tile_x_size=65),
        lambda case: _with(case, out_tile_y_size=127, kernel_y_size=15),
    ),
)
def _tiles(job: NnJob, context: Context) -> Iterator[Broken]:
    at = job.structure
    tile, kernel = ((at[f"{name}_y_size"], at[f"{name}_x_size"]) for name in ("out_tile", "kernel"))
    if not all((*tile, *kernel)):
        return
    if text := misfit(tile, kernel, at["kernels_per_core"], context.config):
        yield said(NN, at, "out_tile_y_size", f"a tile does not fit: {text}")


@NN_RULES.rule(
    "nn-strides",
    "Strides are not shorter than what they step over.",
    CONVOLUTIONS,
    becomes(
        lambda case: _with(case, in_x_stride=case.subject.structure["in_x_size"] - 1),
        lambda case: _with(case, in_y_stride=case.subject.structure["in_y_size"] - 1),
        lambda case: _with(case, out_x_stride=0),
    ),
)
def _strides(job: NnJob, _: Context) -> Iterator[Broken]:
    at = job.structure
    kept = -(-at["out_x_size"] // (2 if at["pooling"] else 1))
    for name, least in (("in_x_stride", at["in_x_size"]), ("in_y_stride", at["in_y_size"]), ("out_x_stride", kept)):
        if at[name] < least:
            yield said(NN, at, name, f"{name} is {at[name]}: at least {least} are stepped over")


@NN_RULES.rule(
    "nn-first-pixel",
    "Of the first pixel of each two, sizes are even.",
    CONVOLUTIONS,
    becomes(lambda case: _with(case, pooling=3, out_x_size=5)),
)
def _pixels(job: NnJob, _: Context) -> Iterator[Broken]:
    for name in ("out_x_size", "out_y_size"):
        if job.structure["pooling"] and job.structure[name] % 2:
            yield said(NN, job.structure, name, f"{name} is {job.structure[name]}, which is odd, and pooling is 3")


@NN_RULES.rule(
    "nn-output",
    "The output overlaps neither itself nor what the job reads.",
    CONVOLUTIONS,
    becomes(lambda case: _with(case, out_address=case.subject.structure["in_address"])),
)
def _outputs(job: NnJob, _: Context) -> Iterator[Broken]:
    yield from map(Broken, contested(job))


@NN_RULES.rule(
    "nn-addresses",
    "What a job reads and writes does not reach beyond the last address.",
    CONVOLUTIONS,
    becomes(
        lambda case: _with(case, in_address=(1 << 32) - 1, in_x_size=2, in_x_stride=64),
        lambda case: _with(case, kernel_address=(1 << 26) - 1),
    ),
)
def _addresses(job: NnJob, _: Context) -> Iterator[Broken]:
    at, (planes, lines, columns) = job.structure, job.in_shape
    if any(job.faults()):
        return
    last = (planes - 1) * at["in_x_stride"] * at["in_y_stride"] + (lines - 1) * at["in_x_stride"] + columns - 1
    yield from beyond(NN, at, "in_address", "input", at["in_address"] + last)
    sizes = job.header.size + sum(data.size for data in job.streams)
    yield from beyond(NN, at, "kernel_address", "coefficients", job.coefficients_at + sizes - 1)
    if job.streams:
        window, offset = Window.of(at), int(job.kernels.offsets.max())
        last = offset + (window.lines - 1) * at["out_x_stride"] + window.columns - 1
        yield from beyond(NN, at, "out_address", "output", at["out_address"] + last)


def contested(job: NnJob) -> Iterator[str]:
    """Why nobody knows what a job writes."""
    if any(job.faults()) or not job.streams:
        return
    targets = job.output_addresses()
    yield from twice(targets)
    yield from overlaps(targets, "input", job.input_read().addresses.astype(np.int64))
    coefficients = job.header.size + sum(data.size for data in job.streams)
    met = (targets >= job.coefficients_at) & (targets < job.coefficients_at + coefficients)
    if met.any():
        yield f"{int(met.sum())} byte(s) of the output are in its coefficients"
