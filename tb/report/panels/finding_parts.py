"""The lines of a finding by what they are about: what was compared, the layer, its derivation, the border."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tb.findings import Finding
from tb.regression.signature import BORDER

COMPARED = re.compile(r"(?:expected|got)\b")
DERIVATION = re.compile(r".* like this:$")
"""The line in front of a derivation (`tb/scoreboard/writes.py`, `tb/borders/divergence/verdict.py`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingParts:
    """A finding, its details by what they are about.

    Attributes:
        kind: the check.
        severity: how bad it is.
        headline: what, how often and when.
        compared: what was expected, and what came.
        layer: what describes the layer; of a finding in which nothing was compared, all other details.
        derivation: how the reference device came to what it expects, step by step.
        border: at which border between units design and reference part, and which unit is wrong.
    """

    kind: str
    severity: str
    headline: str
    compared: tuple[str, ...]
    layer: tuple[str, ...]
    derivation: tuple[str, ...]
    border: tuple[str, ...]


def parts_of(finding: Finding) -> FindingParts:
    """Take a finding apart."""
    compared, layer, derivation, border = _sorted(finding.details)
    return FindingParts(
        kind=finding.kind,
        severity=str(finding.severity),
        headline=finding.headline,
        compared=tuple(compared),
        layer=tuple(layer),
        derivation=tuple(derivation),
        border=tuple(border),
    )


def _sorted(details: Sequence[str]) -> tuple[list[str], list[str], list[str], list[str]]:
    compared: list[str] = []
    layer: list[str] = []
    derivation: list[str] = []
    border: list[str] = []
    rest = layer
    for line in details:
        if BORDER.search(line):
            border.append(line)
        elif COMPARED.match(line):
            rest = layer  # what is said of a border stands in front
            compared.append(line)
        elif DERIVATION.match(line):
            rest = derivation
            rest.append(line)
        else:
            rest.append(line)
    return compared, layer, derivation, border
