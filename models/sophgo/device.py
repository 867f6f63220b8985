"""The reference device of Sophgo's TPU (docs/sophgo/README.md)."""

from __future__ import annotations

from models.blocks.register_block import RegisterBlock
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.sophgo.blocks.mailbox import MAILBOX, Mailbox
from models.sophgo.blocks.queue import QueueBlock
from models.sophgo.config import BM1684X, SophgoConfig
from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.registers import registers
from models.sophgo.rules import EVERY_RULE, REGISTERS
from models.sophgo.stages.launch import LaunchStage
from models.sophgo.stages.words import GdmaStage, TiuStage
from models.sophgo.words.description import Queue

INSIDE = (LOCAL, STATIC, L2)
"""Memories that no pin shows; local memory counts from its first byte on, the others as the GDMA does."""


class SophgoDevice(EventDevice):
    """The TPU without time.

    Args:
        config: the hardware configuration.
        zeroed_memory: the DDR begins as 0; else nobody knows what it holds until something is written.
    """

    def __init__(self, config: SophgoConfig = BM1684X, *, zeroed_memory: bool = False) -> None:
        self.config = config
        description = registers(config)
        self.mailbox = Mailbox(description.MAILBOX, config)
        queues: dict[str, RegisterBlock] = {
            queue: QueueBlock(description.blocks[queue], self.mailbox) for queue in Queue
        }
        super().__init__(
            description,
            {MAILBOX: self.mailbox} | queues,
            [LaunchStage(self.mailbox, config), TiuStage(self.mailbox), GdmaStage(self.mailbox)],
            memories={DDR: SparseMemory(zeroed=zeroed_memory)} | {name: SparseMemory() for name in INSIDE},
            pinless=INSIDE,
            rulebook=PlainRulebook(EVERY_RULE, config, REGISTERS),
            interrupts=self.mailbox,
        )

    def reset(self) -> None:
        """Reset: what no pin shows is undefined from then on."""
        super().reset()
        for name in INSIDE:
            self.memories[name].clear()
