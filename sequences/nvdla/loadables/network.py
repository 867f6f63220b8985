"""A loadable on a bench: its tasks one after the other, its inputs and outputs as tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.nvdla.programming import LayerDescriptor
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import Job, jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.loadables.contents import Contents, LoadableError
from sequences.nvdla.loadables.emulator import STRUCTURES, Emulator
from sequences.nvdla.loadables.graph import COMPLETED, Graph, Operation, read_graph
from sequences.nvdla.loadables.layers.layers import chains_of, layer_of
from sequences.nvdla.loadables.layers.numbers import Setting
from sequences.nvdla.loadables.loadable import DLA, EMU, INPUT, OUTPUT, Loadable, Task
from sequences.nvdla.loadables.placed import PlacedMemories
from sequences.nvdla.loadables.structs.common import CUBE_BYTES
from sequences.nvdla.target import NvdlaTarget
from sequences.nvdla.tensors.tensor import Tensor

DRIVER_BREAKS = ("conv-packed",)
"""Rules that the kernel driver breaks: it never says that CACC's surfaces are packed, but for a single pixel."""


@dataclass(frozen=True, slots=True)
class Step:
    """Operations that start and end together.

    Attributes:
        operations: in pipeline order.
        layers: what the kernel driver makes of each.
    """

    operations: tuple[Operation, ...]
    layers: tuple[LayerDescriptor, ...] = field(repr=False)

    def __str__(self) -> str:
        numbers = "+".join(str(operation.index) for operation in self.operations)
        return f"operation {numbers} ({' + '.join(operation.kind for operation in self.operations)})"


Progress = Callable[[Step | str], None]
Chosen = Callable[[Step, int], bool]


def _nothing(_: Step | str) -> None:
    """Nobody is told."""


class NetworkFirmware(Firmware):
    """A firmware that tells of each job as it is programmed.

    Args:
        target: where to play.
        knobs: how to go about it.
        steps: what its jobs are made of, by number.
        tell: is told of them.
    """

    def __init__(self, target: NvdlaTarget, knobs: FirmwareKnobs, steps: Sequence[Step], tell: Progress) -> None:
        super().__init__(target, knobs)
        self._steps, self._tell = steps, tell

    async def prepare(self, job: Job) -> dict[str, int]:
        """Write the registers of all blocks of a job; returns the group that each will run in."""
        self._tell(self._steps[job.number])
        return await super().prepare(job)


