"""A network as register traces with data and goldens, in either public dialect: each step alone, and all together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.loadables.loadable import EMU, Loadable
from sequences.nvdla.loadables.network import Network, Step
from sequences.nvdla.traces.dialects import MASTER
from sequences.nvdla.traces.master.writer import write_master_trace
from sequences.nvdla.traces.recorded import trace_space, with_polls
from sequences.recording import RecordingHost
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace

Filling = Callable[[Network], None]


class NetworkExport:
    """Writes traces of a network.

    Args:
        config: the hardware configuration.
        loadable: the network.
        fill: puts values into inputs.
        dialect: of the traces.
        folder: where each gets a folder of its own.
        cube_bytes: of a cube; None: whichever makes sense.

    Raises:
        LoadableError: it cannot be played on this part.
    """

    def __init__(
        self,
        config: HwConfig,
        loadable: Loadable,
        fill: Filling,
        dialect: str,
        folder: Path,
        *,
        cube_bytes: int | None = None,
    ) -> None:
        self._config, self._loadable, self._fill = config, loadable, fill
        self._dialect, self._folder, self._cube_bytes = dialect, folder, cube_bytes
        self._model = self._placed(ModelHost(Device(config), announces=None))

    def write(self) -> Iterator[Path]:
        """Write a trace for each step, then one of all; yields each folder.

        Raises:
            UnwritableError: the dialect cannot say what is done.
            LoadableError: the processor cannot compute something.
            HangError: an operation did not end.
        """
        number, model = 0, self._model
        for task in model.tasks:
            if task.interface == EMU:
                model.emulate(task)
                continue
            for at, job in enumerate(model.jobs(task.id)):
                yield self._step(number, task.id, at)
                run(model.play_alone(job))
                number += 1
        yield self._whole()

    def _step(self, number: int, task: int, at: int) -> Path:
        recorder, device = self._recorder()
        network = self._placed(recorder)
        step = network.steps[task][at]
        recorder.commands.clear()  # what the other memories hold does not matter
        network.take(self._model, step)
        run(network.play_alone(network.jobs(task)[at]))
        name = "_".join(operation.kind.lower() for operation in step.operations)
        return self._written(f"{number:02}_{name}", recorder, device, _writes([step], self._config))

    def _whole(self) -> Path:
        recorder, device = self._recorder()
        network = self._placed(recorder)
        run(network.play())
        steps = [step for steps in network.steps.values() for step in steps]
        return self._written("network", recorder, device, _writes(steps, self._config))

    def _recorder(self) -> tuple[RecordingHost, Device]:
        device = Device(self._config)
        return RecordingHost(ModelHost(device, announces=None)), device

    def _placed(self, host: ModelHost | RecordingHost) -> Network:
        rng = np.random.default_rng(0)
        network = Network(
            make_bench(host, self._config, rng, conventional_addresses=True), self._loadable, self._cube_bytes
        )
        self._fill(network)
        return network

    def _written(self, name: str, recorder: RecordingHost, device: Device, writes: Iterable[Footprint]) -> Path:
        folder, title, config = self._folder / name, f"{name} of a compiled network", self._config
        written = list(writes)
        goldens = [
            (port, address, memory.read(address, size))
            for port, memory in device.memories.items()
            for address, size in golden_ranges([where for where in written if where.port == port], memory)
        ]
        if self._dialect == MASTER:
            write_master_trace(folder, recorder.commands, goldens, config, title)
        else:
            polled = with_polls(recorder.commands, config)
            write_trace(folder, polled, [golden[1:] for golden in goldens], trace_space(config), title)
        return folder


def _writes(steps: Iterable[Step], config: HwConfig) -> Iterator[Footprint]:
    for step in steps:
        for layer in step.layers:
            yield from layer.writes(config)
