"""Coverage of jobs: what is convolved, and what is moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from models.events import Started
from models.vipnano.coefficients.shape import Order
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.jobs.walk import LOOPS
from tb.coverage.bins import each, flag, names, octaves, ranges
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions

SOME = (1, 2, 3)
"""One, two, or more."""
ORDERS = tuple(order.name.lower() for order in Order)
SHIFTS = ((0, 0), (1, 31), (32, 47), (48, 127))


class NnSampler(Sampler):
    """Counts jobs of the NN unit.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: VipnanoConfig) -> None:
        self._config = config
        super().__init__(Covergroup("convolutions", self._points(), self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Jobs that start."""
        return {Started: lambda event: _sampled(self, event, NnJob)}

    def _points(self) -> Iterator[Coverpoint]:
        cores = self._config.nn_cores
        yield Coverpoint("order", names(*ORDERS), lambda job: job.shape.order.name.lower())
        yield Coverpoint("whole lines", flag(), lambda job: int(job.shape.whole_lines))
        yield Coverpoint("cores", each(range(1, cores + 1)), lambda job: job.shape.cores)
        yield Coverpoint("spare kernels", flag(), _spare)
        yield Coverpoint("superblocks", each(SOME), lambda job: min(len(job.shape.superblocks), SOME[-1]))
        yield Coverpoint("run bits", each(range(self._config.zrl_bits + 1)), lambda job: int(job.streams[0][0]))
        for name, most in (("kernel_x_size", 7), ("kernel_y_size", 7)):
            yield Coverpoint(name, each(range(1, most + 1)), _said(name))
        yield Coverpoint("planes", octaves(8, 15), lambda job: min(job.structure["kernel_z_size"], 15))
        for name in ("in_x_offset", "in_y_offset"):
            yield Coverpoint(name, each(range(-8, 8)), _said(name))
        yield Coverpoint("first pixel", flag(), lambda job: int(job.structure["pooling"] == 3))
        yield Coverpoint("relu", flag(), _said("relu"))
        yield Coverpoint("post_shift", ranges(SHIFTS), _said("post_shift"))
        yield Coverpoint("tiles in a line", each(SOME[:2]), _tiles("x"))
        yield Coverpoint("tiles in a column", each(SOME), _tiles("y"))
        yield Coverpoint("cached", flag(), _said("kernel_caching_mode"))

    @staticmethod
    def _crosses() -> Iterator[CrossOf]:
        yield cross("order", "run bits")
        yield cross("order", "superblocks")
        yield cross("first pixel", "tiles in a column")


class TpSampler(Sampler):
    """Counts jobs of the TP unit."""

    def __init__(self) -> None:
        super().__init__(Covergroup("moves", self._points(), self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Jobs that start."""
        return {Started: lambda event: _sampled(self, event, TpJob)}

    @staticmethod
    def _points() -> Iterator[Coverpoint]:
        for name in ("in_z_size", "in_tile_x_size", "in_tile_y_size"):
            yield Coverpoint(name, each(SOME), _few(name))
        yield Coverpoint("border", flag(), lambda job: int(not job.walk.inside.all()))
        yield Coverpoint("image", flag(), lambda job: int(job.walk.inside.any()))
        yield Coverpoint("begins", names("before", "inside"), _begins)
        for loop in range(LOOPS):
            name = f"out_loop_{loop}_count"
            yield Coverpoint(name, each(SOME), _few(name))
        yield Coverpoint("inner increment", names("one", "more"), _increment)
        yield Coverpoint("loop 6", flag(), lambda job: int(job.structure["out_loop_6_inc"] > 0))

    @staticmethod
    def _crosses() -> Iterator[CrossOf]:
        yield cross("begins", "border", ignore_bins=lambda begins, border: begins == "before" and border == "no")
        yield cross("inner increment", "out_loop_0_count")


def _sampled(sampler: Sampler, event: Started, kind: type) -> None:
    if isinstance(event.layer.descriptor, kind):
        sampler.sample(event.layer.descriptor)


def _said(name: str) -> Callable[[Any], int]:
    """What a number of the structure is."""
    return lambda job: int(job.structure[name])


def _few(name: str) -> Callable[[Any], int]:
    """What it is, if that is not more than a few."""
    return lambda job: min(int(job.structure[name]), SOME[-1])


def _spare(job: NnJob) -> int:
    """Whether cores have kernels that are no channel's."""
    return int(job.shape.cores * job.shape.count > job.shape.channels)


def _tiles(axis: str) -> Callable[[NnJob], int]:
    """Tiles one beside the other, or one below the other."""
    return lambda job: min(-(-job.structure[f"out_{axis}_size"] // job.structure[f"out_tile_{axis}_size"]), SOME[-1])


def _begins(job: TpJob) -> str:
    """Where the window begins."""
    begins = (job.structure[f"in_window_{axis}_start"] for axis in "xy")
    return "before" if min(begins) < 0 else "inside"


def _increment(job: TpJob) -> str:
    return "one" if job.structure["out_loop_0_inc"] == 1 else "more"
