"""What is legal of how claims of blocks become layers, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.breakers import cannot
from models.layer import Claim
from models.nvdla.config import HwConfig
from models.nvdla.pipeline.stage import RegisterStage
from models.pipeline.rules import (
    Joined,
    Waiting,
    blocks_agree,
    claim_needed,
    feeder_fits,
    leave_alone,
    partners_come,
)
from models.rules import Case, RuleList

GUIDE_REGISTERS = "guide, 'Convolution pipeline programming', Register definition"
READ_UNITS = "guide, 'Limitation', SDP, General"


def _disagree(case: Case[Joined, HwConfig], rng: np.random.Generator) -> Case[Joined, HwConfig] | None:
    """A bit of a shared field changed in one block, where the blocks share any."""
    stage, claims = case.subject.stage, case.subject.claims
    assert isinstance(stage, RegisterStage)
    words = stage.words(claims)
    places = [place for shared in stage.shared if shared.matters(words) for place in shared.values(words)]
    if not places:
        return None
    block, register, name = places[rng.integers(len(places))]
    field = stage.registers.blocks[block].registers[register].fields[name]
    settings = claims[block].settings
    assert isinstance(settings, Mapping)
    bit = 1 << int(rng.integers(field.width))
    changed = {**settings, register: settings[register] ^ field.put(bit)}
    disagreeing = {**claims, block: Claim(block, claims[block].instance, changed)}
    return replace(case, subject=replace(case.subject, claims=disagreeing))


JOIN_RULES = RuleList[Joined, HwConfig](Joined)

JOIN_RULES.rule(
    "shared-field",
    "A field that several blocks of a layer have holds the same in all of them.",
    GUIDE_REGISTERS,
    _disagree,
)(blocks_agree)
JOIN_RULES.rule(
    "fed-layer",
    "A layer that another one feeds has the size and the precision that this one makes.",
    GUIDE_REGISTERS,
    cannot,
)(feeder_fits)
JOIN_RULES.rule(
    "needless-claim",
    "A read unit is enabled only for a layer that reads through it.",
    READ_UNITS,
    cannot,
)(claim_needed)

WAITING_RULES = RuleList[Waiting, HwConfig](Waiting)

WAITING_RULES.rule(
    "partner-enabled",
    "All blocks that a layer needs are enabled, and a read unit only where a layer takes something of it.",
    READ_UNITS,
    leave_alone,
)(partners_come)
