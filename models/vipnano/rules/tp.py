"""What is legal for a job of the TP unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.breakers import becomes
from models.rules import Broken, Case, RuleList
from models.vipnano.blocks.queue import TP
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.faults import FaultKind
from models.vipnano.jobs.tp_job import SIZES, TpJob
from models.vipnano.rules.common import PAGE, Context, beyond, of_kind, overlaps, said, twice

MOVING = f"{PAGE}, 'Moving tensors'"
TP_RULES = RuleList[TpJob, VipnanoConfig](TpJob)
TpCase = Case[TpJob, VipnanoConfig]


def _with(case: TpCase, **numbers: int) -> TpJob:
    """The job with other numbers in its structure."""
    return replace(case.subject, structure=case.subject.structure.with_(**numbers))


def _not_executed(case: TpCase, rng: np.random.Generator) -> TpCase:
    """A member with a value that is not executed."""
    members = [item for item in case.subject.structure.kind.members.values() if item.must]
    member = members[rng.integers(len(members))]
    others = [value for value in range(min(member.where.mask, 3) + 1) if value not in member.must]
    return replace(case, subject=_with(case, **{member.name: int(rng.choice(others))}))


def _no_size(case: TpCase, rng: np.random.Generator) -> TpCase:
    return replace(case, subject=_with(case, **{SIZES[rng.integers(len(SIZES))]: 0}))


@TP_RULES.rule(
    "tp-executed", "Members of a structure have values that are executed.", f"{PAGE}, 'Structures'", _not_executed
)
def _executed(job: TpJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(TP, job.faults(), FaultKind.NOT_EXECUTED)


@TP_RULES.rule("tp-sizes", "Sizes and counts are not 0, and a window ends behind its begin.", MOVING, _no_size)
def _sizes(job: TpJob, _: Context) -> Iterator[Broken]:
    yield from of_kind(TP, job.faults(), FaultKind.SIZE)


@TP_RULES.rule(
    "tp-tile",
    "Tiles stand side by side, and a window is as many whole ones.",
    MOVING,
    becomes(
        lambda case: _with(case, in_tile_x_inc=case.subject.structure["in_tile_x_size"] + 1),
        lambda case: _with(case, in_tile_y_size=2, in_tile_y_inc=2, in_window_y_start=0, in_window_y_end=2),
    ),
)
def _tiles(job: TpJob, _: Context) -> Iterator[Broken]:
    at = job.structure
    for axis in "xy":
        size, step = at[f"in_tile_{axis}_size"], at[f"in_tile_{axis}_inc"]
        window = at[f"in_window_{axis}_end"] - at[f"in_window_{axis}_start"] + 1
        if size != step:
            yield said(TP, at, f"in_tile_{axis}_inc", f"in_tile_{axis}_inc is {step}, tiles have {size}")
        elif size and window % size:
            yield said(TP, at, f"in_window_{axis}_end", f"the window has {window} along {axis}, tiles have {size}")


@TP_RULES.rule(
    "tp-strides",
    "Strides are not shorter than what they step over.",
    MOVING,
    becomes(
        lambda case: _with(case, in_stride=case.subject.structure["in_x_size"] - 1, in_y_size=2),
        lambda case: _with(case, in_slice=0, in_z_size=2),
    ),
)
def _strides(job: TpJob, _: Context) -> Iterator[Broken]:
    at = job.structure
    if at["in_y_size"] > 1 and at["in_stride"] < at["in_x_size"]:
        yield said(TP, at, "in_stride", f"in_stride is {at['in_stride']}, lines have {at['in_x_size']}")
    plane = (at["in_y_size"] - 1) * at["in_stride"] + at["in_x_size"]
    if at["in_z_size"] > 1 and at["in_slice"] < plane:
        yield said(TP, at, "in_slice", f"in_slice is {at['in_slice']}, planes have {plane}")


@TP_RULES.rule(
    "tp-output",
    "The output overlaps neither itself nor the input.",
    MOVING,
    becomes(
        lambda case: _with(case, **dict.fromkeys((f"out_loop_{loop}_inc" for loop in range(7)), 0)),
        lambda case: _with(case, out_address=case.subject.structure["in_address"]),
    ),
)
def _outputs(job: TpJob, _: Context) -> Iterator[Broken]:
    yield from map(Broken, contested(job))


@TP_RULES.rule(
    "tp-addresses",
    "What a job reads does not reach beyond the last address.",
    MOVING,
    becomes(lambda case: _with(case, in_address=(1 << 32) - 1, in_x_size=2, in_stride=64, in_slice=1 << 16)),
)
def _addresses(job: TpJob, _: Context) -> Iterator[Broken]:
    at = job.structure
    if not any(job.faults()):
        lines = (at["in_y_size"] - 1) * at["in_stride"]
        last = (at["in_z_size"] - 1) * at["in_slice"] + lines + at["in_x_size"] - 1
        yield from beyond(TP, at, "in_address", "input", at["in_address"] + last)


def contested(job: TpJob) -> Iterator[str]:
    """Why nobody knows what a job writes."""
    if any(job.faults()):
        return
    targets = job.walk.targets
    yield from twice(targets)
    yield from overlaps(targets, "input", np.asarray(job.walk.sources))
