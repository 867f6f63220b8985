"""Blocks that are enabled without the partners of their layer, or for no layer at all: told when a program is over."""

from dataclasses import replace

import numpy as np
import pytest

from models.layer import Claim
from models.nvdla.conv.stage import ConvStage
from models.nvdla.pipeline.rules import WAITING_RULES
from models.nvdla.rubik.stage import RubikStage
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from models.nvdla.sdp.stage import SdpStage
from models.pipeline.rules import Waiting
from models.rules import Case, RuleContext
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.lint import lint
from tests.unit.nvdla.models.convolutions import small_conv, small_sdp, with_partner
from tests.unit.nvdla.traces.test_lint import line

(RULE,) = WAITING_RULES


def claims_of(descriptor, config, registers):
    """The claims of a layer, as they wait before the last one has come."""
    programs = descriptor.encode(registers, config)
    resets = {part.block: registers.blocks[part.block].registers for part in programs}
    words = {part.block: {name: item.reset for name, item in resets[part.block].items()} for part in programs}
    return {part.block: Claim(part.block, "group 0", words[part.block] | dict(part.words[0])) for part in programs}


def flying_with_operands(config, **of_x1):
    """A layer on the fly, of which X1 takes operands from memory."""
    sdp = small_sdp(config)
    operands = replace(Operands.of(config, "ALU", sdp.precision, (sdp.height, sdp.width)), per_element=False)
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands)
    return replace(sdp, x1=replace(x1, **of_x1))


@pytest.mark.parametrize("stage", [ConvStage, SdpStage, RubikStage])
def test_each_block_that_is_left_out_or_left_over_is_named(stage, config, registers):
    layer = small_conv(config) if stage is ConvStage else Sdp.of(config, "INT8", reading="INT8")
    claims = {} if stage is RubikStage else claims_of(layer, config, registers)
    legal = Case(Waiting(stage(registers, config), claims), RuleContext(config))
    assert check_layer(legal.subject, config) == []
    rng, named = np.random.default_rng(1), set()
    for _ in range(60):
        broken = RULE.break_it(legal, rng)
        if broken is None:
            assert stage is RubikStage
            continue
        (without,) = set(claims) - set(broken.subject.claims)
        found = check_layer(broken.subject, config)
        assert {item.rule for item in found} == {"partner-enabled"}
        assert without == stage.lead or f"waits without end for {without}, which nobody enables" in found[0].message
        named.add(without)
    assert named == set(claims)


def enabled(descriptor, config, registers, but=()):
    for part in reversed(descriptor.encode(registers, config)):
        block = registers.blocks[part.block]
        yield line(block.S_POINTER, 0)
        yield from (line(block.registers[name], word) for name, word in part.words[0].items())
        if part.block not in but:
            yield line(block.D_OP_ENABLE, 1)


@pytest.mark.parametrize("which", ["reader", "processor", "neither"])
def test_the_lint_tells_a_reader_without_its_layer_and_a_layer_without_its_reader(which, config, registers, folder_of):
    reading = flying_with_operands(config)
    conv, _ = with_partner(replace(reading, x1=XSettings()), config)[:2]
    lines = [*enabled(conv, config, registers)]
    but = {"reader": "SDP", "processor": "SDP_RDMA", "neither": ""}[which]
    lines += enabled(reading, config, registers, (but,))
    if which == "reader":  # SDP takes its operand from a register, and SDP_RDMA reads one
        lines += enabled(replace(reading, x1=XSettings()), config, registers)
    mask = registers.GLB.S_INTR_MASK
    lines.append(f"read_reg {0xFFFF_0000 | mask.address >> 2:#x} 0x0 0x0")
    verdict = lint(read_trace(folder_of({"input.txn": lines}, which), config), config)
    if which == "neither":
        assert verdict.broken == ()
        return
    (found,) = verdict.broken
    assert found.violation.rule == "partner-enabled"
    name, says = {
        "reader": ("SDP_RDMA", "no layer of SDP takes what it gives"),
        "processor": ("SDP", "for SDP_RDMA, which nobody enables"),
    }[which]
    assert found.write == f"{name}.D_OP_ENABLE = 0x1"
    assert found.violation.message.startswith(f"{name} group 0: ")
    assert says in found.violation.message


def test_what_waits_for_a_refused_layer_is_not_told(config, registers, folder_of):
    conv, sdp = with_partner(small_conv(config), config)
    wrong = replace(conv, input=replace(conv.input, precision="0x3"))
    lines = [*enabled(wrong, config, registers), *enabled(sdp, config, registers)]
    mask = registers.GLB.S_INTR_MASK
    lines.append(f"read_reg {0xFFFF_0000 | mask.address >> 2:#x} 0x0 0x0")
    verdict = lint(read_trace(folder_of({"input.txn": lines}, "refused"), config), config)
    assert "partner-enabled" not in {item.violation.rule for item in verdict.broken}
