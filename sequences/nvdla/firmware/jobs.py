"""Jobs: layers that start and end together, and the jobs that must be done before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.programming import BlockProgram, LayerDescriptor
from models.nvdla.registers import registers
from sequences.nvdla.firmware.layers import LayerChain, LayerOnTensors, Playable


@dataclass(slots=True, eq=False)
class Job:
    """One layer, or several that hand their results to each other.

    Attributes:
        number: its position in the program.
        descriptors: its layers, in pipeline order.
        parts: the registers of its blocks, in pipeline order.
        reads: what they read from memory.
        writes: what they write.
        before: jobs that must be done before it starts.
    """

    number: int
    descriptors: tuple[LayerDescriptor, ...]
    parts: tuple[BlockProgram, ...]
    reads: tuple[Footprint, ...] = ()
    writes: tuple[Footprint, ...] = ()
    before: list[Job] = field(default_factory=list)

    def must_follow(self, earlier: Job) -> bool:
        """Whether it touches what an earlier job writes, or writes what that one reads."""
        return (
            _meet(self.reads, earlier.writes) or _meet(self.writes, earlier.writes) or _meet(self.writes, earlier.reads)
        )


def jobs_of(layers: Iterable[Playable], config: HwConfig) -> list[Job]:
    """The jobs of a program, with what each depends on.

    Args:
        layers: in an order in which they could also run one by one.
        config: the hardware configuration.

    Raises:
        ValueError: a layer that cannot be described, or that its registers do not hold.
    """
    jobs: list[Job] = []
    for number, layer in enumerate(layers):
        descriptors = _descriptors(layer, config)
        job = Job(
            number,
            descriptors,
            tuple(part for item in descriptors for part in item.encode(registers(config), config)),
            tuple(where for item in descriptors for where in item.reads(config)),
            tuple(where for item in descriptors for where in item.writes(config)),
        )
        job.before = [earlier for earlier in jobs if job.must_follow(earlier)]
        jobs.append(job)
    return jobs


def _descriptors(layer: Playable, config: HwConfig) -> tuple[LayerDescriptor, ...]:
    items = layer.layers if isinstance(layer, LayerChain) else (layer,)
    return tuple(item.descriptor(config) if isinstance(item, LayerOnTensors) else item for item in items)


def _meet(one: Sequence[Footprint], other: Sequence[Footprint]) -> bool:
    return any(overlap(first, second) is not None for first in one for second in other)
