"""How a block is programmed: into the register group whose turn it is, or into slots that are launched."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from models.nvdla.bdma.block import STALL_REGISTERS
from models.nvdla.interrupts import done_bits
from models.nvdla.programming import BlockProgram
from models.registers import Block, ReadKind
from sequences.nvdla.firmware.groups import enable, program, select, turn_of
from sequences.nvdla.firmware.slots import gather_words, launch
from sequences.nvdla.target import NvdlaTarget
from sequences.polling import poll

Words = Sequence[Mapping[str, int]]


class BlockDriver(ABC):
    """Programs one block, layer by layer, its two groups in turns."""

    def __init__(self, target: NvdlaTarget, block: Block) -> None:
        self.target, self.block = target, block
        self._group: int | None = None  # whose turn it is; None: not known yet

    @property
    def turn(self) -> int | None:
        """The group that the next layer will run in; None: not known yet."""
        return self._group

    async def prepare(self, words: Words, *, look: bool = True) -> int:
        """Write a layer's registers; returns the group that it will run in.

        Args:
            words: the registers.
            look: read whether there is room for them; else the interrupts of the layer before in the group have come.
        """
        if self._group is None:
            self._group = await self._first_group()
        group, self._group = self._group, 1 - self._group
        await self._write(group, words, look=look)
        return group

    @abstractmethod
    async def start(self, group: int) -> None:
        """Start the layer that was prepared for a group."""

    @abstractmethod
    async def look(self, group: int) -> None:
        """Read what the block says of a layer that has ended: statuses and counters."""

    def uses_shared(self, part: BlockProgram) -> bool:  # noqa: ARG002 - for those that have something
        """Whether a layer uses what exists once for both groups, such as look-up tables."""
        return False

    def changes_shared(self, part: BlockProgram) -> bool:  # noqa: ARG002
        """Whether that must be written for the layer."""
        return False

    async def load_shared(self, part: BlockProgram) -> None:  # noqa: B027
        """Write of it what differs from what was written last; no layer that uses it may be running then."""

    async def read_shared(self, part: BlockProgram) -> None:  # noqa: B027
        """Read some of it back, where the layer uses it."""

    def completions(self, group: int) -> tuple[str, ...]:
        """The interrupt bits that a layer raises."""
        return done_bits(self.block.name, group)

    @abstractmethod
    async def _first_group(self) -> int: ...

    @abstractmethod
    async def _write(self, group: int, words: Words, *, look: bool) -> None: ...


class GroupDriver(BlockDriver):
    """A block with register groups."""

    async def start(self, group: int) -> None:
        """Enable the group."""
        await select(self.target, self.block, group)
        await enable(self.target, self.block)

    async def look(self, group: int) -> None:
        """Read the block's state, and the counts of the group."""
        await select(self.target, self.block, group)
        for register in self.block:
            if register.read in (ReadKind.ONE_OF, ReadKind.BOUNDED, ReadKind.FINAL):
                await self.target.host.read(register)

    async def _first_group(self) -> int:
        return await turn_of(self.target, self.block)

    async def _write(self, group: int, words: Words, *, look: bool) -> None:
        (one,) = words
        await program(self.target, self.block, group, one, look=look)


class CdmaDriver(GroupDriver):
    """CDMA, whose buffer flushes itself after reset: nothing else holds a start back until it has."""

    async def _first_group(self) -> int:
        await wait_for_flush(self.target)
        return await super()._first_group()


async def wait_for_flush(target: NvdlaTarget) -> None:
    """Wait until the convolution buffer is ready after reset.

    Raises:
        HangError: it did not get ready.
    """
    status = target.registers.CDMA.S_CBUF_FLUSH_STATUS

    async def flushed() -> bool:
        return bool(status.FLUSH_DONE.get(await target.host.read(status)))

    await poll(target.host, flushed, f"{status.full_name}: the convolution buffer did not flush itself")


class SlotDriver(BlockDriver):
    """A block that gathers operations and launches them."""

    _before = 0  # operations of the layer before, which may hold their slots still

    async def start(self, group: int) -> None:
        """Launch what was gathered."""
        await launch(self.target, group)

    async def look(self, group: int) -> None:
        """Read the block's state, and the counts of the group."""
        await self.target.host.read(self.block.STATUS)
        for name in STALL_REGISTERS[group]:
            await self.target.host.read(self.block.registers[name])

    async def _first_group(self) -> int:
        return 0

    async def _write(self, group: int, words: Words, *, look: bool) -> None:  # noqa: ARG002 - slots have no group yet
        all_fit = self._before + len(words) <= self.target.config.bdma_slots
        self._before = len(words)
        await gather_words(self.target, words, look=look or not all_fit)
