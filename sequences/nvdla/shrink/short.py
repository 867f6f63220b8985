"""NVDLA's descriptors as a person writes them: what follows from other members is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.constructor import conv_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvInput
from models.nvdla.conv.fetch.weights import weight_side
from models.nvdla.conv.parts import DIRECT, Padding
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.surfaces.side import Side
from sequences.shrink.source import Call

CONFIG = "bench.config"
RARE: Mapping[str, object] = MappingProxyType(
    {"padding": Padding(), "mode": DIRECT, "clip_truncate": 0, "pra_truncate": 0, "post_extension": 1}
)
"""Members of a convolution from which others may follow, and what they are where nothing is said."""


def short_form(value: object, config: HwConfig) -> Call | None:
    """The call that makes exactly this value; None: only its own class does."""
    match value:
        case Conv():
            return _conv(value, config)
        case Rubik():
            return _rubik(value, config)
        case Side() if value == weight_side(value.ram, value.address):
            members = {"ram": value.ram, "address": value.address}
            return Call(module=weight_side.__module__, name=weight_side.__name__, members=members)
    return None


def _conv(conv: Conv, config: HwConfig) -> Call | None:
    cube, weights = conv.input, conv.weights
    if isinstance(cube, ConvInput):
        cube = replace(cube, line_packed=False, surface_packed=False, extended_width=0, extended_height=0)
    members: dict[str, Any] = {
        "cube": cube,
        "taps": conv.taps,
        "precision": conv.precision,
        "kernels": weights.kernels,
        "weights": weights.side,
        **{name: value for name, default in RARE.items() if (value := getattr(conv, name)) != default},
    }
    if weights.compression is not None:
        members |= {"compression": weights.compression, "weight_bytes": weights.size_bytes}
    for tried in (members, members | {"buffer": conv.buffer}):
        if conv_of(config, **tried) == conv:
            return Call(module=conv_of.__module__, name=conv_of.__name__, first=(CONFIG,), members=tried)
    return None


def _rubik(rubik: Rubik, config: HwConfig) -> Call | None:
    members: dict[str, Any] = {
        "mode": rubik.mode,
        "precision": rubik.precision,
        "shape": (rubik.out_channels, rubik.height, rubik.width),
        **({"strides": (rubik.x_stride, rubik.y_stride)} if rubik.mode == "CONTRACT" else {}),
        "source": rubik.source,
        "destination": rubik.destination,
    }
    if Rubik.of(config, **members) != rubik:
        return None
    return Call(module=Rubik.__module__, name=Rubik.__name__, text="Rubik.of", first=(CONFIG,), members=members)
