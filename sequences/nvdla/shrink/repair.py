"""What follows from other members of a descriptor, or from the layer that hands on its result, worked out again."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.constructor import conv_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvInput
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.pdp.descriptor import AVERAGE, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.nvdla.shrink.packed import packed_cube, packed_sdp

FOLLOWING = frozenset(
    (
        *(
            "address",
            "mask_address",
            "sizes_address",
            "line_stride_bytes",
            "surface_stride_bytes",
            "batch_stride_bytes",
        ),
        *("entries", "data_banks", "weight_banks", "release_slices", "atomics", "kernel_bytes", "size_bytes"),
        *("mask_bytes", "output", "view", "extended_width", "extended_height", "line_packed", "surface_packed"),
        *("contract_group_bytes", "contract_line_bytes", "recip_width", "recip_height", "winograd", "to_pdp"),
        *("first_in", "mid_in", "last_in"),
        *("tables", "destination", "start", "end", "select", "le_offset"),
    )
)
"""Members that are addresses, or that follow from others."""


def repaired(layers: tuple[object, ...], config: HwConfig) -> tuple[object, ...]:
    """Layers that start together, each as it must be behind those before it.

    Raises:
        ValueError: they cannot be so.
    """
    found: list[object] = []
    for number, layer in enumerate(layers):
        before = found[-1] if found else None
        behind = layers[number + 1] if number + 1 < len(layers) else None
        found.append(_repaired(layer, before, behind, config))
    return tuple(found)


def _repaired(layer: object, before: object, behind: object, config: HwConfig) -> object:
    match layer:
        case Conv():
            return repaired_conv(layer, config)
        case Sdp():
            return _sdp(layer, before, config, to_pdp=isinstance(behind, Pdp))
        case Pdp():
            return _pdp(layer, before)
        case Rubik():
            return _rubik(layer, config)
    return layer


def repaired_conv(conv: Conv, config: HwConfig, *, plain_buffer: bool = False) -> Conv:
    """A convolution whose sizes follow from input, kernels and padding.

    One that works on what the one before it left in the buffer stays as it is.

    Args:
        conv: the convolution.
        config: the hardware configuration.
        plain_buffer: data have the banks that they need, weights the others; else each as many as before.

    Raises:
        ValueError: there is none.
    """
    if conv.buffer.reuse_data or conv.buffer.reuse_weights:
        return conv
    weights, cube = conv.weights, conv.input
    if isinstance(cube, ConvInput) and cube.height == cube.width == cube.batches == 1:
        cube = packed_cube(cube, config)  # as of SDP
    made = conv_of(
        config,
        cube,
        conv.taps,
        precision=conv.precision,
        kernels=weights.kernels,
        weights=weights.side,
        padding=conv.padding,
        mode=conv.mode,
        compression=weights.compression,
        weight_bytes=None if weights.compression is None else weights.size_bytes,
        clip_truncate=conv.clip_truncate,
        pra_truncate=conv.pra_truncate,
        post_extension=conv.post_extension,
    )
    if min(made.output.size) < 1:
        raise ValueError("no kernel fits the input")
    if conv.input.batches > 1:
        made = replace(made, output=replace(conv.output, height=made.output.height, width=made.output.width))
    if plain_buffer:
        return made
    buffer = replace(conv.buffer, entries=made.buffer.entries, release_slices=made.buffer.release_slices)
    return replace(made, buffer=buffer)


def _sdp(sdp: Sdp, before: object, config: HwConfig, *, to_pdp: bool) -> Sdp:
    if sdp.lut is None or not sdp.y.lut:
        sdp = replace(sdp, tables=None)
    sdp = _behind(sdp, before) if isinstance(before, Conv) else replace(sdp, winograd=False)
    sdp = replace(sdp, to_pdp=to_pdp)
    point = sdp.height == sdp.width == sdp.batches == 1
    return packed_sdp(sdp, config) if point else sdp  # a single pixel is packed, whatever the strides


def _behind(sdp: Sdp, before: Conv) -> Sdp:
    """SDP as it takes what a convolution makes."""
    return replace(
        sdp,
        height=before.output.height,
        width=before.output.width,
        channels=before.weights.kernels,
        batches=before.input.batches,
        winograd=before.mode == WINOGRAD,
        precision=before.precision,
        source=None,
    )


def _pdp(pdp: Pdp, before: object) -> Pdp:
    x, y = pdp.x, pdp.y
    if isinstance(before, Sdp):
        pdp = replace(
            pdp,
            precision=before.out_precision,
            channels=before.channels,
            height=before.height,
            width=before.width,
            out_height=y.outputs(before.height),
            out_width=x.outputs(before.width),
            source=None,
        )
    else:
        out_width = sum(pdp.columns)
        pdp = replace(
            pdp,
            height=y.covered(pdp.out_height) - y.before - y.after,
            width=x.covered(out_width) - x.before - x.after,
            out_width=out_width,
            strips=Strips.of(x, pdp.columns),
        )
    if min(pdp.height, pdp.width, pdp.out_height, pdp.out_width) < 1:
        raise ValueError("no window fits the input")
    if pdp.method != AVERAGE:
        return pdp
    return replace(pdp, average=replace(Average.of(pdp.precision, x, y), pads=pdp.average.pads))


def _rubik(rubik: Rubik, config: HwConfig) -> Rubik:
    contract = rubik.mode == "CONTRACT"
    surfaces = ceil_div(rubik.out_channels * ELEMENT_BYTES[rubik.precision], config.atom_bytes)
    return replace(
        rubik,
        channels=rubik.x_stride * rubik.y_stride * rubik.out_channels if contract else rubik.out_channels,
        contract_group_bytes=surfaces * rubik.source.surface_stride_bytes if contract else 0,
        contract_line_bytes=rubik.y_stride * rubik.destination.line_stride_bytes if contract else 0,
    )
