"""The reference device of mini (docs/mini/README.md)."""

from __future__ import annotations

from models.memory.sparse import SparseMemory
from models.mini.config import MEMORY, MINI64, SCRATCH, MiniConfig
from models.mini.registers import registers
from models.mini.ring import RING, RingBlock
from models.mini.rules import EVERY_RULE, REGISTERS
from models.mini.stage import RingStage
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook


class MiniDevice(EventDevice):
    """Mini without time.

    Args:
        config: the hardware configuration.
        zeroed_memory: memory begins as 0; else nobody knows what it holds until something is written.
    """

    def __init__(self, config: MiniConfig = MINI64, *, zeroed_memory: bool = False) -> None:
        self.config = config
        description = registers(config)
        self.ring = RingBlock(description.RING)
        super().__init__(
            description,
            {RING: self.ring},
            [RingStage(config)],
            memories={MEMORY: SparseMemory(zeroed=zeroed_memory), SCRATCH: SparseMemory()},
            pinless=(SCRATCH,),
            rulebook=PlainRulebook(EVERY_RULE, config, REGISTERS),
            interrupts=self.ring,
        )
