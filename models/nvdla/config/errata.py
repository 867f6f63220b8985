"""The errata of NVDLA's parts, and a configuration of which some are expected to be mended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.errata import chosen_errata, read_errata
from models.nvdla.config.hardware import HwConfig
from models.rules import Rule, RuleContext

ERRATA = read_errata(Path(__file__).parents[1] / "errata.toml")
"""All of them by their ids. What of a model hangs on one asks for its id in `HwConfig.errata`."""
FAULTS = {erratum.rule: erratum.id for erratum in ERRATA.values() if erratum.rule}
"""Rules that are there because a part plays what breaks them wrongly, and the erratum that says so."""


def without(config: HwConfig, text: str) -> HwConfig:
    """A configuration as the reference is to expect it: what documents say, where an erratum is to be an error.

    Args:
        config: the configuration of the part.
        text: as of `models.errata.chosen_errata`.

    Raises:
        ValueError: an id is that of no erratum.
    """
    mended = chosen_errata(text, config.errata, ERRATA)
    return replace(config, errata=config.errata - mended, mended=config.mended | mended)


def mended_by_register(config: HwConfig) -> dict[str, list[str]]:
    """The errata that are expected to be mended, by the registers that would show them, ``BLOCK.REGISTER``."""
    found: dict[str, list[str]] = {}
    for name in sorted(config.mended):
        for register in ERRATA[name].registers:
            found.setdefault(register, []).append(name)
    return found


def of_interest(name: str, config: HwConfig) -> bool:
    """Whether an erratum is one that the part has, or that is expected to be mended."""
    return name in config.errata or name in config.mended


def shown_errata(rules: Iterable[Rule[Any, HwConfig]], layer: object, config: HwConfig) -> tuple[str, ...]:
    """The errata of interest that a layer shows by itself: the rules that are there because of them find it.

    Args:
        rules: among them those that there are of such layers.
        layer: its descriptor.
        config: the hardware configuration.
    """
    mine = [rule for rule in rules if rule.name in FAULTS and of_interest(FAULTS[rule.name], config)]
    return tuple(FAULTS[rule.name] for rule in mine if any(rule.find(layer, RuleContext(config))))
