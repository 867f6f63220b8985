"""Compiles the register descriptions and calls the emitters. Imports the compiler: only for when something changed."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tb.registers.compile import CompiledDescription, compile_description
from tb.registers.emit_json import emit_json
from tb.registers.emit_stub import emit_stub
from tb.registers.emit_sv import emit_sv
from tb.registers.sources import ROOT, DescriptionError, description

Compiled = Sequence[tuple[Any, CompiledDescription]]


def compile_family(family: str) -> Compiled:
    """Compile a family's register description for each of its hardware configurations.

    The configurations are ``CONFIGS`` of ``models.<family>.config``.

    Returns:
        Pairs of configuration and compiled description.

    Raises:
        DescriptionError: the description cannot be compiled, or the family has no configurations.
    """
    configs = getattr(importlib.import_module(f"models.{family}.config"), "CONFIGS", None)
    if not configs:
        raise DescriptionError(f"models/{family}/config.py needs CONFIGS, a mapping of hardware configurations by name")
    return [(config, compile_description(description(family), family, config)) for config in configs.values()]


def emit_code(family: str, compiled: Compiled) -> list[Path]:
    """Write what models, sequences and RTL take from the description.

    Names do not differ between configurations, so one type stub serves all.

    Returns:
        The files that were written.
    """
    models_folder, rtl_folder = (ROOT / top / family / "generated" for top in ("models", "rtl_stubs"))
    files = emit_stub(compiled[0][1].register_map, models_folder / "typed.pyi")
    for config, item in compiled:
        files += emit_json(item.register_map, models_folder / f"{config.name}.json")
        files += emit_sv(item.register_map, config, rtl_folder / config.name)
    return files


def emit_manuals(compiled: Compiled, folder: Path) -> list[Path]:
    """Write an HTML manual for each configuration into a folder of its name.

    Returns:
        The first pages.
    """
    from tb.registers.emit_docs import emit_docs

    return [path for config, item in compiled for path in emit_docs(item, folder / config.name)]
