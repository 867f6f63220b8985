"""Plays tests' stimulus on the reference device alone, without a simulator: ``python -m tb.environment.device_player``.

It reads runs, a line each, and answers each with a line about what the stimulus covers. What a test does with pins it
cannot do here; then the answer says so.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from types import FrameType, SimpleNamespace
from typing import Any

from pyuvm import uvm_root

from models.events import DeviceEvent, Reset, Started
from sequences.model_host import ModelHost, run
from tb.coverage.packed import pack
from tb.environment.base_test import DeviceBaseTest
from tb.environment.config import EnvConfig
from tb.environment.env_family import EnvFamily, family_of
from tb.regression.close.foreseen import Foreseen
from tb.regression.plan.run import Run
from tb.runner.jobs.job import ERRATA_VARIABLE, KNOBS_VARIABLE
from tb.seeds import SEED_VARIABLE

LONGEST_CPU_S = 60.0
"""What one run may take of a processor: software that polls for what only time brings would never end."""


class DeviceAlone:
    """What a test finds in place of its environment: the reference device, its memories, a reset.

    Attributes:
        config: what the test chose.
        device: the reference.
        memories: its memories, by port name.
        host: the processor's side.
        clocking: its `reset` resets the device.
        layers: how many layers have started.

    Args:
        parts: the family's strategies.
        config: what the test chose.

    Raises:
        ValueError: the family counts nothing.
    """

    def __init__(self, parts: EnvFamily[Any, Any], config: EnvConfig) -> None:
        self.config, self.device = config, parts.device(config)
        self.memories = self.device.memories
        self.host = ModelHost(self.device, announces=None)
        self.clocking = SimpleNamespace(reset=self._reset)
        self.layers = 0
        coverage = parts.coverage(config)
        if coverage is None:
            raise ValueError(f"{type(parts).__name__} counts no coverage")
        self._coverage = coverage
        self.host.listeners += [coverage.notify, self._count]

    def sync(self) -> None:
        """There is nothing that comes later."""

    def hits(self) -> dict[str, str]:
        """What was covered, by group."""
        return {name: pack(counts) for name, counts in self._coverage.finish().items() if counts.vector.any()}

    async def _reset(self) -> None:
        for listener in self.host.listeners:
            listener(Reset())
        self.device.reset()

    def _count(self, event: DeviceEvent) -> None:
        self.layers += isinstance(event, Started)


def foresee(asked: Run) -> Foreseen:
    """What a run covers on the reference device alone."""
    os.environ[SEED_VARIABLE], os.environ[KNOBS_VARIABLE] = str(asked.seed), asked.knob_words
    os.environ[ERRATA_VARIABLE] = asked.setting.errata
    begun_s = time.process_time()
    layers, hits, problem = 0, {}, ""
    try:
        with ProcessorLimit(LONGEST_CPU_S):
            alone = _played(asked.test)
            layers, hits = alone.layers, alone.hits()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    finally:
        uvm_root().clear_children()
    cpu_s = round(time.process_time() - begun_s, 3)
    return Foreseen(id=asked.id, hits=hits, layers=layers, cpu_s=cpu_s, problem=problem)


def _played(name: str) -> DeviceAlone:
    module, _, kind = name.rpartition(".")
    test: DeviceBaseTest[Any, Any] = getattr(import_module(module), kind)("uvm_test_top", None)
    parts, config = family_of(test.env_type), test.chosen_config()
    alone = DeviceAlone(parts, config)
    test.env = alone  # type: ignore[assignment] # as much of it as stimulus needs
    bench = parts.bench(alone.host, config, test.rng, recorded=False)

    async def whole() -> None:
        await test.stimulus(bench)
        await alone.host.drain()
        await parts.last_reads(bench, config)

    run(whole())
    return alone


class ProcessorLimit:
    """Ends what takes too long, in time of a processor: a busy machine changes nothing of what is said of a run.

    Args:
        seconds: so long.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGPROF, self._over)
        signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _over(self, _number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"took longer than {self._seconds:g} s of a processor")


def main(folders: Sequence[str]) -> None:
    """Answer runs until there are no more.

    Args:
        folders: where Python looks for modules of tests too.
    """
    sys.path += folders
    with os.fdopen(os.dup(sys.stdout.fileno()), "w") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # tests may print
        for line in sys.stdin:
            print(foresee(Run.from_json(json.loads(line))).to_line(), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
