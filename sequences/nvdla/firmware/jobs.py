"""Layers that start and end together as jobs, with what each depends on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.programming import BlockProgram, LayerDescriptor
from models.nvdla.registers import registers
from sequences.firmware.jobs import MemoryJob
from sequences.nvdla.firmware.layers import LayerChain, Playable


@dataclass(slots=True, eq=False, kw_only=True)
class Job(MemoryJob[BlockProgram]):
    """One layer, or several that hand their results to each other; its parts are the registers of its blocks.

    Attributes:
        descriptors: its layers, in pipeline order.
        after: the job that leaves it data or weights in the convolution buffer: it starts right behind that one.
    """

    descriptors: tuple[LayerDescriptor, ...]
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
            number=number,
            descriptors=descriptors,
            parts=tuple(part for item in descriptors for part in item.encode(registers(config), config)),
            reads=tuple(where for item in descriptors for where in item.reads(config)),
            writes=tuple(where for item in descriptors for where in item.writes(config)),
        )
        job.follow(jobs)
        if job.goes_on:
            job.after = next((earlier for earlier in reversed(jobs) if earlier.uses_buffer), None)
        jobs.append(job)
    return jobs
