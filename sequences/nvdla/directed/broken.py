"""Layers of PDP and CDP that break a rule and of which the part nevertheless makes something settled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.rules import LAYER_RULES
from models.nvdla.surfaces.side import Side
from models.rules import Case, RuleContext
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.lut.draw.tables import TableShelf
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.shapes import PdpShape

PDP_BROKEN = (
    "pdp-pad-value",
    "pdp-reciprocal",
    "pdp-columns-used",
    "pdp-strip-inputs",
    "pdp-line-stride",
    "pdp-surface-stride",
)
"""Rules that pooling layers break; of strides those of the input."""
CDP_BROKEN = (
    "cdp-offset",
    "cdp-line-stride",
    "cdp-surface-stride",
    "cdp-point-packed",
    "cdp-lut-select",
    "cdp-lut-linear-end",
    "cdp-lut-offset",
    "cdp-lut-exponential-end",
    "cdp-lut-float-start",
)
"""Rules that normalisations break; of strides those of the input."""
DRAWS = 3
"""Of each rule in each precision."""
L = TypeVar("L", Pdp, Cdp)


async def broken_pooling(bench: NvdlaBench) -> None:
    """Layers that each break one of the rules."""
    layers: list[Pdp] = []
    for precision in bench.config.precisions:
        layers += _broken(bench, Pdp.of(bench.config, precision, ram=_ram(bench)), PDP_BROKEN)
    await PdpKind(bench).play([PdpShape(pdp=pdp) for pdp in layers])


async def broken_normalisation(bench: NvdlaBench) -> None:
    """Layers that each break one of the rules; their tables hold the same."""
    layers, rng, shelf = list[Cdp](), bench.rng, TableShelf()
    for precision in bench.config.precisions:
        for cdp in _broken(bench, Cdp.of(bench.config, precision, ram=_ram(bench)), CDP_BROKEN):
            tables = shelf.take(rng, bench.config, 1.0, floating=cdp.precision == "FP16")
            layers.append(replace(cdp, tables=tables))
    await CdpKind(bench).play([CdpShape(cdp=cdp, values=None) for cdp in layers])


def break_rule(layer: L, name: str, config: HwConfig, rng: np.random.Generator) -> L | None:
    """What the breaker of a rule makes of a layer; None where it cannot break it, or the output would overlap itself.

    Args:
        layer: a small legal layer.
        name: of the rule.
        config: the hardware configuration.
        rng: draws what the breaker leaves open.
    """
    (rule,) = (rule for rule in LAYER_RULES if rule.name == name)
    case = rule.break_it(Case(layer, RuleContext(config)), rng)
    if case is None:
        return None
    broken: L = case.subject
    size = (broken.out_width, broken.out_height) if isinstance(broken, Pdp) else (broken.width, broken.height)
    return broken if _apart(broken.destination, *size, config) else None


def _broken(bench: NvdlaBench, layer: L, names: Iterable[str]) -> list[L]:
    """What breakers of rules make of a layer, some of each."""
    draws = (break_rule(layer, name, bench.config, bench.rng) for name in names for _ in range(DRAWS))
    return [broken for broken in draws if broken is not None]


def _apart(side: Side, width: int, height: int, config: HwConfig) -> bool:
    """Whether no atom of an output is written twice."""
    line_bytes = width * config.atom_bytes
    surface_bytes = (height - 1) * side.line_stride_bytes + line_bytes
    return side.line_stride_bytes >= line_bytes and side.surface_stride_bytes >= surface_bytes


def _ram(bench: NvdlaBench) -> str:
    return str(bench.rng.choice(list(bench.config.ports)))
