"""Knobs of the test that plays a compiled network: what a suite that ``make network`` has written sets."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from tb.environment.knobs import TestKnobs
from tb.nvdla.networks.job import NetworkJob
from tb.outcome.record import RUN_DIR_VARIABLE


@dataclass(frozen=True, kw_only=True)
class NetworkTestKnobs(TestKnobs):
    """Of the test that plays a network.

    Attributes:
        job: the file that says what is played.
        only: numbers of the operations that are played of it; none: those that the job names.
    """

    job: str = ""
    only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.job and not Path(self.job).is_file():
            raise ValueError(f"job={self.job}: there is no such file; make network NETWORK=.. SUITE=.. writes one")
        if not all(word.isdecimal() for word in self.only):
            raise ValueError(f"only={','.join(self.only)}: operations are numbers, such as only=3 or only=3,5")

    @property
    def announced(self) -> tuple[str, ...]:
        """Rules that the network breaks."""
        return self.read().announced if self.job else ()

    def read(self) -> NetworkJob:
        """The job, with what else is said; its result goes into the folder of the run.

        Raises:
            ValueError: none is given.
        """
        if not self.job:
            raise ValueError("knob job: none is given; make network NETWORK=.. SUITE=.. writes one, and a suite for it")
        job = NetworkJob.read(Path(self.job))
        only = tuple(map(int, self.only)) or job.only
        return replace(job, only=only, folder=Path(os.environ[RUN_DIR_VARIABLE]))
