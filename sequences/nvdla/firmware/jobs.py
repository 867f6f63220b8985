"""Jobs: layers that start and end together, and the jobs that must be done before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.programming import BlockProgram, LayerDescriptor
from models.nvdla.registers import registers
from sequences.nvdla.firmware.layers import LayerChain, Playable


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
        after: the job that leaves it data or weights in the convolution buffer: it starts right behind that one.
    """

    number: int
    descriptors: tuple[LayerDescriptor, ...]
    parts: tuple[BlockProgram, ...]
    reads: tuple[Footprint, ...] = ()
    writes: tuple[Footprint, ...] = ()
    before: list[Job] = field(default_factory=list)
    after: Job | None = None

    @property
    def uses_buffer(self) -> bool:
        """Whether one of its layers is a convolution."""
        return any(isinstance(item, Conv) for item in self.descriptors)

    @property
    def goes_on(self) -> bool:
        """Whether it works on what the convolution before it left in the buffer."""
        buffers = [item.buffer for item in self.descriptors if isinstance(item, Conv)]
        return any(buffer.reuse_data or buffer.reuse_weights for buffer in buffers)

    def must_follow(self, earlier: Job) -> bool:
        """Whether it touches what an earlier job writes, or writes what that one reads."""
        return (
            _meet(self.reads, earlier.writes) or _meet(self.writes, earlier.writes) or _meet(self.writes, earlier.reads)
        )


def jobs_of(layers: Iterable[Playable], config: HwConfig) -> list[Job]:
    """The jobs of a program, with what each depends on.

    Args:
        layers: in an order in which they could also run one by one; one that does not fit the hardware at once becomes
            several jobs.
        config: the hardware configuration.

    Raises:
        ValueError: a layer that cannot be described, or that its registers do not hold.
    """
    jobs: list[Job] = []
    chains = (layer if isinstance(layer, LayerChain) else LayerChain((layer,)) for layer in layers)
    for number, descriptors in enumerate(each for chain in chains for each in chain.descriptors(config)):
        job = Job(
            number,
            descriptors,
            tuple(part for item in descriptors for part in item.encode(registers(config), config)),
            tuple(where for item in descriptors for where in item.reads(config)),
            tuple(where for item in descriptors for where in item.writes(config)),
        )
        job.before = [earlier for earlier in jobs if job.must_follow(earlier)]
        if job.goes_on:
            job.after = next((earlier for earlier in reversed(jobs) if earlier.uses_buffer), None)
        jobs.append(job)
    return jobs


def _meet(one: Sequence[Footprint], other: Sequence[Footprint]) -> bool:
    return any(overlap(first, second) is not None for first in one for second in other)
