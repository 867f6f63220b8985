"""What the rules of SDP share: where they stand, operators with their registers, small layers that breakers change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import UNIT, Sdp
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.operand_registers import OPERANDS, OperandRegisters
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, OperatorSettings, XSettings, YSettings
from models.nvdla.surfaces.rules import broken_in
from models.rules import Case, RuleContext

GUIDE = "guide, 'SDP programming'"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
GENERAL_LIMITS = "guide, 'Limitation', SDP, General"
BATCH_LIMITS = "guide, 'Limitation', SDP, Winograd/Batch"

Context = RuleContext[HwConfig]
SdpCase = Case[Sdp, HwConfig]

broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of SDP; those of SDP_RDMA are given with their block."""
COMPARING = YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL)
"""Y compares with a register."""
ADDING = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY)
"""X1 or X2 adds what comes from memory."""


def given_operands(sdp: Sdp) -> Iterator[tuple[OperandRegisters, OperatorSettings]]:
    """The operators with the registers of their operands."""
    for names, (_, operator) in zip(OPERANDS, sdp.operators, strict=True):
        yield names, operator


def small(case: SdpCase, precision: str = "") -> Sdp:
    """A small legal layer on the fly in the memory and the precision of a case, or in another precision."""
    return Sdp.of(case.context.config, precision or case.subject.precision, ram=case.subject.destination.ram)


def from_memory(case: SdpCase) -> Sdp:
    """One whose input lies in memory."""
    precision, ram = case.subject.precision, case.subject.destination.ram
    return Sdp.of(case.context.config, precision, ram=ram, reading=precision)


def batches(case: SdpCase, precision: str = "") -> Sdp:
    """One of two batches, with a gap between surfaces and between batches."""
    config, sdp = case.context.config, small(case, precision)
    gap, side = 8 * config.atom_bytes, sdp.destination
    sdp = replace(sdp, destination=replace(side, surface_stride_bytes=side.surface_stride_bytes + gap))
    return replace(sdp, batches=2, batch_stride_bytes=sdp.layout(config).size_bytes + gap)


def comparing(case: SdpCase) -> Sdp:
    """One that compares."""
    return replace(small(case), y=COMPARING)


def adding(case: SdpCase) -> Sdp:
    """One whose X1 adds an operand from memory to each element."""
    sdp = small(case)
    return replace(sdp, x1=replace(ADDING, operands=operands(case, sdp)))


def operands(case: SdpCase, sdp: Sdp, use: str = "ALU") -> Operands:
    """Operands of two bytes for each element of a layer."""
    ram = case.subject.destination.ram
    return Operands.of(case.context.config, use, sdp.precision, (sdp.height, sdp.width), ram=ram)
