"""The hardware configurations of Sophgo's TPU (docs/sophgo/README.md, 'Configurations')."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from models.nearest import did_you_mean
from models.sophgo.config.hardware import Chip, SophgoConfig

__all__ = ["BM1684", "BM1684X", "CONFIGS", "Chip", "SophgoConfig", "find_config"]

FOLDER = Path(__file__).parent
NAMES = ("bm1684x", "mini_tpu")
"""Those that are simulated, the default one first."""


def _read(name: str) -> dict[str, int]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text())


CONFIGS: Mapping[str, SophgoConfig] = MappingProxyType({name: SophgoConfig(name=name, **_read(name)) for name in NAMES})
BM1684X = CONFIGS["bm1684x"]
BM1684 = Chip(name="bm1684", **_read("bm1684"))
"""Not simulated: its layouts alone."""


def find_config(name: str) -> SophgoConfig:
    """A configuration by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name not in CONFIGS:
        raise ValueError(f"{name}: sophgo has the configurations {', '.join(CONFIGS)}{did_you_mean(name, CONFIGS)}")
    return CONFIGS[name]
