"""Jobs that a driver has dumped: the structure, the coefficients, the tensors, each as bytes; as a trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np

from models.memory.sparse import Addresses, Bytes
from models.rules import RuleContext, check
from models.vipnano.coefficients.buffer import BrokenCoefficientsError, split
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.faults import place_of
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.rules import EVERY_RULE
from models.vipnano.structures.description import NN, STRUCTURE_BYTES, TP
from models.vipnano.structures.structure import Structure
from sequences.model_host import ModelHost, run
from sequences.recording import RecordingHost
from sequences.traces.txn.writer import write_trace
from sequences.vipnano.driver import Driver
from sequences.vipnano.traces import trace_space, with_polls

APART_BYTES = 1 << 12


@dataclass(frozen=True)
class DumpedJob:
    """A job as it was in memory.

    Attributes:
        config: the hardware configuration.
        structure: the bytes of its structure.
        image: the input, from its address on.
        coefficients: the header and all streams; None: it is a job of the TP unit.
        output: what came out, from the output's address on; None: nobody knows.
    """

    config: VipnanoConfig
    structure: Bytes
    image: Bytes
    coefficients: Bytes | None = None
    output: Bytes | None = None

    def job(self) -> NnJob | TpJob:
        """The job as the device has it when it has read all of it but the input.

        Raises:
            ValueError: the structure is none, or the coefficients break before their streams begin.
        """
        if self.coefficients is None:
            return TpJob(self.config, 0, Structure.decode(TP, self.structure))
        job = NnJob(self.config, 0, Structure.decode(NN, self.structure))
        if any(job.faults()):  # sizes that are needed to find streams
            return job
        streams = tuple(split(self.coefficients, job.shape, self.config))
        return NnJob(self.config, 0, job.structure, self.coefficients[: self.config.header_bytes], streams)

    def problems(self) -> Iterator[str]:
        """What is wrong with it, a line each: rules that it breaks, then tensors that are too short.

        Raises:
            ValueError: the structure is none.
        """
        try:
            job = self.job()
        except BrokenCoefficientsError as error:
            yield f"the job hangs: {error}"
            return
        broken = [str(item) for item in check(EVERY_RULE, job, RuleContext(self.config))]
        yield from broken
        if any(job.faults()):
            return
        if self.coefficients is not None and isinstance(job, NnJob):
            there, used = len(self.coefficients), sum(place.size for place in job.places) + self.config.header_bytes
            if there > used:
                yield f"bit {used * 8} of the coefficients: {there - used} bytes come behind the last stream"
        given = {"in_address": self.image, "out_address": self.output}
        for (name, data), needed in zip(given.items(), self._needed(job), strict=True):
            if data is not None and len(data) < needed:
                where = place_of(job.structure, name)
                yield f"{where}: from {name} on, {needed} bytes are used, {len(data)} are there"

    def write(self, folder: Path, title: str) -> None:
        """Write it as a trace, with what came out as goldens, or what the reference says where nobody knows.

        Args:
            folder: the trace's folder.
            title: one line about it.

        Raises:
            ValueError: the reference cannot compute it.
        """
        device = VipnanoDevice(self.config, zeroed_memory=True)
        host, job = RecordingHost(ModelHost(device)), self.job()
        for address, data in self._loads(job):
            host.load(MEMORY, address, data)
        address = self._room(self._loads(job), job)
        host.load(MEMORY, address, self.structure[:STRUCTURE_BYTES])
        driver = Driver(host, self.config)

        async def play() -> None:
            await driver.start(job.structure, address)
            await driver.finish()

        run(play())
        base = job.structure["out_address"]
        goldens = [(first, self._came_out(device, base, first, size)) for first, size in _runs(job.output().addresses)]
        write_trace(folder, with_polls(host.commands, self.config), goldens, trace_space(self.config), title)

    def _loads(self, job: NnJob | TpJob) -> list[tuple[int, Bytes]]:
        """What is in memory before it, and where."""
        loads = [(job.structure["in_address"], self.image)] if len(self.image) else []
        if isinstance(job, NnJob) and self.coefficients is not None:
            loads.append((job.coefficients_at, self.coefficients))
        return loads

    def _room(self, loads: Iterable[tuple[int, Bytes]], job: NnJob | TpJob) -> int:
        """Where the structure may be: apart from everything else."""
        taken = [(at, at + len(data)) for at, data in loads]
        output = job.output().addresses
        taken.append((int(output.min()), int(output.max()) + 1))
        return next(
            at
            for at in count(APART_BYTES, APART_BYTES)
            if all(at + STRUCTURE_BYTES <= first or at >= end for first, end in taken)
        )

    def _came_out(self, device: VipnanoDevice, base: int, first: int, size: int) -> Bytes:
        """The golden of some bytes."""
        if self.output is None:
            return device.dump(MEMORY, first, size)
        return self.output[first - base : first - base + size]

    @staticmethod
    def _needed(job: NnJob | TpJob) -> list[int]:
        """How many bytes of the input are read, and of the output written, each from its address on."""
        sides = (("in_address", job.input_read().addresses), ("out_address", job.output().addresses))
        return [int(np.max(addresses)) + 1 - job.structure[name] if addresses.size else 0 for name, addresses in sides]


def _runs(addresses: Addresses) -> Iterator[tuple[int, int]]:
    """Bytes that lie one behind the other: where they begin, and how many they are."""
    ordered = np.sort(addresses)
    for run_ in np.split(ordered, np.flatnonzero(np.diff(ordered) > 1) + 1):
        yield int(run_[0]), len(run_)
