"""Convolutions."""

from __future__ import annotations

from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.registers import registers
from sequences.nvdla.loadables.layers.conv import FEATURE, MODES
from sequences.nvdla.loadables.written.settings import Writing, Written, cube, precision


def written_conv(layer: Conv, config: HwConfig, writing: Writing) -> Written:
    """A convolution.

    Raises:
        ValueError: the driver has no field for something.
    """
    source = layer.input
    if source.nan_to_zero:
        raise ValueError("convolution: the kernel driver does not flush NaN of the input; leave nan_to_zero out")
    settings = {
        "conv_mode": MODES.index(layer.mode),
        "fetch_grain": source.grains,
        "batch": source.batches,
        "in_precision": precision(source.precision),
        "out_precision": precision(layer.precision),
        "in_cvt": _convertor(source),
        "out_cvt": {"scale": 1, "truncate": layer.clip_truncate, "enable": 1},
        "pra_truncate": layer.pra_truncate,
        "post_extension": layer.post_extension.bit_length() - 1,
        "weight_format": int(layer.weights.compression is not None),
        "bytes_per_kernel": layer.weights.kernel_bytes,
        **_view(layer),
        **_buffer(layer),
        **_padding(layer),
        **(_image(source, config) if isinstance(source, ConvImage) else {"data_format": FEATURE}),
    }
    if isinstance(source, ConvInput):
        settings["batch_stride"] = source.batch_stride_bytes
    return Written("CONV", settings, _surfaces(layer, writing))


def _convertor(source: ConvInput | ConvImage) -> dict[str, int]:
    convertor = source.convertor
    if not convertor.enabled:
        return {}
    return {"enable": 1, "scale": convertor.scale, "offset": convertor.offset, "truncate": convertor.truncate}


def _view(layer: Conv) -> dict[str, int]:
    view, kernel, output = layer.view, layer.kernel, layer.output
    return {
        "input_width_csc": view.width,
        "input_height_csc": view.height,
        "input_channel_csc": view.channels,
        "kernel_width_csc": kernel.width,
        "kernel_height_csc": kernel.height,
        "kernel_channel_csc": view.depth,
        "input_width_cmac": output.width,
        "input_height_cmac": output.height,
        "conv_stride_x": kernel.stride_x,
        "conv_stride_y": kernel.stride_y,
        "dilation_x": kernel.dilation_x,
        "dilation_y": kernel.dilation_y,
    }


def _buffer(layer: Conv) -> dict[str, int]:
    buffer = layer.buffer
    return {
        "entry_per_slice": buffer.entries,
        "data_bank": buffer.data_banks,
        "weight_bank": buffer.weight_banks,
        "release": buffer.release_slices,
        "skip_data_rls": int(buffer.keep_data),
        "skip_weight_rls": int(buffer.keep_weights),
        "data_reuse": int(buffer.reuse_data),
        "weight_reuse": int(buffer.reuse_weights),
    }


def _padding(layer: Conv) -> dict[str, int]:
    pad = layer.padding
    return {
        "pad_x_left": pad.left,
        "pad_x_right": pad.right,
        "pad_y_top": pad.top,
        "pad_y_bottom": pad.bottom,
        "pad_val": pad.value,
    }


def _image(image: ConvImage, config: HwConfig) -> dict[str, int]:
    if image.x_offset:
        raise ValueError(
            "convolution: the kernel driver has no pixels to leave out; an image begins with its first one"
        )
    means = image.means
    formats = registers(config).CDMA.D_DATAIN_FORMAT.PIXEL_FORMAT.enum
    numbers = {f"mean_{name}": getattr(means, name) for name in ("ry", "gu", "bv", "ax")} if means.enabled else {}
    return {
        "data_format": formats[image.pixel_format],
        "pixel_override": int(image.signed),
        "mean_format": int(means.enabled),
        **numbers,
    }


def _surfaces(layer: Conv, writing: Writing) -> dict[str, Any]:
    source, weights, output, kernel = layer.input, layer.weights, layer.output, layer.kernel
    kernel_extent = layer.view.depth, kernel.height, kernel.width
    surfaces: dict[str, Any] = {
        "weight": cube(writing, weights.side, kernel_extent, weights.size_bytes),
        "src": cube(writing, source.side, (source.channels, source.height, source.width), 0),
        "dst": cube(writing, None, (weights.kernels, output.height, output.width), 0)
        | {"line_stride": output.line_stride_bytes, "surf_stride": output.surface_stride_bytes},
    }
    if weights.compression is not None:
        packed = weights.compression
        for name, address, size in (
            ("wmb", packed.mask_address, packed.mask_bytes),
            ("wgs", packed.sizes_address, 0),
        ):
            number = writing.number_of(weights.ram, address)
            surfaces[name] = {"type": surfaces["weight"]["type"], "address": number, "size": size, "width": 1}
    if isinstance(source, ConvImage) and source.second is not None:
        surfaces["offset_u"] = source.second.address - source.side.address
        surfaces["in_line_uv_stride"] = source.second.line_stride_bytes
    return surfaces
