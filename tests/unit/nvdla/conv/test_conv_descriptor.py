"""A convolution and its SDP layer: to registers and back; fields that the blocks share hold the same in all of them."""

from dataclasses import replace

import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.config import CONFIGS
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.fetch.inputs import Convertor, ConvImage, ConvInput, Means
from models.nvdla.conv.fetch.reading import Fetch
from models.nvdla.conv.fetch.weights import Compression, ConvWeights
from models.nvdla.conv.parts import Buffer, ConvOutput, Kernel, Padding, View
from models.nvdla.conv.stage import ConvStage
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import OutputConvertor, Sdp
from models.nvdla.sdp.operators.settings import XSettings
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
        view=View(width=9, height=7, channels=5, depth=5, stride_x=2, stride_y=3),
        padding=Padding(left=1, right=2, top=0, bottom=1, value=-9),
        buffer=Buffer(entries=9, data_banks=1, weight_banks=2, release_slices=7, keep_weights=True),
        output=ConvOutput(height=2, width=3, address=0x80, line_stride_bytes=96, surface_stride_bytes=192),
        atomics=6,
        clip_truncate=3,
    )


def some_image(config):
    conv = some_conv(config)
    image = ConvImage(
        precision="INT16",
        pixel_format="T_Y16___V16U16_N444",
        channels=3,
        height=7,
        width=9,
        side=side(config, 0x12_0034_0000),
        second=side(config, 0x13_0034_0000),
        x_offset=3,
        signed=True,
        convertor=Convertor(enabled=True, offset=-3, scale=7, truncate=4),
        means=Means(enabled=True, ry=-1, gu=2, bv=-3, ax=4),
    )
    return replace(conv, input=image, kernel=replace(conv.kernel, width=1), view=replace(conv.view, depth=12))


def with_second_plane_absent(config):
    conv = some_image(config)
    return replace(conv, input=replace(conv.input, pixel_format="T_R8", second=None, channels=1), post_extension=4)


def some_winograd(config):
    conv = some_conv(config)
    cube = replace(conv.input, extended_width=8, extended_height=12)
    return replace(conv, mode="WINOGRAD", input=cube, pra_truncate=2, kernel=replace(conv.kernel, width=4, height=4))


def some_batches(config):
    conv = some_conv(config)
    return replace(conv, input=replace(conv.input, batches=5, batch_stride_bytes=1 << 12))


def with_compressed_weights(config):
    conv = some_conv(config)
    compression = Compression(mask_address=0x14_0000_0200, mask_bytes=1 << 9, sizes_address=0x15_0000_0300)
    return replace(conv, weights=replace(conv.weights, compression=compression))


def with_reuse(config):
    conv = some_conv(config)
    return replace(conv, buffer=replace(conv.buffer, keep_data=True, reuse_data=True, reuse_weights=True))


KINDS = {
    "features": some_conv,
    "image": some_image,
    "image of one plane": with_second_plane_absent,
    "Winograd": some_winograd,
    "batches": some_batches,
    "compressed": with_compressed_weights,
    "reuse": with_reuse,
}


@pytest.fixture(params=KINDS.values(), ids=list(KINDS))
def make(request):
    return request.param


def settings_of(parts, config):
    blocks = registers(config).blocks
    reset = {part.block: {r.name: r.reset for r in blocks[part.block]} for part in parts}
    return {part.block: reset[part.block] | part.words[0] for part in parts}


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_a_convolution_comes_back_from_its_registers(make, config):
    conv = make(config)
    settings = settings_of(conv.encode(registers(config), config), config)
    assert tuple(settings) == BLOCKS
    words = Words(registers(config).blocks, config, settings)
    assert decode(Conv, words) == conv
    fetch = decode(Fetch, replace(words, values={"CDMA": settings["CDMA"]}), Conv)
    assert (fetch.input, fetch.weights, fetch.kind) == (conv.input, conv.weights, (conv.mode, conv.input.kind))


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_all_places_of_an_attribute_hold_the_same(make, config):
    words = Words(registers(config).blocks, config, settings_of(make(config).encode(registers(config), config), config))
    for shared in (shared for shared in ConvStage.shared if shared.matters(words)):
        assert len(set(shared.values(words).values())) == 1, shared


@pytest.mark.parametrize("config", CHOSEN, ids=lambda config: config.name)
def test_an_sdp_layer_comes_back_from_its_registers(config):
    x1 = XSettings(bypass=False, relu_bypass=False, shift=5)
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
        winograd=True,
        batches=3,
        batch_stride_bytes=1 << 10,
    )
    settings = settings_of(sdp.encode(registers(config), config), config)
    assert decode(Sdp, Words(registers(config).blocks, config, settings)) == sdp


TOLD = {
    "features": "direct convolution INT16, 11 kernels of 5x3x2",
    "image": "11 kernels of 3x3x4 (C x R x S), image T_Y16___V16U16_N444 INT16 signed",
    "image of one plane": ", 4 rows at a time",
    "Winograd": "PRA_TRUNCATE 2",
    "batches": "5 batches of 5x7x9",
    "compressed": "mask 512 bytes at 0x1400000200",
    "reuse": "reuses data, reuses weights, keeps data, keeps weights",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_names_what_a_layer_has(kind):
    assert TOLD[kind] in " ".join(KINDS[kind](CHOSEN[0]).explain())


def test_a_value_that_its_field_does_not_hold_is_named():
    config = CHOSEN[0]
    conv = some_conv(config)
    with pytest.raises(ValueError, match="CLIP_TRUNCATE: 32 does not fit; 0 to 31 do"):
        replace(conv, clip_truncate=32).encode(registers(config), config)
