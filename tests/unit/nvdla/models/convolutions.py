"""Small legal convolutions, SDP and CDP layers for unit tests, of any precision and in any memory."""

from dataclasses import replace

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.conv import constructor
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES


def small_conv(config, seed=0, **choices):
    rams = list(config.ports)
    precision = choices.pop("precision", config.precisions[seed % len(config.precisions)])
    places = rams[seed % len(rams)], rams[seed // 2 % len(rams)]
    return constructor.small_conv(config, precision, choices.pop("rams", places), **choices)


def small_sdp(config, seed=0):
    rams = list(config.ports)
    return Sdp.of(config, config.precisions[seed % len(config.precisions)], ram=rams[seed % len(rams)])


def small_pdp(config, seed=0):
    rams = list(config.ports)
    return Pdp.of(config, config.precisions[seed % len(config.precisions)], ram=rams[seed % len(rams)])


def small_cdp(config, seed=0):
    rams = list(config.ports)
    return Cdp.of(config, config.precisions[seed % len(config.precisions)], ram=rams[seed % len(rams)])


def with_partner(layer, config):
    """A convolution and the SDP layer that takes what it makes, one of them given; SDP alone where it reads memory."""
    precision = layer.precision if layer.precision in ELEMENT_BYTES else "INT8"
    if isinstance(layer, Conv):
        shape = layer.weights.kernels, layer.output.height, layer.output.width
        sdp = Sdp.of(config, precision, shape, winograd=layer.mode == "WINOGRAD", batches=layer.input.batches)
        if sdp.batches == 1:
            return layer, sdp
        stride, pair = sdp.destination.line_stride_bytes, 2 * config.atom_bytes
        if (sdp.height, sdp.width) != (1, 1):
            even = stride + stride % pair
            side = replace(sdp.destination, line_stride_bytes=even, surface_stride_bytes=even * sdp.height)
            sdp = replace(sdp, destination=side)
        size = sdp.layout(config).size_bytes
        return layer, replace(sdp, batch_stride_bytes=size + size % pair + 4 * pair)
    if layer.source is not None:
        return (layer,)
    extent = {"channels": 1, "height": layer.height, "width": layer.width, "kernels": layer.channels}
    extent["batches"] = layer.batches
    point = {"kernel": Kernel(height=1, width=1), "padding": Padding()}
    return small_conv(config, precision=precision, **extent, **point), layer
