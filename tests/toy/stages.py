"""The stages."""

import numpy as np

from models.layer import Cause, Result
from models.memory.footprint import ExpectedWrites, Flow
from models.pipeline.stage import Stage
from models.rules import Broken
from tests.toy.descriptors import ToyMove, ToyPack, ToySum, footprint

SUM_ADDS, MOVE_ADDS, PACK_ADDS = 1, 2, 4
FED, FEEDS, COMPARES = 1, 2, 4
"""Bits of MODE."""
LINK_CHUNKS = 2
"""What may stand between MOVE and PACK; nothing may between SUM and MOVE."""


def added(values, number):
    return values + np.uint8(number % 256)


def precision(claim):
    return claim.settings["MODE"] >> 4


class ToySumStage(Stage):
    """Adds 1, the sum of its weights, and how many layers came before, to each byte."""

    name = lead = "SUM"
    blocks = ("SUM_READ", "SUM_TURN", "SUM")

    def claimed(self, claim):
        if claim.block == "SUM_READ":
            claim.free.cause = Cause.FETCHED
            claim.raises("DATA_READ", Cause.FETCHED, streams=("data",))
            claim.raises("WEIGHTS_READ", Cause.FETCHED, streams=("weights",))
            return self.describe({"SUM_READ": claim}).reads()
        if claim.block == "SUM":
            claim.free.room = 0
            claim.raises("SUM_DONE", Cause.STARTED, room=0, frees=True)
        return ()

    def partners(self, _lead):
        return self.blocks[:-1]

    def disagreements(self, claims):
        values = {name: precision(claims[name]) for name in self.blocks if name in claims}
        if len(set(values.values())) > 1:
            text = ", ".join(f"{name}.MODE.PRECISION is {value:#x}" for name, value in values.items())
            yield Broken(f"blocks of one layer disagree: {text}", tuple(f"{name}.MODE" for name in values))

    def describe(self, claims):
        claim = claims["SUM_READ"]
        return ToySum(*(claim.settings[name] for name in ("SIZE", "SOURCE", "WEIGHTS")), precision(claim))

    def compute(self, layer):
        data, weights = next(claim for claim in layer.claims if claim.block == "SUM_READ").fetched
        before = self.state or 0
        values = added(data.data, SUM_ADDS + int(weights.data.sum()) + before)
        statuses = {("SUM", "RESULT"): int(data.data.sum())}
        return Result(flow=Flow("MOVE", values, data.known, layer.descriptor.size), statuses=statuses, state=before + 1)


class ToyMoveStage(Stage):
    """Adds 2 to each byte; compares with 0 if told to."""

    name = lead = "MOVE"
    blocks = ("MOVE_READ", "MOVE")

    def claimed(self, claim):
        mode = claim.settings["MODE"]
        if claim.block == "MOVE_READ":
            return () if mode & FED else (footprint(claim.settings["SOURCE"], claim.settings["SIZE"], "input"),)
        cause, room = (Cause.FETCHED, LINK_CHUNKS if mode & FEEDS else None)
        end = claim.raises("MOVE_DONE", cause if mode & (FEEDS | COMPARES) else Cause.ANSWERED, room=room, frees=True)
        end.prompt = room is None  # PACK may still be at work
        return ()

    def partners(self, lead):
        return () if lead.settings["MODE"] & FED else ("MOVE_READ",)

    def needless(self, claim):
        needless = claim.block == "MOVE_READ" and claim.settings["MODE"] & FED
        return "it is fed and reads nothing" if needless else ""

    def feeder(self, lead):
        return "SUM" if lead.settings["MODE"] & FED else ""

    def misfits(self, claims, feeder):
        mine, theirs = claims["MOVE"].settings["SIZE"], feeder.descriptor.size
        if mine != theirs:
            yield Broken(f"size {mine} of MOVE is {theirs} in the layer that feeds it", ("MOVE.SIZE",))

    def describe(self, claims):
        lead = claims["MOVE"]
        mode = lead.settings["MODE"]
        source = None if mode & FED else claims["MOVE_READ"].settings["SOURCE"]
        target = None if mode & (FEEDS | COMPARES) else lead.settings["TARGET"]
        return ToyMove(lead.settings["SIZE"], source, target, bool(mode & COMPARES))

    def compute(self, layer):
        if layer.feeder is not None:
            values, known = layer.feeder.flow.values, layer.feeder.flow.known
        else:
            (fetched,) = layer.claims[1].fetched
            values, known = fetched.data, fetched.known
        values = added(values, MOVE_ADDS)
        if layer.descriptor.equal:
            return Result(statuses={("MOVE", "RESULT"): int(values.any())} if known.all() else {})
        if layer.descriptor.target is None:
            return Result(flow=Flow("PACK", values, known, layer.descriptor.size))
        where = footprint(layer.descriptor.target, layer.descriptor.size, "output")
        return Result((ExpectedWrites(where, values, known),), last_write=0)


class ToyPackStage(Stage):
    """Adds 4 to each byte."""

    name = lead = "PACK"
    blocks = ("PACK",)

    def claimed(self, claim):
        claim.raises("PACK_DONE", Cause.ANSWERED, frees=True)
        return ()

    def feeder(self, _lead):
        return "MOVE"

    def describe(self, claims):
        return ToyPack(*(claims["PACK"].settings[name] for name in ("SIZE", "TARGET")))

    def compute(self, layer):
        flow, pack = layer.feeder.flow, layer.descriptor
        where = footprint(pack.target, pack.size, "packed")
        return Result((ExpectedWrites(where, added(flow.values, PACK_ADDS), flow.known),), last_write=0)
