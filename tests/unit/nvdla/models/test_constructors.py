"""What constructors of layers make is legal, whatever they are told."""

import pytest

from models.nvdla.bdma.descriptor import Bdma, BdmaCopy
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import NV_FULL
from models.nvdla.conv.constructor import small_conv
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.rubik.descriptor import MODES, Rubik
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS

SHAPES = (None, (1, 1, 1), (70, 2, 5))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
def test_cubes_of_any_shape_and_precision(precision, shape, config):
    for layer in (
        Cdp.of(config, precision, shape),
        Sdp.of(config, precision, shape),
        Sdp.of(config, precision, shape, reading=precision),
    ):
        assert check_layer(layer, config) == []
        assert shape is None or (layer.channels, layer.height, layer.width) == shape


@pytest.mark.parametrize("use", ["ALU", "MUL", "BOTH"])
def test_operands_of_a_layer(use, config):
    sdp = Sdp.of(config, "INT16", reading="INT16")
    works = {"bypass": False, "alu_bypass": False, "mul_bypass": False}
    sources = {f"{part.lower()}_source": MEMORY for part in ("ALU", "MUL") if use in (part, "BOTH")}
    operands = Operands.of(config, use, "INT16", (sdp.height, sdp.width))
    taking = Sdp.of(config, "INT16", reading="INT16", x1=XSettings(**works, **sources, operands=operands))
    assert check_layer(taking, config) == []


@pytest.mark.parametrize("method", ["AVERAGE", "MAX", "MIN"])
@pytest.mark.parametrize("columns", [(3,), (2, 2), (3, 2, 2)])
@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
def test_pools_of_one_strip_and_of_several(precision, columns, method, config):
    pdp = Pdp.of(config, precision, columns=columns, method=method)
    assert check_layer(pdp, config) == []
    assert pdp.columns == list(columns)
    point = Window(kernel=1)
    assert check_layer(Pdp.of(config, precision, point, point, lines=1, channels=1, ram="DBB"), config) == []


@pytest.mark.parametrize("mode", MODES)
def test_reorderings_of_each_mode(mode, config):
    assert check_layer(Rubik.of(config, mode), config) == []
    assert check_layer(Rubik.of(config, mode, "INT16", shape=(7, 5, 3), strides=(3, 2)), config) == []


def test_copies_of_any_extent(config):
    copies = tuple(BdmaCopy.of(config, extent) for extent in ((1, 1, 1), (2, 3, 4)))
    assert check_layer(Bdma(copies), config) == []


KINDS = {
    "batches": {"batches": 3, "height": 2, "kernel": Kernel(height=2, width=1), "padding": Padding()},
    "compressed": {"compressed": True},
    "Winograd": {"mode": "WINOGRAD", "channels": 32, "height": 11, "width": 10, "kernel": Kernel(height=3, width=3)},
}


@pytest.mark.parametrize("precision", NV_FULL.precisions)
@pytest.mark.parametrize("kind", KINDS)
def test_a_small_convolution_of_each_kind_is_legal(kind, precision):
    assert check_layer(small_conv(NV_FULL, precision, **KINDS[kind]), NV_FULL) == []


@pytest.mark.parametrize("pixel", PIXEL_FORMATS.values(), ids=lambda pixel: pixel.name)
def test_a_small_convolution_of_an_image_is_legal(pixel):
    assert check_layer(small_conv(NV_FULL, pixel.precision, pixel_format=pixel.name), NV_FULL) == []
