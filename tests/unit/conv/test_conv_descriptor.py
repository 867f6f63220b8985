"""A convolution and its SDP layer: to registers and back; fields that the blocks share hold the same in all of them."""

from dataclasses import replace

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.decode import decode_conv, decode_fetch
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.parts import Buffer, Convertor, ConvInput, ConvOutput, ConvWeights, Kernel, Padding
from models.nvdla.conv.registers import FIXED, ROWS
from models.nvdla.field_table import read_place
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import X1, OutputConvertor, Sdp, decode_sdp
from models.nvdla.surfaces.side import Side

CHOSEN = (CONFIGS["nv_full"], CONFIGS["tiny"])


def side(config, address):
    return Side(ram="DBB", address=address, line_stride_bytes=config.atom_bytes * 9, surface_stride_bytes=4096)


def some_conv(config):
    return Conv(
        precision="INT16",
        input=ConvInput(
            precision="INT16",
            channels=5,
            height=7,
            width=9,
            side=side(config, 0x1234_0000),
            line_packed=True,
            surface_packed=False,
            grains=2,
            convertor=Convertor(enabled=True, offset=-3, scale=7, truncate=4),
            nan_to_zero=True,
        ),
        weights=ConvWeights(ram="DBB", address=0x12_0000_0100, size_bytes=1 << 12, kernels=11, kernel_bytes=60),
        kernel=Kernel(height=3, width=2, stride_x=2, stride_y=3, dilation_x=4, dilation_y=5),
        padding=Padding(left=1, right=2, top=0, bottom=1, value=-9),
        buffer=Buffer(entries=9, data_banks=1, weight_banks=2, release_slices=7, keep_weights=True),
        output=ConvOutput(height=2, width=3, address=0x80, line_stride_bytes=96, surface_stride_bytes=192),
        atomics=6,
        clip_truncate=3,
    )


def settings_of(parts, config):
    blocks = registers(config).blocks
    reset = {part.block: {r.name: r.reset for r in blocks[part.block]} for part in parts}
    return {part.block: reset[part.block] | part.words[0] for part in parts}


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_a_convolution_comes_back_from_its_registers(config):
    conv = some_conv(config)
    settings = settings_of(conv.encode(registers(config), config), config)
    assert tuple(settings) == BLOCKS
    assert decode_conv(registers(config), settings, config) == conv
    assert decode_fetch(registers(config), settings["CDMA"], config) == (conv.input, conv.weights)


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_all_places_of_a_row_hold_the_same(config):
    settings = settings_of(some_conv(config).encode(registers(config), config), config)
    for row in (*ROWS, *FIXED):
        assert len({read_place(registers(config), settings, place) for place in row.places}) == 1, row


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_an_sdp_layer_comes_back_from_its_registers(config):
    x1 = X1(bypass=False, relu_bypass=False, shift=5)
    convertor = OutputConvertor(offset=-5, scale=-7, shift=9)
    sdp = Sdp(
        precision="INT8",
        out_precision="INT16",
        channels=3,
        height=4,
        width=5,
        destination=side(config, 0x8000),
        x1=x1,
        convertor=convertor,
        nan_to_zero=True,
    )
    settings = settings_of(sdp.encode(registers(config), config), config)
    assert decode_sdp(registers(config), settings["SDP"], config) == sdp


@pytest.mark.parametrize("item", FIXED, ids=lambda item: item.otherwise)
def test_what_cannot_be_computed_yet_is_named(item):
    config = CHOSEN[0]
    settings = settings_of(some_conv(config).encode(registers(config), config), config)
    place = item.places[0]
    field = registers(config).blocks[place.block].registers[place.register].fields[place.field]
    settings[place.block][place.register] ^= field.put(1)
    with pytest.raises(ValueError, match=f"{item.otherwise} is not there yet"):
        decode_conv(registers(config), settings, config)


def test_a_value_that_its_field_does_not_hold_is_named():
    config = CHOSEN[0]
    conv = some_conv(config)
    with pytest.raises(ValueError, match="CLIP_TRUNCATE: 32 does not fit; 0 to 31 do"):
        replace(conv, clip_truncate=32).encode(registers(config), config)
