"""Bytes beside the operands of a layer's channels: nobody keeps them for it, and what comes of them may be unknown."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.pdp.descriptor import Average, Pdp
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from tests.unit.nvdla.models.copies import copy, start
from tests.unit.nvdla.pdp.pdp_device import PdpDevice
from tests.unit.nvdla.sdp.sdp_device import PLACES

CONFIG = CONFIGS["nv_full"]
HEIGHT, WIDTH = 2, 3
LANES = CONFIG.atom_bytes
HALF = LANES // 2
"""Lanes whose operands of two bytes are an atom."""
CHANNELS = 3
WAYS = ["written from before", "written from then on", "loaded"]


@pytest.fixture
def device(rng):
    made = PdpDevice(CONFIG)
    for address in (PLACES["x1"], CONFIG.ports["DBB"].base):
        made.load("DBB", address, rng.integers(0, 256, 1 << 12, np.uint8))
    return made


def adding(device, channels=CHANNELS, **fields):
    """A layer that adds an operand of its own to each channel."""
    shape = (channels, HEIGHT, WIDTH)
    operands = device.operands("x1", "ALU", ("INT8", shape), per_element=False)
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands)
    sdp = device.layer("INT8", shape, x1=x1, **fields)
    device.put(replace(sdp, channels=LANES), np.ones((LANES, HEIGHT, WIDTH), np.int8))
    return sdp


def maxima(device, channels=CHANNELS):
    """What takes the results as they are."""
    pdp = Pdp.of(CONFIG, "INT8", Window(kernel=1), Window(kernel=1))
    fields = {"channels": channels, "height": HEIGHT, "width": WIDTH, "source": None}
    return device.placed(replace(pdp, method="MAX", average=Average(), **fields))


def touch(device, way, layers):
    """Start layers, while the second atom of operands is written or before it is; returns all that are in flight."""
    atom = PLACES["x1"] + CONFIG.atom_bytes
    written = copy(CONFIG, ("DBB", "DBB"), destination_address=atom)
    if way == WAYS[0]:
        start(device, [written])
    for layer in layers:
        device.start(layer)
    if way == WAYS[1]:
        start(device, [written])
    if way == WAYS[2]:
        device.load("DBB", atom, np.zeros(CONFIG.atom_bytes, np.uint8))
    return device.layers_in_flight


@pytest.mark.parametrize("to_pdp", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_lanes_without_a_channel_are_not_known_where_their_operands_may_change(device, way, to_pdp):
    sdp = adding(device, to_pdp=to_pdp)
    layers = touch(device, way, [maxima(device), sdp] if to_pdp else [sdp])
    assert all(layer.races == [] for layer in layers), "nobody owns what lies there"
    last = next(layer for layer in layers if layer.stage == ("PDP" if to_pdp else "SDP"))
    care = last.writes[0].care.reshape(-1, LANES)
    assert care[:, :HALF].all(), "that of others is as it was"
    assert not care[:, HALF:].any()
    copied = [layer for layer in layers if layer.stage == "BDMA"]
    assert all(layer.writes[0].care.all() for layer in copied)


@pytest.mark.parametrize("to_pdp", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_operands_of_channels_race(device, way, to_pdp):
    sdp = adding(device, channels=LANES, to_pdp=to_pdp)
    layers = touch(device, way, [maxima(device, channels=LANES), sdp] if to_pdp else [sdp])
    (read,) = (layer for layer in layers if layer.stage == "SDP")
    assert any(reader.races for reader in (read, *read.claims))
    last = next(layer for layer in layers if layer.stage == ("PDP" if to_pdp else "SDP"))
    assert not last.writes[0].care.reshape(-1, LANES)[:, HALF:].any()


def test_what_was_written_before_is_read(device):
    (written,) = touch(device, WAYS[0], [])
    while device.advance():
        pass
    device.start(adding(device))
    (last,) = device.layers_in_flight
    assert last.writes[0].care.all()
    operands = written.writes[0].data.view(np.int16).ravel()
    assert (last.writes[0].data[0, HALF:].view(np.int8) == np.clip(1 + operands.astype(int), -128, 127)).all()


def test_a_layer_that_writes_beside_its_own_operands(device):
    sdp = adding(device)
    atom = PLACES["x1"] + CONFIG.atom_bytes
    own = replace(sdp, height=1, width=1, destination=replace(sdp.destination, address=atom))
    device.start(own)
    (layer,) = device.layers_in_flight
    assert layer.races == []
    care = layer.writes[0].care.reshape(-1, LANES)
    assert care[:, :HALF].all()
    assert not care[:, HALF:].any()
