"""The hardware configurations of VIPNano (docs/vipnano/README.md, 'Configurations')."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from models.nearest import did_you_mean
from models.vipnano.config.hardware import Ties, VipnanoConfig

__all__ = ["CONFIGS", "VIPNANO_QI", "Ties", "VipnanoConfig", "find_config"]

FOLDER = Path(__file__).parent
NAMES = ("vipnano_qi", "mini_vip")
"""The default one first."""


def _read(name: str) -> VipnanoConfig:
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    return VipnanoConfig(name=name, ties=Ties(data.pop("ties")), **data)


CONFIGS: Mapping[str, VipnanoConfig] = MappingProxyType({name: _read(name) for name in NAMES})
VIPNANO_QI = CONFIGS["vipnano_qi"]


def find_config(name: str) -> VipnanoConfig:
    """A configuration by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name not in CONFIGS:
        raise ValueError(f"{name}: vipnano has the configurations {', '.join(CONFIGS)}{did_you_mean(name, CONFIGS)}")
    return CONFIGS[name]
