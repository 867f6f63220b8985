"""The device, and its rules: those of joins."""

from models.breakers import cannot
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.pipeline.rules import Joined, Waiting, blocks_agree, claim_needed, feeder_fits, partners_come
from models.rules import RuleList
from tests.toy.blocks import BLOCKS, QueueBlock, interrupt_block, register_map
from tests.toy.descriptors import PORT
from tests.toy.stages import ToyMoveStage, ToyPackStage, ToySumStage

JOINS, WAITS = RuleList[Joined, None](Joined), RuleList[Waiting, None](Waiting)
for rules, name, find in (
    (JOINS, "blocks-agree", blocks_agree),
    (JOINS, "feeder-fits", feeder_fits),
    (JOINS, "claim-needed", claim_needed),
    (WAITS, "partners-come", partners_come),
):
    rules.rule(name, "A rule of joins.", "tests", cannot)(find)


class ToyDevice(EventDevice):
    """The device."""

    def __init__(self):
        registers = register_map()
        interrupts = interrupt_block(registers)
        blocks = {name: QueueBlock(registers.blocks[name]) for name in BLOCKS} | {"INTERRUPTS": interrupts}
        stages = ToySumStage(), ToyMoveStage(), ToyPackStage()
        parts = {
            "memories": {PORT: SparseMemory()},
            "rulebook": PlainRulebook((*JOINS, *WAITS), None, "tests"),
            "interrupts": interrupts,
        }
        super().__init__(registers, blocks, stages, **parts)
