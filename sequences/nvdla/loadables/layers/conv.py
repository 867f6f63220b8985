"""Convolutions."""

from __future__ import annotations

from typing import Any

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import Convertor, ConvImage, ConvInput, Means
from models.nvdla.conv.fetch.weights import Compression, ConvWeights
from models.nvdla.conv.parts import DIRECT, WINOGRAD, Buffer, ConvOutput, Kernel, Padding, View
from models.nvdla.registers import registers
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, Setting, named, ram, side

FEATURE = 36
"""The data format that is no pixel format; those before it have the numbers of the register."""
MODES = (DIRECT, WINOGRAD)
WHOLE = {"scale": 1, "offset": 0}
"""What CACC's convertor must say: it only truncates."""


def conv_layer(operation: Operation, setting: Setting) -> Conv:
    """The convolution.

    Raises:
        LoadableError: a number has no meaning, or sizes contradict each other.
    """
    op, surfaces = operation.settings, operation.surfaces
    for name, value in WHOLE.items():
        if op["out_cvt"][name] != value:
            raise LoadableError(f"{operation}: {name} of out_cvt is {op['out_cvt'][name]}, must be {value}")
    output = surfaces["dst"]
    if (output["width"], output["height"]) != (op["input_width_cmac"], op["input_height_cmac"]):
        raise LoadableError(
            f"{operation}: dst is {output['width']}x{output['height']} (W x H), "
            f"and CMAC has {op['input_width_cmac']}x{op['input_height_cmac']}"
        )
    mode = named(operation, "conv_mode", op["conv_mode"], MODES)
    return Conv(
        mode=mode,
        precision=named(operation, "out_precision", op["out_precision"], PRECISIONS),
        input=_input(operation, setting, mode),
        weights=_weights(operation, setting),
        kernel=_kernel(operation),
        view=_view(operation, mode),
        padding=_padding(operation),
        buffer=_buffer(operation),
        output=_output(operation),
        atomics=int(output["width"]) * int(output["height"]),
        clip_truncate=int(op["out_cvt"]["truncate"]),
        pra_truncate=int(op["pra_truncate"]),
        post_extension=1 << int(op["post_extension"]),
    )


def _input(operation: Operation, setting: Setting, mode: str) -> ConvInput | ConvImage:
    op, cube = operation.settings, operation.surfaces["src"]
    convert = op["in_cvt"]
    convertor = Convertor(
        enabled=True, offset=int(convert["offset"]), scale=int(convert["scale"]), truncate=int(convert["truncate"])
    )
    common: dict[str, Any] = {
        "precision": named(operation, "in_precision", op["in_precision"], PRECISIONS),
        "channels": int(cube["channel"]),
        "height": int(cube["height"]),
        "width": int(cube["width"]),
        "grains": int(op["fetch_grain"]),
        "convertor": convertor if convert["enable"] else Convertor(),
        "batches": int(op["batch"]),
    }
    where = side(operation, "src", setting)
    if op["data_format"] != FEATURE:
        return _image(operation, setting, where, common)
    atom, width, height = setting.config.atom_bytes, int(cube["width"]), int(cube["height"])
    winograd = mode == WINOGRAD
    return ConvInput(
        **common,
        side=where,
        line_packed=where.line_stride_bytes == width * atom,
        surface_packed=where.surface_stride_bytes == width * height * atom,
        batch_stride_bytes=int(op["batch_stride"]),
        extended_width=int(op["input_width_csc"]) if winograd else 0,
        extended_height=int(op["input_height_csc"]) if winograd else 0,
    )


def _image(operation: Operation, setting: Setting, where: Side, common: dict[str, Any]) -> ConvImage:
    op, surfaces = operation.settings, operation.surfaces
    formats = registers(setting.config).CDMA.D_DATAIN_FORMAT.PIXEL_FORMAT.enum
    name = named(operation, "data_format", op["data_format"], sorted(formats, key=lambda each: formats[each]))
    second = Side(
        ram=where.ram,
        address=where.address + int(surfaces["offset_u"]),
        line_stride_bytes=int(surfaces["in_line_uv_stride"]),
        surface_stride_bytes=0,
    )
    means = {short: int(op[f"mean_{short}"]) for short in ("ry", "gu", "bv", "ax")}
    return ConvImage(
        **common,
        pixel_format=name,
        side=where,
        second=second if name in PIXEL_FORMATS and len(PIXEL_FORMATS[name].plane_bytes) > 1 else None,
        signed=bool(op["pixel_override"]),
        means=Means(enabled=True, **means) if op["mean_format"] else Means(),
    )


def _weights(operation: Operation, setting: Setting) -> ConvWeights:
    op, surfaces = operation.settings, operation.surfaces
    cube, mask = surfaces["weight"], surfaces["wmb"]
    compression = Compression(
        mask_address=side(operation, "wmb", setting).address,
        mask_bytes=int(mask["size"]),
        sizes_address=side(operation, "wgs", setting).address,
    ) if op["weight_format"] else None  # fmt: skip
    return ConvWeights(
        ram=ram(operation, "weight", int(cube["type"]), setting.config),
        address=side(operation, "weight", setting).address,
        size_bytes=int(cube["size"]),
        kernels=int(surfaces["dst"]["channel"]),
        kernel_bytes=int(op["bytes_per_kernel"]),
        compression=compression,
    )


def _kernel(operation: Operation) -> Kernel:
    op = operation.settings
    return Kernel(
        height=int(op["kernel_height_csc"]),
        width=int(op["kernel_width_csc"]),
        stride_x=int(op["conv_stride_x"]),
        stride_y=int(op["conv_stride_y"]),
        dilation_x=int(op["dilation_x"]),
        dilation_y=int(op["dilation_y"]),
    )


def _view(operation: Operation, mode: str) -> View:
    op = operation.settings
    strides = (op["conv_stride_x"], op["conv_stride_y"]) if mode == DIRECT else (1, 1)
    return View(
        width=int(op["input_width_csc"]),
        height=int(op["input_height_csc"]),
        channels=int(op["input_channel_csc"]),
        depth=int(op["kernel_channel_csc"]),
        stride_x=int(strides[0]),
        stride_y=int(strides[1]),
    )


def _padding(operation: Operation) -> Padding:
    op = operation.settings
    return Padding(
        left=int(op["pad_x_left"]),
        right=int(op["pad_x_right"]),
        top=int(op["pad_y_top"]),
        bottom=int(op["pad_y_bottom"]),
        value=int(op["pad_val"]),
    )


def _buffer(operation: Operation) -> Buffer:
    op = operation.settings
    return Buffer(
        entries=int(op["entry_per_slice"]),
        data_banks=int(op["data_bank"]),
        weight_banks=int(op["weight_bank"]),
        release_slices=int(op["release"]),
        keep_data=bool(op["skip_data_rls"]),
        keep_weights=bool(op["skip_weight_rls"]),
        reuse_data=bool(op["data_reuse"]),
        reuse_weights=bool(op["weight_reuse"]),
    )


def _output(operation: Operation) -> ConvOutput:
    cube = operation.surfaces["dst"]
    single = int(cube["width"]) == int(cube["height"]) == 1
    return ConvOutput(
        height=int(cube["height"]),
        width=int(cube["width"]),
        line_stride_bytes=int(cube["line_stride"]),
        surface_stride_bytes=int(cube["surf_stride"]),
        line_packed=single,
        surface_packed=single,
    )
