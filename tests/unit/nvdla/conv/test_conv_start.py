"""How a convolution is started: blocks in order, the buffer flushed, SDP of the same size; each wrong way is named."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.descriptor import BLOCKS
from models.nvdla.conv.rules.start import RULES, ConvStart
from models.nvdla.device import Device
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from models.rules import Case, RuleContext
from tests.unit.nvdla.conv.test_conv_descriptor import some_conv

CONFIG = CONFIGS["tiny"]
IN_ORDER = tuple(reversed(BLOCKS))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@pytest.mark.parametrize("seed", range(8))
def test_a_breaker_breaks_its_own_rule(rule, seed):
    case = Case(ConvStart(IN_ORDER, flushed=True), RuleContext(CONFIG))
    assert check_layer(case.subject, CONFIG) == []
    broken = rule.break_it(case, np.random.default_rng(seed)).subject
    assert {item.rule for item in check_layer(broken, CONFIG)} == {rule.name}


def pair():
    conv = some_conv(CONFIG)
    plain = replace(conv.input, precision="INT16", channels=4, height=2, width=2)
    view = replace(conv.view, width=2, height=2, channels=4, depth=4)
    conv = replace(conv, precision="INT16", input=plain, view=view)
    destination = Side(ram="DBB", address=0x8000, line_stride_bytes=64, surface_stride_bytes=256)
    sdp = Sdp(precision="INT16", out_precision="INT16", channels=11, height=2, width=3, destination=destination)
    return conv, sdp


def played(device, conv, sdp, order=IN_ORDER):
    """What happens when both are programmed and their blocks enabled in an order, SDP first."""
    parts = {part.block: part.words[0] for item in (conv, sdp) for part in item.encode(device.registers, CONFIG)}
    happened = []
    device.listeners.append(happened.append)
    for block, words in parts.items():
        for name, word in words.items():
            device.write(device.registers.blocks[block].registers[name].address, word)
    for block in ("SDP", *order):
        device.write(device.registers.blocks[block].D_OP_ENABLE.address, 1)
    return happened


def told(happened, kind):
    return [item for one in happened for item in getattr(one, kind)]


def flushed_device():
    device = Device(CONFIG)
    device.pass_cycles(CONFIG.cbuf_flush_cycles)
    return device


def test_a_convolution_and_its_sdp_layer_start():
    happened = played(flushed_device(), *pair())
    assert [layer.stage for layer in told(happened, "started")] == ["CONV", "SDP"]
    assert not {"conv-enable-order", "cbuf-flush"} & {item.rule for item in told(happened, "broken")}


def test_a_start_before_the_flush_is_named_and_its_results_are_unknown():
    happened = played(Device(CONFIG), *pair())
    assert "cbuf-flush" in {item.rule for item in told(happened, "broken")}
    (stream,) = told(happened, "started")[1].writes
    assert not stream.care[:, :2].any()


def test_the_flush_is_seen_in_its_status():
    device = Device(CONFIG)
    status = device.registers.CDMA.S_CBUF_FLUSH_STATUS
    assert device.predict(status.address).mismatch(0) is None
    assert device.read(status.address) == 1
    assert device.predict(status.address).mismatch(0) is not None
    device.reset()
    assert device.predict(status.address).mismatch(0) is None


def test_another_order_is_named():
    happened = played(flushed_device(), *pair(), order=("CDMA", *IN_ORDER[:-1]))
    assert "conv-enable-order" in {item.rule for item in told(happened, "broken")}
    assert [layer.stage for layer in told(happened, "started")] == ["CONV", "SDP"]


@pytest.mark.parametrize("change", [{"width": 4}, {"height": 5}, {"channels": 3}, {"precision": "FP16"}])
def test_an_sdp_layer_that_does_not_fit_is_named_and_refused(change):
    conv, sdp = pair()
    happened = played(flushed_device(), conv, replace(sdp, **change))
    assert [layer.stage for layer in told(happened, "started")] == ["CONV"]
    (violation,) = (item for item in told(happened, "broken") if item.rule == "fed-layer")
    assert next(iter(change)) in violation.message
    assert told(happened, "refused")


def test_blocks_that_disagree_are_named_and_refused():
    device = flushed_device()
    conv, sdp = pair()
    happened = played(device, conv, sdp, order=())
    kernels = device.registers.CDMA.D_WEIGHT_SIZE_1
    device.write(kernels.address, kernels.encode(WEIGHT_KERNEL=3))
    for block in IN_ORDER:
        device.write(device.registers.blocks[block].D_OP_ENABLE.address, 1)
    (violation,) = (item for item in told(happened, "broken") if item.rule == "shared-field")
    assert "CDMA.D_WEIGHT_SIZE_1" in violation.registers
    assert "CACC.D_DATAOUT_SIZE_1" in violation.registers
    assert told(happened, "refused")
