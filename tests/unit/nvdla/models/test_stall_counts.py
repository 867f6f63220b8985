"""Stall counts of layers that follow each other: the part clears some at a layer's start, some never."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.blocks.claiming import PERF_SWITCH
from models.nvdla.pdp.aspects import WHOLE
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from sequences.nvdla.firmware.counting import with_counting
from sequences.nvdla.pdp.draw import draw_pdp
from tests.unit.nvdla.pdp.pdp_device import PdpDevice
from tests.unit.nvdla.sdp.sdp_device import SdpDevice

CYCLES = 100
"""What each layer takes, at most."""


def count_all(device, *blocks):
    """Switch counting on in both groups, so that no layer's count is left by a switch that is off."""
    for block in (device.registers.blocks[name] for name in blocks):
        for group in (0, 1):
            device.write(block.S_POINTER.address, group)
            (words,) = with_counting(block, [{}], on=True)
            device.write(block.registers[PERF_SWITCH].address, words[PERF_SWITCH])


def play(device, descriptor, group, *, counted=True):
    for part in reversed(descriptor.encode(device.registers, device.config)):
        block = device.registers.blocks[part.block]
        (words,) = with_counting(block, part.words, on=counted)
        device.write(block.S_POINTER.address, group)
        for name, word in words.items():
            device.write(block.registers[name].address, word)
        device.write(block.D_OP_ENABLE.address, 1)
    (layer,) = device.layers_in_flight
    device.timed(layer, CYCLES)
    while device.advance():
        pass


def may_exceed(device, block, name):
    """Whether the group that software looks at may show more than its layer took."""
    register = device.registers.blocks[block].registers[name]
    prediction = device.predict(register.address)
    assert prediction.mismatch(CYCLES) is None
    return prediction.mismatch(CYCLES + 1) is None


def test_those_of_pdp_are_never_cleared(config):
    device = PdpDevice(config)
    pdp = device.placed(draw_pdp(np.random.default_rng(3), config, WHOLE, "MAX", "INT8"))
    counts = ("PDP", "D_PERF_WRITE_STALL"), ("PDP_RDMA", "D_PERF_READ_STALL")
    count_all(device, "PDP", "PDP_RDMA")
    for group in (0, 1):
        play(device, pdp, group)
        assert [may_exceed(device, *count) for count in counts] == [bool(group)] * 2


@pytest.fixture
def sdp(config):
    device = SdpDevice(config)
    count_all(device, "SDP", "SDP_RDMA")
    return device


def layer(device):
    """A layer with operands of X1, and one without."""
    shape = 4, 2, 2
    operands = device.operands("x1", "ALU", ("INT16", shape), per_element=True)
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands)
    return device.layer("INT16", shape, x1=x1), device.layer("INT16", shape)


MAIN, X1, X2 = (("SDP_RDMA", f"D_PERF_{letter}RDMA_READ_STALL") for letter in "MBN")


def test_one_of_operands_stays_as_long_as_no_layer_has_operands(sdp):
    with_operands, without = layer(sdp)
    play(sdp, with_operands, 0)
    assert not any(may_exceed(sdp, *count) for count in (MAIN, X1, X2))
    play(sdp, without, 1)
    assert [may_exceed(sdp, *count) for count in (MAIN, X1, X2)] == [False, True, False], "nothing of X2 was counted"
    play(sdp, with_operands, 0)
    assert not may_exceed(sdp, *X1), "it was cleared"


def test_one_of_operands_is_forgotten_in_a_reset(sdp):
    with_operands, without = layer(sdp)
    play(sdp, with_operands, 0)
    sdp.reset()
    count_all(sdp, "SDP", "SDP_RDMA")
    play(sdp, without, 0)
    assert not may_exceed(sdp, *X1)


def test_those_of_a_layer_that_counts_nothing_but_nan_are_what_was_left(sdp):
    with_operands, _ = layer(sdp)
    with_operands = replace(with_operands, source=replace(with_operands.source, count=True))
    play(sdp, with_operands, 0)
    play(sdp, with_operands, 1, counted=False)
    assert may_exceed(sdp, *X1)


def test_those_of_layers_that_count_nothing_but_nan_are_0(config):
    device = SdpDevice(config)
    with_operands, _ = layer(device)
    play(device, replace(with_operands, source=replace(with_operands.source, count=True)), 0, counted=False)
    register = device.registers.SDP_RDMA.D_PERF_BRDMA_READ_STALL
    assert device.read(register.address) == 0
    assert device.predict(register.address).mismatch(1) is not None
