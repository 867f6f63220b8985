"""Plays a network on a bench, and notes what becomes of each of its steps."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.events import DeviceEvent, Finished, RuleBroken, Started
from models.layer import Layer
from models.nvdla.config import find_config
from models.nvdla.device import Device
from sequences.model_host import ModelHost
from sequences.nvdla.bench import NvdlaBench, make_bench
from sequences.nvdla.loadables.loadable import read_loadable
from sequences.nvdla.loadables.network import Network, Step
from tb.nvdla.networks.blame import Blame
from tb.nvdla.networks.job import NetworkJob, NetworkResult
from tb.nvdla.networks.left import TimeLeft
from tb.nvdla.networks.pictures import picture_of, write_array
from tb.nvdla.networks.sizes import UNITS_STAGES, macs_of, numbers_of, record_of, shape_of, units_of, weight_of
from tb.nvdla.networks.wrong import Wrong
from tb.outcome.network import NetworkRecord

Tell = Callable[[str], None]


class NetworkPlay:
    """A network on a bench.

    Args:
        bench: where to play.
        job: what to play.
        core_period_ns: of the core's clock; 0 on the model.
        tell: is told of each step as it begins.

    Attributes:
        network: the network.
        operations: numbers of its operations.
        broken: rules that it breaks, each with what is wrong the first time.
        blame: knows which step findings are about.

    Raises:
        LoadableError: it cannot be played on this part.
        FlatBufferError: the file is no loadable.
    """

    def __init__(self, bench: NvdlaBench, job: NetworkJob, core_period_ns: float, tell: Tell) -> None:
        self._job, self._tell, self._period_ns = job, tell, core_period_ns
        self._loadable = read_loadable(job.loadable.read_bytes())
        self.network = Network(bench, self._loadable, job.cube_bytes)
        fill_inputs(job, self.network)
        self._played: list[Step] = []
        self._waiting: dict[str, deque[int]] = {}
        self._times: dict[int, tuple[float, float]] = {}
        self._layers: dict[int, list[int]] = {}
        self._of: dict[int, int] = {}
        self._computed: list[str] = []
        self._whole = True
        self.blame = Blame()
        self.broken: dict[str, str] = {}
        steps = [step for of_task in self.network.steps.values() for step in of_task]
        self._count = len(steps)
        self.operations = tuple(operation.index for step in steps for operation in step.operations)
        chosen = [step for number, step in enumerate(steps) if self._chosen(step, number)]
        self._left = TimeLeft({id(step): weight_of(step, bench.config) for step in chosen})

    async def play(self, *, rest: bool = True) -> None:
        """Play it, whole or in part.

        Args:
            rest: of a part, whether the model plays what comes behind it too, so that there are outputs.

        Raises:
            HangError: an operation did not end.
        """
        job = self._job
        self._whole = rest
        self._left.begin()
        if job.only is None and job.every == 1:
            await self.network.play(tell=self._step)
            return
        model = Network(model_bench(self.network.bench.config.name, 0), self._loadable, job.cube_bytes)
        fill_inputs(job, model)
        await self.network.play_some(self._chosen, model, self._step, rest=rest)

    def heard(self, event: DeviceEvent) -> Step | None:
        """Something has happened on the device; returns the step of a layer that has ended, if one has."""
        if isinstance(event, RuleBroken):
            self.broken.setdefault(event.violation.rule, f"{event.violation.message} [{event.violation.section}]")
        if isinstance(event, Started) and self._waiting.get(event.layer.stage):
            self._started(event.layer, self._waiting[event.layer.stage].popleft(), event.time_ns)
        if isinstance(event, Finished) and id(event.layer) in self._of:
            number = self._of.pop(id(event.layer))
            self.blame.ended(event.layer)
            first, last = self._times[number]
            self._times[number] = first, max(last, event.time_ns)
            step = self._played[number]
            if len(self._layers[number]) == len(step.layers) and not self.blame.running(step):
                self._left.ended(id(step))
            return step
        return None

    def listen(self, event: DeviceEvent) -> None:
        """As `heard`, for hosts and taps."""
        self.heard(event)

    def result(self, wrong: Wrong | None, *, failed: bool) -> NetworkResult:
        """What came of it; outputs that were computed, and what is wrong, are written into the job's folder.

        Args:
            wrong: the first tensor that is not what it should be.
            failed: whether anything is wrong.
        """
        cut_off = failed and not self._left.over
        tensors = self.network.outputs if self._whole and not cut_off else {}
        outputs = {name: tensor.numpy() for name, tensor in tensors.items()}
        folder = self._job.folder
        return NetworkResult(
            record=replace(
                self._record(failed=failed),
                outputs={name: picture_of(array) for name, array in outputs.items()},
                wrong=wrong.record() if wrong else None,
            ),
            outputs={
                name: write_array(folder / f"output-{number}.npy", array)
                for number, (name, array) in enumerate(outputs.items())
            },
            wrong=wrong.write(folder) if wrong else {},
        )

    def _record(self, *, failed: bool) -> NetworkRecord:
        config, blamed = self.network.bench.config, self.blame.step(failed=failed)
        operations = []
        for number, step in enumerate(self._played):
            first, last = self._times.get(number, (0.0, 0.0))
            cycles = round((last - first) / self._period_ns) if self._period_ns else 0
            layers = tuple(self._layers.get(number, ()))
            operations.append(record_of(step, config, layers=layers, cycles=cycles))
        return NetworkRecord(
            name=self._job.loadable.name,
            count=self._count,
            operations=tuple(operations),
            computed=tuple(self._computed),
            first_wrong=f"operation {numbers_of(blamed)} ({units_of(blamed)})" if blamed else "",
        )

    def _chosen(self, step: Step, number: int) -> bool:
        if self._job.only is not None:
            return any(operation.index in self._job.only for operation in step.operations)
        return number % self._job.every == 0

    def _step(self, step: Step | str) -> None:
        if isinstance(step, str):
            self._computed.append(step)
            self._tell(f"the processor: {step}")
            return
        for operation in step.operations:
            waiting = self._waiting.setdefault(UNITS_STAGES.get(operation.kind, operation.kind), deque())
            waiting.append(len(self._played))
        self._played.append(step)
        macs = f", {macs_of(step):,} MACs" if macs_of(step) else ""
        shape = shape_of(step, self.network.bench.config)
        self._tell(f"{len(self._played)} of {self._left.count}: {step}, {shape}{macs}{self._left}")

    def _started(self, layer: Layer, number: int, time_ns: float) -> None:
        self._of[id(layer)] = number
        self.blame.started(self._played[number], layer)
        first, last = self._times.get(number, (time_ns, time_ns))
        self._times[number] = min(first, time_ns), last
        self._layers.setdefault(number, []).append(layer.serial)


def fill_inputs(job: NetworkJob, network: Network) -> None:
    """Put values into a network's inputs."""
    for name, path in job.inputs.items():
        network.inputs[name].load(np.load(path))


def model_bench(config: str, seed: int) -> NvdlaBench:
    """A bench on the reference device.

    Args:
        config: name of the configuration.
        seed: of where memories lie and what they hold at first.
    """
    hardware = find_config(config)
    host = ModelHost(Device(hardware), announces=None)
    return make_bench(host, hardware, np.random.default_rng(seed), conventional_addresses=True)
