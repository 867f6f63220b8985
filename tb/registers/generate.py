"""Compiles the register descriptions and calls the emitters. Imports the compiler: only for when something changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from models.optional_part import optional_part
from models.registers import RegisterMap
from tb.registers.compile import CompiledDescription, compile_description
from tb.registers.emit_models import json_text, stub_text
from tb.registers.emit_sv import sv_texts
from tb.registers.register_logic import RegisterLogic
from tb.registers.sources import DescriptionError, description
from tb.runner.paths import ROOT
from tb.whole_file import write_whole

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
    configs, find_config = (optional_part(f"models.{family}.config", name) for name in ("CONFIGS", "find_config"))
    if not configs or not find_config:
        raise DescriptionError(f"models/{family}/config needs CONFIGS, a mapping of hardware configurations by name")
    return [find_config(own)] if own else list(configs.values())


def compile_family(family: str, own: str = "") -> Compiled:
    """Compile a family's register description for each of its hardware configurations; arguments as above.

    Returns:
        Pairs of configuration and compiled description.

    Raises:
        DescriptionError: the description cannot be compiled, or the family has no configurations.
    """
    configs = configurations(family, own)
    return list(zip(configs, compile_description(description(family), family, configs), strict=True))


def emit_code(family: str, compiled: Compiled) -> list[Path]:
    """Write what models, sequences and RTL take from the description.

    The first configuration has what code names: its type stub serves all.

    Returns:
        The files that were written.
    """
    models_folder, rtl_folder = (ROOT / top / family / "generated" for top in ("models", "rtl_stubs"))
    texts = {}
    if (first := _first_map(family, compiled)) is not None:
        texts[models_folder / "typed.pyi"] = stub_text(first)
    for config, item in compiled:
        texts[models_folder / f"{config.name}.json"] = json_text(item.register_map)
        rtl = rtl_texts(family, config, item)
        texts |= {rtl_folder / config.name / name: text for name, text in rtl.items()}
    return _written(texts)


def rtl_texts(family: str, config: Any, item: CompiledDescription) -> dict[str, str]:  # noqa: ANN401 the family's
    """What the behavioural RTL of a configuration takes; the blocks in the first configuration's order, others behind.

    A family may have ``rtl_packages(config, blocks)`` in ``tb/<family>/rtl_packages.py``, which gives the texts of
    packages of its own by name, and ``register_logic(block)`` in ``tb/<family>/register_logic.py``
    (`tb.registers.register_logic`).

    Returns:
        The texts by file name, in compile order.
    """
    blocks = {name: item.rtl_blocks[name] for name in configurations(family)[0].block_bases} | dict(item.rtl_blocks)
    packages, logic = (optional_part(f"tb.{family}.{name}", name) for name in ("rtl_packages", "register_logic"))
    return sv_texts(family, blocks, packages(config, blocks) if packages else {}, logic or RegisterLogic)


def emit_manuals(family: str, compiled: Compiled) -> list[Path]:
    """Write an HTML manual for each configuration, and for the site's search a list of what the first one has.

    Returns:
        The manuals' first pages, and the list, which docs/conf.py looks for.
    """
    from tb.registers.emit_docs import emit_docs, list_text

    build = ROOT / "build"
    files = [emit_docs(item, build / "docs" / "registers" / config.name) for config, item in compiled]
    if (first := _first_map(family, compiled)) is not None:
        files += _written({build / "pages" / "docs" / family / "registers.md": list_text(first)})
    return files


def _first_map(family: str, compiled: Compiled) -> RegisterMap | None:
    """The registers of the family's first configuration, if that was compiled."""
    config, item = compiled[0]
    return item.register_map if config.name == configurations(family)[0].name else None


def _written(texts: Mapping[Path, str]) -> list[Path]:
    """Write files, each at once and whole: tests that run beside may be reading the ones before."""
    for path, text in texts.items():
        write_whole(path, text)
    return list(texts)
