"""How programs of VIPNano's jobs are made smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory.footprint import Footprint
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.nn_job import NnJob
from models.vipnano.jobs.tp_job import TpJob
from models.vipnano.plain.nn import PlainNnJob
from models.vipnano.plain.tp import PlainTpJob
from sequences.host import Host
from sequences.model_host import ModelHost, run
from sequences.recording import RecordingHost
from sequences.shrink.played import SEED, play_program
from sequences.shrink.program import Program, Step
from sequences.shrink.shrinking import LayerChange, Layers, Named, Place, Shrinking, Taken, TestFrame
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace
from sequences.vipnano.bench import QueueKnobs, VipnanoBench
from sequences.vipnano.plain_jobs import PlainJob, model_job
from sequences.vipnano.traces import trace_space, with_polls

WORD_BYTES = 4
ORIGIN = 0x1000
"""Nobody would see an address that is 0 by mistake."""
MANY_ENDS, FULL = "many ends", "full queue"
WAYS = {"": QueueKnobs(), MANY_ENDS: QueueKnobs(ends=1.0), FULL: QueueKnobs(full=True)}
"""A job that hangs is seen in other ways where others wait behind it than where none does."""
TEXTS = {MANY_ENDS: "QueueKnobs(ends=1.0)", FULL: "QueueKnobs(full=True)"}
SIDES = ("kernel_planes", "kernel_lines", "kernel_columns")
"""Of a kernel, the outer ones first."""
PARTS = 8
"""Stretches into which weights are cut to see which of them matter."""
Weights = NDArray[np.uint8]


class VipnanoShrinking(Shrinking[VipnanoBench]):
    """The strategies: a layer is a job, of which its structure and its coefficients follow.

    Ends of sequences follow from jobs too.

    Args:
        config: the hardware configuration.
    """

    ways = tuple(WAYS)
    kept = frozenset(("in_address", "out_address", "structure", "coefficients", "name", "value", *SIDES))

    def __init__(self, config: VipnanoConfig) -> None:
        self._config = config

    def taken(self, layer: Layer) -> Taken | None:
        """A job, and the input that it reads."""
        match layer.descriptor:
            case NnJob() as job:
                return Taken(PlainNnJob.of(job), layer.lead.fetched[-1:])
            case TpJob() as move:
                return Taken(PlainTpJob.of(move), layer.lead.fetched[-1:])
        return None

    def device(self) -> VipnanoDevice:
        """A reference device."""
        return VipnanoDevice(self._config)

    def bench(self, host: Host, rng: np.random.Generator, way: str) -> VipnanoBench:  # noqa: ARG002 - `play` has it
        """Layers and jobs."""
        return VipnanoBench(host, self._config, rng)

    async def play(self, bench: VipnanoBench, steps: Sequence[Step], way: str) -> None:
        """Play jobs, one behind the other."""
        await bench.play(*(_plain(layer) for step in steps for layer in step.layers), knobs=WAYS[way])

    def reads(self, layers: Layers) -> Sequence[Footprint]:
        """Inputs."""
        return [model_job(_plain(layer), self._config).input_read() for layer in layers]

    def writes(self, layers: Layers) -> Sequence[Footprint]:
        """Outputs."""
        return [model_job(_plain(layer), self._config).output() for layer in layers]

    def registers(self, layers: Layers) -> int:
        """Words of structures and coefficients that are not 0."""
        return sum(_words(job.as_structure().encode()) + self._of_coefficients(job) for job in map(_plain, layers))

    def addresses(self, layers: Layers) -> Mapping[Place, str]:
        """Where inputs and outputs are."""
        sides = ("in_address", "out_address")
        return {(number, side): MEMORY for number in range(len(layers)) for side in sides}

    def origin(self, port: str) -> int:  # noqa: ARG002 - there is one memory
        """Behind the first addresses."""
        return ORIGIN

    def lowest(self, place: Place, default: object) -> int:
        """The output of a kernel may be where that of the job begins."""
        return 0 if place[-1] == "offset" else super().lowest(place, default)

    def simpler(self, layers: Layers) -> Iterator[tuple[str, LayerChange]]:
        """Anything anywhere; channels in order; smaller kernels, of simpler weights; moves that copy."""
        for number, job in enumerate(map(_plain, layers)):
            at = partial(_changed, number)
            yield f"{number} places", at(_anywhere)
            if isinstance(job, PlainTpJob):
                yield f"{number} loops", at(_copies)
                continue
            yield f"{number} offsets", at(_in_order)
            for axis, side in enumerate(SIDES):
                for name, kept in _kept_parts(getattr(job, side)):
                    yield f"{number} {side} {name}", at(partial(_with_side, axis, kept))
            for name, weights in _simpler_weights(job):
                yield f"{number} weights {name}", at(partial(_with_weights, weights))

    def frame(self) -> TestFrame:
        """How a test begins."""
        ways = {way: Named("sequences.vipnano.bench", "QueueKnobs", text) for way, text in TEXTS.items()}
        return TestFrame(base=Named("tb.vipnano.env", "VipnanoBaseTest"), ways=ways)

    def trace(self, program: Program, folder: Path, title: str) -> bool:
        """Write it as a trace."""
        device = self.device()
        recorder = RecordingHost(ModelHost(device, program.announces))
        run(play_program(self, program, recorder, np.random.default_rng(SEED)))
        written = [where for step in program.steps for where in self.writes(step.layers)]
        ranges = golden_ranges(written, device.memories[MEMORY])
        goldens = [(address, device.dump(MEMORY, address, size)) for address, size in ranges]
        write_trace(folder, with_polls(recorder.commands, self._config), goldens, trace_space(self._config), title)
        return True

    def _of_coefficients(self, job: PlainJob) -> int:
        return _words(job.as_coefficients(self._config)) if isinstance(job, PlainNnJob) else 0


def _words(data: NDArray[np.uint8]) -> int:
    """Words that are not 0."""
    return int(np.count_nonzero(np.frombuffer(data.tobytes(), f"<u{WORD_BYTES}")))


def _plain(layer: object) -> PlainJob:
    assert isinstance(layer, PlainNnJob | PlainTpJob)
    return layer


def _changed(number: int, change: Callable[[PlainJob], PlainJob]) -> LayerChange:
    """A change of one of several layers."""

    def whole(layers: Layers) -> Layers | None:
        if len(layers) <= number:
            return None
        return (*layers[:number], change(_plain(layers[number])), *layers[number + 1 :])

    return whole


def _anywhere(job: PlainJob) -> PlainJob:
    """A job whose structure and coefficients are where there is room."""
    return replace(job, structure=0) if isinstance(job, PlainTpJob) else replace(job, structure=0, coefficients=0)


def _copies(job: PlainJob) -> PlainJob:
    """A move that writes one element behind the other."""
    return replace(job, loops=(), increment=1) if isinstance(job, PlainTpJob) else job


def _in_order(job: PlainJob) -> PlainJob:
    """A job whose output channels lie one behind the other."""
    if isinstance(job, PlainTpJob):
        return job
    return replace(job, kernels=tuple(replace(one, offset=None) for one in job.kernels))


def _kept_parts(count: int) -> Iterator[tuple[str, list[int]]]:
    """Which of several are kept: a few of the first or of the last ones, or all but one."""
    few = [kept for kept in dict.fromkeys((1, 2, count // 2, count - 1)) if 0 < kept < count]
    yield from (("first", list(range(kept))) for kept in few)
    yield from (("last", list(range(count - kept, count))) for kept in few)
    for without in range(1, count - 1):
        yield f"without {without}", [at for at in range(count) if at != without]


def _with_side(axis: int, kept: list[int], job: PlainJob) -> PlainJob:
    """A job of whose kernels only some planes, lines or columns are left."""
    if isinstance(job, PlainTpJob) or kept[-1] >= getattr(job, SIDES[axis]):
        return job
    size = tuple(getattr(job, side) for side in SIDES)
    kernels = tuple(replace(one, weights=np.take(one.weights.reshape(size), kept, axis).ravel()) for one in job.kernels)
    size_left: dict[str, Any] = {SIDES[axis]: len(kept)}
    return replace(job, kernels=kernels, **size_left)


def _with_weights(change: Callable[[Weights], Weights], job: PlainJob) -> PlainJob:
    """A job with other weights, which are changed of all kernels together, [kernels, n]."""
    if isinstance(job, PlainTpJob):
        return job
    weights = change(np.stack([one.weights for one in job.kernels]))
    return replace(job, kernels=tuple(replace(one, weights=own) for one, own in zip(job.kernels, weights, strict=True)))


def _simpler_weights(job: PlainNnJob) -> Iterator[tuple[str, Callable[[Weights], Weights]]]:
    """Weights that are the zero point, or one more than that, where they are not yet."""
    zero, one = job.weight_zero, job.weight_zero + 1 & 0xFF
    weights = np.stack([kernel.weights for kernel in job.kernels])
    other = np.flatnonzero(weights != zero)
    if not other.size:
        return
    yield "all", lambda now: np.full_like(now, zero)
    if (weights.ravel()[other] != one).any():
        yield "all", lambda now: np.full_like(now, one)
        yield "ones", lambda now: np.where(now != zero, one, zero).astype(np.uint8)
    for part in np.array_split(other, min(PARTS, other.size)) if other.size > 1 else ():
        yield f"from {part[0]}", partial(_cleared, int(part[0]), int(part[-1]) + 1, zero)


def _cleared(first: int, last: int, zero: int, weights: Weights) -> Weights:
    flat = weights.ravel()
    flat[first:last] = zero
    return flat.reshape(weights.shape)
