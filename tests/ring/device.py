"""Stages, rules and the device."""

import numpy as np

from models.breakers import cannot
from models.layer import Cause, Result
from models.memory.footprint import ExpectedWrites
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.pipeline.stage import Stage
from models.rules import Broken, RuleList
from tests.ring.blocks import FILL, RING, FillBlock, RingBlock, register_map
from tests.ring.commands import (
    COMMAND_BYTES,
    DONE_FLAG,
    ERROR_FLAG,
    FETCH_ID,
    RAM,
    SCRATCH,
    STATUS_FLAG,
    STATUS_ID,
    STATUS_WORD,
    WORD_BYTES,
    Command,
    Operation,
    words_at,
)

FILLED = 0xEE
CAUSES = {
    Operation.LOAD: Cause.FETCHED,
    Operation.GATHER: Cause.FETCHED,
    Operation.ADD: Cause.STARTED,
    Operation.STORE: Cause.ANSWERED,
}
RULES = RuleList[Command, None](Command)


@RULES.rule("ring-length", "A command moves a word at least.", "tests", cannot)
def _length(command, _):
    if not command.length:
        yield Broken("its length is 0", (f"{RING}.LENGTH",))


class RingStage(Stage):
    """One command after the other."""

    name = lead = RING
    blocks = (RING,)

    def claimed(self, claim):
        return (words_at(RAM, claim.settings, COMMAND_BYTES // WORD_BYTES, FETCH_ID, "command"),)

    def claimed_next(self, claim, fetched):
        (item,) = fetched
        if item.where.label == "command":
            return (self._taken(claim, item).source,)
        if item.where.label == "pointer":
            (pointer,) = item.data.reshape(-1).view("<u4")
            if not item.known.all():
                raise ValueError("its pointer is not known")
            return (words_at(RAM, int(pointer), claim.settings.length, 1, "input"),)
        return ()

    def _taken(self, claim, item):
        """The command that was fetched, with the ends that it says."""
        if not item.known.all():
            raise ValueError("its command is not known")
        command = claim.settings = Command.decode(item.data.reshape(-1), claim.settings)
        claim.places = command.places
        if not command.length:
            raise ValueError("it moves nothing")
        cause = Cause.ANSWERED if command.flags & STATUS_FLAG else CAUSES[command.operation]
        claim.free.cause = cause
        for flag, bit in ((DONE_FLAG, "DONE"), (ERROR_FLAG, "ERROR")):
            if command.flags & flag:
                claim.raises(bit, cause, frees=True)
        return command

    def describe(self, claims):
        return claims[RING].settings

    def compute(self, layer):
        command, fetched = layer.descriptor, layer.lead.fetched[-1]
        data = fetched.data + np.uint8(command.operation is Operation.ADD)
        writes = [ExpectedWrites(command.destination, data, fetched.known)]
        last = 0 if command.operation is Operation.STORE else None
        if command.flags & STATUS_FLAG:
            where = words_at(RAM, command.at + COMMAND_BYTES - WORD_BYTES, 1, STATUS_ID, "status")
            word = np.array([[STATUS_WORD | command.length]], "<u4").view(np.uint8)
            writes.append(ExpectedWrites(where, word, np.ones(word.shape, np.bool_)))
            last = 1
        return Result(tuple(writes), last, in_place=True)


class FillStage(Stage):
    """Fills words with one byte."""

    name = lead = FILL
    blocks = (FILL,)

    def claimed(self, claim):
        claim.free.cause = Cause.STARTED if claim.settings.port == SCRATCH else Cause.ANSWERED
        return ()

    def describe(self, claims):
        return claims[FILL].settings

    def compute(self, layer):
        where = layer.descriptor.destination
        data = np.full((len(where.addresses), WORD_BYTES), FILLED, np.uint8)
        return Result((ExpectedWrites(where, data, np.ones(data.shape, np.bool_)),), last_write=0)


class RingDevice(EventDevice):
    """The device."""

    def __init__(self):
        registers = register_map()
        ring = RingBlock(registers.RING)
        blocks = {RING: ring, FILL: FillBlock(registers.FILL)}
        memories = {RAM: SparseMemory(), SCRATCH: SparseMemory()}
        parts = {
            "memories": memories,
            "rulebook": PlainRulebook(RULES, None, "tests"),
            "interrupts": ring,
            "pinless": (SCRATCH,),
        }
        super().__init__(registers, blocks, (RingStage(), FillStage()), **parts)
