"""Operators that a configuration lacks: the part passes data on there, and reads nothing for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from models.nvdla.config import HwConfig
from models.nvdla.sdp.operators.settings import OperatorSettings

FEATURES: Mapping[str, str] = {"x1": "SDP_X1", "x2": "SDP_X2", "y": "SDP_Y"}
"""What the configuration calls each of them."""
TABLES = "SDP_LUT"
"""What it calls Y's look-up tables."""


Layer = TypeVar("Layer")


def present_operators(config: HwConfig) -> tuple[str, ...]:
    """The names of the operators that a configuration has."""
    return tuple(name for name, feature in FEATURES.items() if feature in config.features)


def without_absent(layer: Layer, config: HwConfig) -> Layer:
    """A layer as the part does it, whatever registers say of operators and tables that it lacks.

    Args:
        layer: has `x1`, `x2` and `y`, as much as one block knows of it or all.
        config: the hardware configuration.
    """
    given: Any = layer
    absent: dict[str, OperatorSettings] = {
        name: replace(getattr(given, name), bypass=True, operands=None)
        for name, feature in FEATURES.items()
        if feature not in config.features
    }
    if not absent and TABLES not in config.features:
        absent["y"] = replace(given.y, lut_bypass=True)
    return replace(given, **absent) if absent else layer
