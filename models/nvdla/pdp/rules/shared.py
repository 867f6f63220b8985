"""What the rules of PDP share: where they stand, and the small layers that breakers change."""

from __future__ import annotations

from functools import partial
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import UNIT
from models.nvdla.surfaces.rules import broken_in
from models.rules import Case, RuleContext

GUIDE = "guide, 'PDP programming'"
LIMITS = "guide, 'Limitation', PDP"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
FLYING = "guide, 'PDP programming', On-the-fly processing"
LEGAL_PAGE = "docs/nvdla/pooling_and_normalisation.md, 'What is legal for PDP'"

Context = RuleContext[HwConfig]
PdpCase = Case[Pdp, HwConfig]

GAP_ATOMS = 4
"""Between the lines of a small layer, so that an input or an output may be a little wider."""

broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of PDP; those of PDP_RDMA are given with their block."""


def small(case: PdpCase, precision: str = "", **choices: Any) -> Pdp:  # noqa: ANN401 - of the constructor
    """A small legal layer in the memory and the precision of a case, or in another precision."""
    config, ram = case.context.config, case.subject.destination.ram
    gap_bytes = GAP_ATOMS * config.atom_bytes
    return Pdp.of(config, precision or case.subject.precision, ram=ram, gap_bytes=gap_bytes, **choices)
