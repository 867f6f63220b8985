"""The toy stages."""

import numpy as np

from models.layer import Cause, Result
from models.memory.footprint import ExpectedWrites, Flow
from models.nvdla.blocks.make import make_block
from models.nvdla.codec.words import SharedField, places
from models.nvdla.conv.block import CdmaBlock
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import RegisterStage
from tests.toy.descriptors import ToyPdp, ToySdp, decode_conv, decode_side

CONV_ADDS, SDP_ADDS, PDP_ADDS = 1, 2, 4


def added(values, number):
    return values + np.uint8(number % 256)


class ToyConvStage(RegisterStage):
    """Adds 1, the sum of its weights, and how many layers came before, to each byte."""

    name = "CONV"
    blocks = ("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC")
    lead = "CACC"
    shared = (SharedField(places(f"{'|'.join(blocks)}.D_MISC_CFG.PROC_PRECISION")),)

    def make_block(self, block):
        return CdmaBlock(block, self.config) if block.name == "CDMA" else make_block(block, self.config)

    def claimed(self, claim):
        if claim.block == "CDMA":
            data, weights = done_bits("CDMA", group_of(claim))
            claim.free.cause = Cause.FETCHED
            claim.raises(data, Cause.FETCHED, streams=("data",))
            claim.raises(weights, Cause.FETCHED, streams=("weights",))
            return decode_conv(self.registers, {"CDMA": claim.settings}, self.config).reads(self.config)
        if claim.block == "CACC":
            claim.free.cause = Cause.TAKEN
            claim.raises(*done_bits("CACC", group_of(claim)), Cause.TAKEN, frees=True)
        return ()

    def partners(self, _lead):
        return self.blocks[:-1]

    def describe(self, claims):
        return decode_conv(self.registers, {name: claim.settings for name, claim in claims.items()}, self.config)

    def compute(self, layer):
        cdma = next(claim for claim in layer.claims if claim.block == "CDMA")
        data, weights = cdma.fetched
        before = self.state or 0
        values = added(data.data, CONV_ADDS + int(weights.data.sum()) + before)
        statuses = {("CACC", "D_OUT_SATURATION"): int(data.data.sum())}
        return Result(flow=Flow("SDP", values, data.known), statuses=statuses, state=before + 1)


class ToySdpStage(RegisterStage):
    """Adds 2 to each byte; compares with 0 if told to."""

    name = "SDP"
    blocks = ("SDP_RDMA", "SDP")
    lead = "SDP"

    def field(self, claim, register, name):
        return self.registers.blocks[claim.block].registers[register].fields[name].get(claim.settings[register])

    def flying(self, claim):
        return bool(self.field(claim, "D_FEATURE_MODE_CFG", "FLYING_MODE"))

    def equal(self, lead):
        ew = self.registers.SDP.D_DP_EW_CFG.EW_ALU_ALGO
        return ew.get(lead.settings["D_DP_EW_CFG"]) == ew.value("EQL")

    def to_pdp(self, lead):
        return bool(self.field(lead, "D_FEATURE_MODE_CFG", "OUTPUT_DST"))

    def claimed(self, claim):
        if claim.block == "SDP_RDMA":
            side = decode_side(claim.settings, "D_SRC", "D_SRC_DMA_CFG", self.config)
            return () if self.flying(claim) else ToySdp(*self.extent(claim), source=side).reads(self.config)
        cause = Cause.TAKEN if self.to_pdp(claim) else Cause.FETCHED if self.equal(claim) else Cause.ANSWERED
        claim.raises(*done_bits("SDP", group_of(claim)), cause, frees=True)
        return ()

    def extent(self, claim):
        return tuple(claim.settings[f"D_DATA_CUBE_{name}"] + 1 for name in ("WIDTH", "HEIGHT"))

    def partners(self, lead):
        return () if self.flying(lead) else ("SDP_RDMA",)

    def needless(self, claim):
        return "it is on the fly and has no operand" if claim.block == "SDP_RDMA" and self.flying(claim) else ""

    def feeder(self, lead):
        return "CONV" if self.flying(lead) else ""

    def describe(self, claims):
        lead = claims["SDP"]
        source = destination = None
        if not self.flying(lead):
            source = decode_side(claims["SDP_RDMA"].settings, "D_SRC", "D_SRC_DMA_CFG", self.config)
        if not self.to_pdp(lead) and not self.equal(lead):
            destination = decode_side(lead.settings, "D_DST", "D_DST_DMA_CFG", self.config)
        return ToySdp(*self.extent(lead), source, destination, self.equal(lead))

    def compute(self, layer):
        if layer.feeder is not None:
            values, known = layer.feeder.flow.values, layer.feeder.flow.known
        else:
            (fetched,) = layer.claims[1].fetched
            values, known = fetched.data, fetched.known
        values = added(values, SDP_ADDS)
        if layer.descriptor.equal:
            return Result(statuses={("SDP", "D_STATUS"): int(values.any())} if known.all() else {})
        if self.to_pdp(layer.lead):
            return Result(flow=Flow("PDP", values, known))
        (where,) = layer.descriptor.writes(self.config)
        return Result((ExpectedWrites(where, values, known),), last_write=0)


class ToyPdpStage(RegisterStage):
    """Adds 4 to each byte."""

    name = "PDP"
    blocks = ("PDP_RDMA", "PDP")
    lead = "PDP"

    def claimed(self, claim):
        claim.raises(*done_bits("PDP", group_of(claim)), Cause.ANSWERED, frees=True)
        return ()

    def feeder(self, _lead):
        return "SDP"

    def describe(self, claims):
        settings = claims["PDP"].settings
        extent = (settings[f"D_DATA_CUBE_OUT_{name}"] + 1 for name in ("WIDTH", "HEIGHT"))
        return ToyPdp(*extent, decode_side(settings, "D_DST", "D_DST_RAM_CFG", self.config))

    def compute(self, layer):
        flow = layer.feeder.flow
        (where,) = layer.descriptor.writes(self.config)
        return Result((ExpectedWrites(where, added(flow.values, PDP_ADDS), flow.known),), last_write=0)


TOY_STAGES = (ToyConvStage, ToySdpStage, ToyPdpStage)
