"""Hardware configurations of NVDLA: those that npuvm has, and a user's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from models.nearest import did_you_mean
from models.nvdla.config.file import FOLDER, SUFFIX, ConfigError, read_config
from models.nvdla.config.hardware import HwConfig

__all__ = ["CONFIGS", "NV_FULL", "ConfigError", "HwConfig", "find_config"]

NV_FULL = read_config(FOLDER / f"nv_full{SUFFIX}")
CONFIGS: Mapping[str, HwConfig] = MappingProxyType(
    {"nv_full": NV_FULL} | {path.stem: read_config(path) for path in sorted(FOLDER.glob(f"*{SUFFIX}"))}
)
"""Those that npuvm has, by name, the default one first."""


@cache
def find_config(name: str) -> HwConfig:
    """A configuration by its name, or a user's own by the path of its file.

    Raises:
        ConfigError: there is none of that name, the file is wrong, or it is called like one that npuvm has.
    """
    if name in CONFIGS:
        return CONFIGS[name]
    path = Path(name)
    if path.suffix != SUFFIX:
        known, near = ", ".join(CONFIGS), did_you_mean(name, CONFIGS)
        raise ConfigError(
            path, [f"no such configuration; choose one of {known}, or give a file {SUFFIX} of your own{near}"]
        )
    if path.stem in CONFIGS:
        raise ConfigError(path, [f"npuvm has a configuration called {path.stem}; give your file another name"])
    return read_config(path)
