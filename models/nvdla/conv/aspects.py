"""What a convolution is, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from typing import Protocol

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.modes import aspects_of_mode
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

PLAIN = "plain"
KERNELS = ("point", "wide", "tall", "block", "full")
"""1x1, 1xS, Rx1, RxS, and as large as the padded input: fully connected."""


class ConvOutput(Protocol):
    """What SDP, which a convolution feeds, makes of its sums."""

    @property
    def out_precision(self) -> str:
        """Of what it writes."""

    @property
    def destination(self) -> Side:
        """Where it writes."""


def aspects_of_conv(conv: Conv, output: ConvOutput, config: HwConfig) -> dict[str, str]:
    """The aspects of a layer."""
    depth = conv.view.depth if isinstance(conv.input, ConvImage) else conv.input.channels
    return {
        "precision": conv.precision,
        "kernel": _kernel(conv),
        "move": _move(conv),
        "input": "pixel" if (conv.input.height, conv.input.width) == (1, 1) else "cube",
        "channels": channel_class(config, conv.precision, depth),
        "kernels": kernel_class(config, conv.precision, conv.weights.kernels),
        "size": size_class(config, conv.output.height * conv.output.width),
        "weights": _banks(conv, config),
        "convertor": "converted" if conv.input.convertor.enabled else "taken",
        "nan": "flushed" if conv.precision == "FP16" and conv.input.nan_to_zero else "kept",
        "clip": "clipped" if conv.precision != "FP16" and conv.clip_truncate else "unclipped",
        "output": output.out_precision,
        "input-ram": conv.input.side.ram,
        "weight-ram": conv.weights.ram,
        "output-ram": output.destination.ram,
        **aspects_of_mode(conv),
    }


def channel_class(config: HwConfig, precision: str, channels: int) -> str:
    """Several blocks of channels and a rest, a last atom that is not full, or neither."""
    if channels > config.mac_channels and channels % config.mac_channels:
        return "deep"
    return "ragged" if channels * ELEMENT_BYTES[precision] % config.atom_bytes else "whole"


def kernel_class(config: HwConfig, precision: str, kernels: int) -> str:
    """Several groups and a rest, less than a group, or neither."""
    group = group_kernels(config, precision)
    if kernels % group == 0:
        return "whole"
    return "few" if kernels < group else "many"


def size_class(config: HwConfig, pixels: int) -> str:
    """One pixel of output, as many as a stripe may have, or more."""
    if pixels == 1:
        return "single"
    return "stripe" if pixels < 2 * config.mac_cells else "stripes"


def _kernel(conv: Conv) -> str:
    kernel, pad = conv.taps, conv.padding
    padded = conv.input.height + pad.top + pad.bottom, conv.input.width + pad.left + pad.right
    if (kernel.height, kernel.width) == (1, 1):
        return "point"
    if padded == (kernel.reach_y, kernel.reach_x):
        return "full"
    if kernel.height > 1 and kernel.width > 1:
        return "block"
    return "tall" if kernel.height > 1 else "wide"


def _move(conv: Conv) -> str:
    """Strides and dilations count where they change what is computed."""
    kernel, pad, output = conv.taps, conv.padding, conv.output
    strided = (kernel.stride_x > 1 and output.width > 1) or (kernel.stride_y > 1 and output.height > 1)
    dilated = (kernel.dilation_x > 1 and kernel.width > 1) or (kernel.dilation_y > 1 and kernel.height > 1)
    padded = any((pad.left, pad.right, pad.top, pad.bottom))
    named = (("strided", strided), ("dilated", dilated), ("padded", padded))
    return "-".join(name for name, is_so in named if is_so) or PLAIN


def _banks(conv: Conv, config: HwConfig) -> str:
    needed = full_weight_banks(config, conv.weights.size_bytes)
    return "full" if conv.buffer.weight_banks >= needed else "partial"
