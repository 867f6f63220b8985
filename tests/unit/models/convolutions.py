"""Small legal convolutions and SDP layers for unit tests, of any precision and in any memory."""

from models.nvdla.conv.mutants import SmallConv
from models.nvdla.sdp.mutants import legal
from models.nvdla.surfaces.layout import ELEMENT_BYTES


def small_conv(config, seed=0, **choices):
    rams = list(config.ports)
    precision = choices.pop("precision", config.precisions[seed % len(config.precisions)])
    basic = {
        "precision": precision,
        "input_ram": rams[seed % len(rams)],
        "weight_ram": rams[seed // 2 % len(rams)],
        "channels": config.atom_bytes // ELEMENT_BYTES[precision] + 1,
    }
    return SmallConv(**(basic | choices)).layer(config)


def small_sdp(config, seed=0):
    rams = list(config.ports)
    return legal(config, rams[seed % len(rams)], config.precisions[seed % len(config.precisions)])
