"""The reference device of VIPNano (docs/vipnano/README.md)."""

from __future__ import annotations

from models.blocks.register_block import RegisterBlock
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.vipnano.blocks.host import Host
from models.vipnano.blocks.queue import HOST, NN, PS, TP, Queue
from models.vipnano.config import VIPNANO_QI, VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.registers import registers
from models.vipnano.rules import EVERY_RULE
from models.vipnano.rules.writes import REGISTERS
from models.vipnano.stages.nn import NnStage
from models.vipnano.stages.sequence import SequenceStage
from models.vipnano.stages.tp import TpStage


class VipnanoDevice(EventDevice):
    """VIPNano without time.

    Args:
        config: the hardware configuration.
        zeroed_memory: memory begins as 0; else nobody knows what it holds until something is written.
    """

    def __init__(self, config: VipnanoConfig = VIPNANO_QI, *, zeroed_memory: bool = False) -> None:
        self.config = config
        description = registers(config)
        self.queue = Queue(description.PS, config)
        self.host = Host(description.HOST, self.queue)
        super().__init__(
            description,
            {HOST: self.host, PS: self.queue, NN: self.queue, TP: self.queue, "GL": RegisterBlock(description.GL)},
            [NnStage(config), TpStage(config), SequenceStage()],
            memories={MEMORY: SparseMemory(zeroed=zeroed_memory)},
            rulebook=PlainRulebook(EVERY_RULE, config, REGISTERS),
            interrupts=self.host,
        )
