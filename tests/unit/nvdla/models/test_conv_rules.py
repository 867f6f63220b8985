"""The rules of convolutions and SDP layers: what is legal at their edges, what registers hold, what messages say."""

from dataclasses import replace

import numpy as np
import pytest

from models.layer import Claim
from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.config import CONFIGS
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.conv.stage import ConvStage
from models.nvdla.pipeline.rules import JOIN_RULES
from models.nvdla.rules import LAYER_RULES, check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import XSettings
from models.pipeline.rules import Joined
from models.rules import Case, RuleContext
from tests.unit.nvdla.models.convolutions import small_conv, small_sdp
from tests.unit.nvdla.models.test_rules import CANNOT_BREAK, broken_case

POINT = {"height": 1, "width": 1, "kernel": Kernel(height=1, width=1), "padding": Padding()}
DILATED = Kernel(height=2, width=2, dilation_x=3, dilation_y=2)
STRIDDEN = Kernel(height=2, width=3, stride_x=3, stride_y=2)
SHAPES = {
    "one pixel": POINT,
    "one output": {"kernel": Kernel(height=4, width=6), "padding": Padding(), "kernels": 1},
    "one kernel": {"kernels": 1},
    "one channel": {"channels": 1},
    "gaps": {"gaps": (64, 128)},
    "most padding": {"kernel": DILATED, "padding": Padding(left=3, right=3, top=2, bottom=2)},
    "strides": {"kernel": STRIDDEN, "padding": Padding()},
    "strides with padding": {"kernel": STRIDDEN, "width": 5, "padding": Padding(left=2, right=2, top=1, bottom=1)},
}
RULES = [rule for rule in LAYER_RULES if rule.of in (Conv, Sdp)]


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("shape", SHAPES)
def test_legal_shapes_keep_all_rules(shape, precision, config):
    assert check_layer(small_conv(config, precision=precision, **SHAPES[shape]), config) == []


@pytest.mark.parametrize(("source", "result"), [("INT8", "INT8"), ("INT16", "INT16"), ("INT16", "FP16")])
def test_the_convertor_may_convert(source, result, config):
    conv = small_conv(config, precision=source)
    convertor = Convertor(enabled=True, offset=-3, scale=9, truncate=63)
    legal = replace(conv, precision=result, input=replace(conv.input, convertor=convertor))
    assert check_layer(legal, config) == []


@pytest.mark.parametrize(("precision", "out_precision"), [("INT8", "INT16"), ("INT16", "FP16"), ("FP16", "INT16")])
def test_sdp_may_convert_and_bypassed_shifts_are_free(precision, out_precision, config):
    sdp = replace(small_sdp(config), precision=precision, out_precision=out_precision, x1=XSettings(shift=255))
    assert check_layer(sdp, config) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_what_breaks_a_rule_is_what_its_registers_say(rule, config, registers):
    if (rule.name, config.name) in CANNOT_BREAK:
        pytest.skip(f"nothing breaks it on {config.name}")
    broken = broken_case(rule, config, 2).subject
    settings = {part.block: part.words[0] for part in broken.encode(registers, config)}
    words = Words(registers.blocks, config, settings)
    decoded = decode(rule.of, words)
    assert decoded == broken
    for violation in check_layer(decoded, config):
        assert violation.registers
        assert all(name.split(".")[1] in settings[name.split(".")[0]] for name in violation.registers)


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if "absent-precision" in rule.name], ids=lambda rule: rule.name
)
def test_a_precision_that_the_configuration_lacks(rule):
    config = CONFIGS["nv_small"]
    legal = small_conv(config) if rule.of is Conv else small_sdp(config)
    case = rule.break_it(Case(legal, RuleContext(config)), np.random.default_rng(1))
    (found,) = check_layer(case.subject, config)
    assert found.rule == rule.name
    assert "nv_small has no " in found.message
    assert found.message.endswith("it has INT8")


def test_what_does_not_fit_the_buffer_is_said_with_numbers():
    config = CONFIGS["tiny"]
    assert (config.cbuf_banks, config.cbuf_bank_entries, config.cbuf_entry_bytes) == (4, 32, 16)
    conv = small_conv(config, precision="INT8", channels=32, height=8, kernels=8)
    messages = [str(item) for item in check_layer(conv, config)]
    assert messages == [
        "a group of 8 kernels of 192 bytes and an entry more need 4 weight banks of 512 bytes; 1 are given, "
        "and the buffer has 4 banks in all [conv-weight-banks: guide, 'Limitation', Convolution]"
    ]
    (found,) = check_layer(replace(conv, buffer=replace(conv.buffer, data_banks=2, weight_banks=4)), config)[:1]
    assert found.message == (
        "8 slices of 12 entries need 3 data banks of 32 entries; 2 are given, and the buffer has 4 banks in all"
    )


def test_blocks_that_disagree_are_named(config, registers):
    (rule,) = [rule for rule in JOIN_RULES if rule.name == "shared-field"]
    claims = {
        part.block: Claim(part.block, "group 1", part.words[0]) for part in small_conv(config).encode(registers, config)
    }
    legal = Case(Joined(ConvStage(registers, config), claims), RuleContext(config))
    assert check_layer(legal.subject, config) == []
    named = set()
    for seed in range(100):
        (found,) = check_layer(rule.break_it(legal, np.random.default_rng(seed)).subject, config)
        assert found.rule == rule.name
        named |= {name.split(".")[0] for name in found.registers}
    assert named == set(ConvStage.blocks)
