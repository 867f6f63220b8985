"""Jobs as numbers (`models.vipnano.plain`) as the device has them, and in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.plain.nn import PlainNnJob
from models.vipnano.plain.tp import PlainTpJob
from sequences.vipnano.draw.jobs import DrawnJob
from sequences.vipnano.lowering.places import Places

PlainJob = PlainNnJob | PlainTpJob


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


def in_memory(jobs: Sequence[PlainJob], config: VipnanoConfig) -> list[tuple[DrawnJob, int]]:
    """Jobs and where their structures are; what has no place lies behind all that they read and write.

    Raises:
        ValueError: a number does not fit.
    """
    models = [model_job(job, config) for job in jobs]
    touched = [where.addresses for model in models for where in (model.input_read(), model.output())]
    places = Places(max((int(np.max(addresses)) + 1 for addresses in touched if addresses.size), default=0))
    placed = []
    for job in jobs:
        loads = []
        if isinstance(job, PlainTpJob):
            structure = job.as_structure()
        else:
            data = job.as_coefficients(config)
            at = job.coefficients or places.take(len(data))
            structure = job.as_structure(at)
            loads.append((at, data))
        placed.append((DrawnJob(structure, loads), job.structure or places.take(len(structure.encode()))))
    return placed
