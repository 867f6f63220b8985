"""SDP on the fly from the convolution to memory (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Cause, Claim, Layer, Result
from models.memory.footprint import ExpectedWrites, Footprint
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.view import WINOGRAD
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import Stage
from models.nvdla.sdp.descriptor import UNIT, Sdp, decode_sdp
from models.nvdla.sdp.operators import XOperator
from models.nvdla.sdp.pointwise import Pointwise
from models.nvdla.surfaces.rules import need_memories
from models.rules import Broken


class SdpStage(Stage):
    """SDP without operands: what the convolution hands on goes to memory."""

    name = UNIT
    blocks = (UNIT,)
    lead = UNIT

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """It reads nothing, and interrupts when memory has answered."""
        sdp = self.describe({UNIT: claim})
        sdp.need_known()
        need_memories(sdp.sides, self.config)
        (bit,) = done_bits(UNIT, claim.group)
        claim.raises(bit, Cause.ANSWERED, frees=True)
        return ()

    def feeder(self, lead: Claim) -> str:  # noqa: ARG002 - what reads memory is not there yet
        """The convolution."""
        return "CONV"

    def misfits(self, claims: Mapping[str, Claim], feeder: Layer) -> Iterator[Broken]:
        """Where the cube differs from what the convolution makes."""
        sdp, conv = self.describe(claims), feeder.descriptor
        assert isinstance(conv, Conv)
        for what, mine, theirs, registers in (
            ("width", sdp.width, conv.output.width, ("SDP.D_DATA_CUBE_WIDTH", "CACC.D_DATAOUT_SIZE_0")),
            ("height", sdp.height, conv.output.height, ("SDP.D_DATA_CUBE_HEIGHT", "CACC.D_DATAOUT_SIZE_0")),
            ("channels", sdp.channels, conv.weights.kernels, ("SDP.D_DATA_CUBE_CHANNEL", "CACC.D_DATAOUT_SIZE_1")),
            ("number of batches", sdp.batches, conv.input.batches, ("SDP.D_FEATURE_MODE_CFG", "CACC.D_BATCH_NUMBER")),
            ("mode WINOGRAD", sdp.winograd, conv.mode == WINOGRAD, ("SDP.D_FEATURE_MODE_CFG", "CACC.D_MISC_CFG")),
            ("precision", sdp.precision, conv.precision, ("SDP.D_DATA_FORMAT", "CACC.D_MISC_CFG")),
        ):
            if mine != theirs:
                yield Broken(f"{what} {mine} of SDP is {theirs} in the convolution that feeds it", registers)

    def describe(self, claims: Mapping[str, Claim]) -> Sdp:
        """The layer that a group's registers describe.

        Raises:
            ValueError: they describe what cannot be computed yet.
        """
        settings = claims[UNIT].settings
        assert isinstance(settings, Mapping)
        return decode_sdp(self.registers, settings, self.config)

    def compute(self, layer: Layer) -> Result:
        """What it writes, and what it has counted."""
        sdp = layer.descriptor
        assert isinstance(sdp, Sdp)
        assert layer.feeder is not None
        assert layer.feeder.flow is not None
        flow, layout = layer.feeder.flow, sdp.layout(self.config)
        processed = pointwise_of(sdp).apply(_filled(flow.values, layout.channels))
        codes, known = processed.codes, _filled(flow.known, layout.channels)
        known[:, sdp.channels :] = True  # lanes without a kernel come as zeros and are treated as all others
        writes = tuple(
            ExpectedWrites(
                where,
                layout.pack(code[..., None].view(np.uint8), 0),
                layout.pack(np.repeat(flags[..., None], codes.itemsize, axis=-1), False),
            )
            for where, code, flags in zip(sdp.writes(self.config), codes, known, strict=True)
        )
        statuses = {(UNIT, f"D_STATUS_{kind}_INPUT_NUM"): 0 for kind in ("NAN", "INF")}
        if flow.known.all():
            statuses[UNIT, "D_STATUS_NAN_OUTPUT_NUM"] = processed.nan
            if sdp.count_saturation:  # else the register keeps what it has
                statuses[UNIT, "D_PERF_OUT_SATURATION"] = processed.saturated
        return Result(writes, last_write=len(writes) - 1, statuses=statuses)


def _filled(values: NDArray[Any], channels: int) -> NDArray[Any]:
    """Values with zeros for the lanes that have no kernel, [batches, channels, height, width]."""
    batches, kernels, *size = values.shape
    filled = np.zeros((batches, channels, *size), values.dtype)
    filled[:, :kernels] = values
    return filled


def pointwise_of(sdp: Sdp) -> Pointwise:
    """What happens to each element."""
    return Pointwise(
        proc_precision=sdp.precision,
        out_precision=sdp.out_precision,
        nan_to_zero=sdp.nan_to_zero,
        x1=XOperator(bypass=sdp.x1.bypass, mul_shift=sdp.x1.shift, relu_bypass=sdp.x1.relu_bypass),
        offset=sdp.convertor.offset,
        scale=sdp.convertor.scale,
        shift=sdp.convertor.shift,
    )
