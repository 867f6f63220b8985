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
from tb.registers.sources import DescriptionError, description
from tb.runner.paths import ROOT

Compiled = Sequence[tuple[Any, CompiledDescription]]


def configurations(family: str, own: str = "") -> list[Any]:
    """The hardware configurations of a family, or a user's own one.

    Args:
        family: the device family; ``models.<family>.config`` has its ``CONFIGS`` and ``find_config``.
        own: the file of the user's configuration; empty: those that come with npuvm.

    Raises:
        DescriptionError: the family has no configurations.
        ValueError: the file is wrong.
    """
    module = importlib.import_module(f"models.{family}.config")
    configs = getattr(module, "CONFIGS", None)
    if not configs:
        raise DescriptionError(f"models/{family}/config needs CONFIGS, a mapping of hardware configurations by name")
    return [module.find_config(own)] if own else list(configs.values())


def compile_family(family: str, own: str = "") -> Compiled:
    """Compile a family's register description for each of its hardware configurations; arguments as above.

    Returns:
        Pairs of configuration and compiled description.

    Raises:
        DescriptionError: the description cannot be compiled, or the family has no configurations.
    """
    rdl = description(family)
    return [(config, compile_description(rdl, family, config)) for config in configurations(family, own)]


def emit_code(family: str, compiled: Compiled) -> list[Path]:
    """Write what models, sequences and RTL take from the description.

    The first configuration has all blocks of the family, so that its type stub serves all.

    Returns:
        The files that were written.
    """
    models_folder, rtl_folder = (ROOT / top / family / "generated" for top in ("models", "rtl_stubs"))
    files = []
    if compiled[0][0].name == configurations(family)[0].name:
        files += emit_stub(compiled[0][1].register_map, models_folder / "typed.pyi")
    for config, item in compiled:
        files += emit_json(item.register_map, models_folder / f"{config.name}.json")
        files += emit_rtl(family, config, item, rtl_folder / config.name)
    return files


def emit_rtl(family: str, config: Any, item: CompiledDescription, folder: Path) -> list[Path]:  # noqa: ANN401 the family's
    """Write what the behavioural RTL of a configuration takes; the blocks in the first configuration's order.

    Returns:
        The files in compile order.
    """
    blocks = {name: item.rtl_blocks[name] for name in configurations(family)[0].block_bases}
    packages = importlib.import_module(f"tb.{family}.rtl_packages").rtl_packages(config, blocks)
    return emit_sv(family, blocks, packages, folder)


def emit_manuals(family: str, compiled: Compiled) -> list[Path]:
    """Write an HTML manual for each configuration, and for the site's search a list of what the first one has.

    Returns:
        The manuals' first pages, and the list.
    """
    from tb.registers.emit_docs import emit_docs, emit_list

    build = ROOT / "build"
    files = [path for config, item in compiled for path in emit_docs(item, build / "docs" / "registers" / config.name)]
    if compiled[0][0].name == configurations(family)[0].name:
        files += emit_list(compiled[0][1].register_map, build / "pages" / "docs" / family / "registers.md")
    return files
