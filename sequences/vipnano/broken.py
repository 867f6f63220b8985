"""Jobs that hang: legal ones in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from models.memory.sparse import Bytes
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.nn_job import SIZES as NN_SIZES
from models.vipnano.jobs.tp_job import SIZES as TP_SIZES
from models.vipnano.structures.description import NN
from sequences.vipnano.draw.jobs import DrawnJob, draw_nn_job, draw_tp_job

Break = Callable[[DrawnJob, VipnanoConfig, np.random.Generator], DrawnJob]
ALIGN_BYTES, HEAD_BITS, WEIGHT_BITS = 64, 24, 8


def draw_broken_job(rng: np.random.Generator, config: VipnanoConfig, base: int, how: str) -> DrawnJob:
    """A job that hangs.

    Args:
        rng: draws it.
        config: the hardware configuration.
        base: what belongs to it is in memory from here on.
        how: what is wrong, a key of `BREAKS`.
    """
    while True:
        job = draw_tp_job(rng, base) if how.startswith("tp") else draw_nn_job(rng, config, base)
        with suppress(_UnfitError):
            return BREAKS[how](job, config, rng)


class _UnfitError(Exception):
    """A job that cannot be broken in this way."""


def _sizes(job: DrawnJob, config: VipnanoConfig) -> Bytes:
    """The header's sizes of the cores that work, which can be written to."""
    sizes: Bytes = job.loads[-1][1][: config.header_bytes].view("<u4")
    return sizes[: KernelShape.of(job.structure, config).cores]


def _with_data(job: DrawnJob) -> DrawnJob:
    """The job with coefficients of its own."""
    return DrawnJob(job.structure, [(address, data.copy()) for address, data in job.loads])


def _not_executed(job: DrawnJob, _: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
    members = [item for item in job.structure.kind.members.values() if item.must]
    member = members[rng.integers(len(members))]
    others = [value for value in range(min(member.where.mask, 3) + 1) if value not in member.must]
    return replace(job, structure=job.structure.with_(**{member.name: int(rng.choice(others))}))


def _no_size(job: DrawnJob, _: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
    sizes = NN_SIZES if job.structure.kind is NN else TP_SIZES
    return replace(job, structure=job.structure.with_(**{sizes[rng.integers(len(sizes))]: 0}))


def _window(job: DrawnJob, _: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
    axis = "xy"[rng.integers(2)]
    begin = job.structure[f"in_window_{axis}_start"]
    return replace(job, structure=job.structure.with_(**{f"in_window_{axis}_end": begin - 1}))


def _header(size: Callable[[int, VipnanoConfig], int]) -> Break:
    """Another size in the header, of any core."""

    def change(job: DrawnJob, config: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
        broken = _with_data(job)
        sizes = _sizes(broken, config)
        at = rng.integers(len(sizes))
        sizes[at] = size(int(sizes[at]), config)
        return DrawnJob(job.structure.with_(kernel_caching_mode=1), broken.loads)

    return change


def _cut(job: DrawnJob, config: VipnanoConfig, _: np.random.Generator) -> DrawnJob:
    """The last core's stream ends 64 bytes before its end."""
    broken = _with_data(job)
    sizes = _sizes(broken, config)
    if sizes[-1] <= ALIGN_BYTES:
        raise _UnfitError
    sizes[-1] -= ALIGN_BYTES
    return broken


def _head(at: int) -> Break:
    """Another byte at the beginning of any core's stream: the width of runs, or the number of kernels."""

    def change(job: DrawnJob, config: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
        broken = _with_data(job)
        begin = _begin_of_any(broken, config, rng)
        data = broken.loads[-1][1]
        data[begin + at] = config.zrl_bits + 1 if at == 0 else data[begin + at] ^ 1 << int(rng.integers(8))
        return broken

    return change


def _run(job: DrawnJob, config: VipnanoConfig, rng: np.random.Generator) -> DrawnJob:
    """The first item has a run, so that it goes over a weight with a word behind it."""
    broken = _with_data(job)
    begin = _begin_of_any(broken, config, rng)
    data = broken.loads[-1][1]
    if data[begin] == 0:
        raise _UnfitError
    data[begin + HEAD_BITS // 8] |= 1
    return broken


def _begin_of_any(job: DrawnJob, config: VipnanoConfig, rng: np.random.Generator) -> int:
    """Where the stream of any core that works begins, in the bytes of the coefficients."""
    sizes = _sizes(job, config)
    return config.header_bytes + int(sizes[: rng.integers(len(sizes))].sum())


BREAKS: Mapping[str, Break] = {
    "nn-executed": _not_executed,
    "nn-sizes": _no_size,
    "tp-executed": _not_executed,
    "tp-sizes": _no_size,
    "tp-window": _window,
    "nn-header: size 0": _header(lambda *_: 0),
    "nn-header: no multiple of 64": _header(lambda size, _: size + 2),
    "nn-header: no room": _header(lambda _, config: config.coefficient_bytes // 64 * 64 + 64),
    "nn-stream: ends early": _cut,
    "nn-stream: width of runs": _head(0),
    "nn-stream: kernels, low bits": _head(1),
    "nn-stream: kernels, high bits": _head(2),
    "nn-stream: run over a word": _run,
}
"""What can be wrong, by the name of the rule that says so and what it is."""