class Network:
    """A loadable on a bench.

    Args:
        bench: where to play.
        loadable: the file.
        cube_bytes: of a cube; None: whichever makes sense.

    Attributes:
        bench: as given.
        inputs: by name; `outputs` likewise.
        tasks: in the order in which they are submitted.
        steps: of the device's tasks, by task id.

    Raises:
        LoadableError: it cannot be played on this part.
    """

    def __init__(self, bench: NvdlaBench, loadable: Loadable, cube_bytes: int | None = None) -> None:
        self.bench, self._contents = bench, Contents(loadable)
        self.tasks = submitted(loadable)
        self.graphs = {
            task.id: read_graph(self._contents, task, cube_bytes) for task in self.tasks if task.interface == DLA
        }
        self._placed = PlacedMemories(bench, self._contents, self.graphs.values())
        self._placed.begin()
        self.steps = {number: self._steps(graph) for number, graph in self.graphs.items()}
        sizes = {graph.cube_bytes for graph in self.graphs.values()} or {cube_bytes or max(CUBE_BYTES)}
        structures = STRUCTURES[max(sizes)]
        self._emulator = Emulator(self._contents, structures, self._placed.load, self._placed.store)
        self.inputs, self.outputs = (self._tensors(flag) for flag in (INPUT, OUTPUT))

    async def play(self, knobs: FirmwareKnobs | None = None, tell: Progress = _nothing) -> None:
        """Play all tasks, from what memories hold now.

        Args:
            knobs: how the firmware goes about it.
            tell: is told of each step as it is programmed, and of what the processor computed.

        Raises:
            LoadableError: the emulator cannot compute something.
            HangError: an operation did not end.
        """
        for task in self.tasks:
            if task.interface == EMU:
                for line in self.emulate(task):
                    tell(line)
            else:
                firmware = NetworkFirmware(self.bench, knobs or FirmwareKnobs(), self.steps[task.id], tell)
                await firmware.play(self.jobs(task.id))

    async def play_some(self, chosen: Chosen, model: Network, tell: Progress = _nothing, *, rest: bool = True) -> None:
        """Play some steps one by one, each from the memory that a model has before it, which plays all of them.

        Args:
            chosen: says of a step, and of its number among all steps, whether it is played here.
            model: the same loadable on the reference device.
            tell: as of `play`.
            rest: whether the model also plays what comes behind the last of them, so that there are outputs.

        Raises:
            LoadableError: as of `play`; `HangError` likewise.
        """
        every = [step for task in self.tasks for step in self.steps.get(task.id, ())]
        last = max((number for number, step in enumerate(every) if chosen(step, number)), default=-1)
        number = 0
        for task in self.tasks:
            if task.interface == EMU:
                for line in model.emulate(task):
                    tell(line)
                continue
            pairs = zip(self.jobs(task.id), model.jobs(task.id), self.steps[task.id], strict=True)
            for job, same, step in pairs:
                if number > last and not rest:
                    return
                if chosen(step, number):
                    self.take(model)
                    tell(step)
                    await self.play_alone(job)
                await model.play_alone(same)
                number += 1
        self.take(model)

    async def play_alone(self, job: Job) -> None:
        """Play one job from what memories hold now.

        Raises:
            HangError: it did not end.
        """
        await Firmware(self.bench, FirmwareKnobs()).play([replace(job, before=[])])

    def take(self, other: Network, step: Step | None = None) -> None:
        """Take what the same loadable's memories hold on another bench: all of them, or those that a step touches.

        Args:
            other: the other one.
            step: of this one.
        """
        config = self.bench.config
        layers = step.layers if step else ()
        touched = [where for layer in layers for where in (*layer.reads(config), *layer.writes(config))]
        self._placed.copy(other._placed, touched if step else None)

    def emulate(self, task: Task) -> list[str]:
        """Let the processor work a task off; returns what it computed.

        Raises:
            LoadableError: it cannot.
        """
        return self._emulator.work(task)

    def jobs(self, task: int) -> list[Job]:
        """The jobs of a task of the device, each with those that it waits for: as its graph says and memory asks."""
        steps = self.steps[task]
        jobs = jobs_of([LayerChain(step.layers) for step in steps], self.bench.config)
        of = {operation.index: job for step, job in zip(steps, jobs, strict=True) for operation in step.operations}
        for index, others in self.graphs[task].waits(COMPLETED).items():
            job = of[index]
            job.before += [
                of[other] for other in sorted(others) if of[other] is not job and of[other] not in job.before
            ]
        return jobs

    def _steps(self, graph: Graph) -> tuple[Step, ...]:
        setting = Setting(self.bench.config, lambda number: self._placed.address_of(graph.task, number), graph.tables)
        steps = []
        for chain in chains_of(graph):
            steps.append(Step(chain, tuple(layer_of(operation, setting) for operation in chain)))
            self._need_inside(graph, steps[-1])
        return tuple(steps)

    def _need_inside(self, graph: Graph, step: Step) -> None:
        """Make sure that registers hold operations, and that these touch the loadable's memories alone."""
        config = self.bench.config
        for layer in step.layers:
            try:
                layer.encode(self.bench.registers, config)
                touched = [*layer.reads(config), *layer.writes(config)]
            except ValueError as error:
                raise LoadableError(f"{step}: {error}") from None
            for where in touched:
                if outside := self._placed.outside(where):
                    raise LoadableError(f"task {graph.task.id}, {step}: {outside}")

    def _tensors(self, flag: int) -> Mapping[str, Tensor]:
        memories = self._contents.memories
        described = [
            tensor
            for tensor in self._contents.loadable.tensors
            if tensor.memory in memories and memories[tensor.memory].flags & flag
        ]
        return {tensor.name: self._placed.tensor(tensor) for tensor in described}


def submitted(loadable: Loadable) -> list[Task]:
    """The tasks in the order in which they are submitted.

    Raises:
        LoadableError: there are none, or one has an unknown interface.
    """
    by_id = {task.id: task for task in loadable.tasks}
    order = [number for each in sorted(loadable.submissions, key=lambda each: each.id) for number in each.tasks]
    if not order:
        raise LoadableError("submit_list: no task is submitted")
    for number in order:
        if number not in by_id:
            raise LoadableError(f"submit_list: there is no task {number}")
        if by_id[number].interface not in (DLA, EMU):
            raise LoadableError(f"task {number}: its interface is {by_id[number].interface}; it may be 1 or 2")
    return [by_id[number] for number in order]
