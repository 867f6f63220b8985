"""Jobs as numbers (`models.vipnano.plain`) as the device has them, and in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import ADDRESS_BITS
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.plain.nn import PlainNnJob
from models.vipnano.plain.tp import PlainTpJob
from models.vipnano.structures.description import STRUCTURE_BYTES
from sequences.vipnano.draw.jobs import DrawnJob
from sequences.vipnano.lowering.places import ALIGN_BYTES, Places

PlainJob = PlainNnJob | PlainTpJob
STEP_BYTES = 1 << 16


def model_job(job: PlainJob, config: VipnanoConfig) -> NnJob | TpJob:
    """A job as the device has it when it has read all of it but the input.

    Raises:
        ValueError: a number does not fit.
    """
    if isinstance(job, PlainTpJob):
        return TpJob(config, job.structure, job.as_structure())
    data = job.as_coefficients(config)
    read = NnJob(config, job.structure, job.as_structure(), data[: config.header_bytes])
    streams = tuple(data[place.begin : place.begin + place.size] for place in read.places)
    return NnJob(config, job.structure, read.structure, read.header, streams)


def in_memory(jobs: Sequence[PlainJob], config: VipnanoConfig, more: int = 0) -> list[tuple[DrawnJob, int]]:
    """Jobs and where their structures are; what has no place lies apart from all that they read and write.

    Args:
        jobs: the jobs.
        config: the hardware configuration.
        more: so many moves of a byte come behind them, in memory of their own.

    Raises:
        ValueError: a number does not fit, or there is no room.
    """
    places, placed = Places(_room(jobs, config, more)), []
    for job in jobs:
        loads = []
        if isinstance(job, PlainTpJob):
            structure = job.as_structure()
        else:
            data = job.as_coefficients(config)
            at = job.coefficients or places.take(len(data))
            structure = job.as_structure(at)
            loads.append((at, data))
        placed.append((DrawnJob(structure, loads), job.structure or places.take(STRUCTURE_BYTES)))
    for _ in range(more):
        at = places.take(2)
        move = DrawnJob(PlainTpJob(in_address=at, out_address=at + 1).as_structure(), [(at, np.zeros(2, np.uint8))])
        placed.append((move, places.take(STRUCTURE_BYTES)))
    return placed


def _room(jobs: Sequence[PlainJob], config: VipnanoConfig, more: int) -> int:
    """Where there is room for what has no place: behind all that has one, or in the first gap that is large enough."""
    taken = list(_taken(jobs, config))
    own = sum(len(job.as_coefficients(config)) for job in jobs if isinstance(job, PlainNnJob))
    size = own + (len(jobs) + 2 * more) * (STRUCTURE_BYTES + ALIGN_BYTES)
    behind = max((end for _, end in taken), default=0)
    begin: int
    for begin in (behind, *range(STEP_BYTES, 1 << ADDRESS_BITS, STEP_BYTES)):
        end = begin + ALIGN_BYTES + size
        if end <= 1 << ADDRESS_BITS and all(end <= first or begin >= last for first, last in taken):
            return begin
    raise ValueError(f"there is no room for {size} bytes")


def _taken(jobs: Sequence[PlainJob], config: VipnanoConfig) -> Iterator[tuple[int, int]]:
    """Where all that has a place begins and ends."""
    for job in jobs:
        model = model_job(job, config)
        for addresses in (model.input_read().addresses, model.output().addresses):
            if addresses.size:
                yield int(np.min(addresses)), int(np.max(addresses)) + 1
        if job.structure:
            yield job.structure, job.structure + STRUCTURE_BYTES
        if isinstance(job, PlainNnJob) and job.coefficients:
            yield job.coefficients, job.coefficients + len(job.as_coefficients(config))
