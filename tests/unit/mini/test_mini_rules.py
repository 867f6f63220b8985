"""Each rule of mini is broken by its own breaker, and the legal descriptor breaks none."""

import numpy as np
import pytest

from models.mini.config import CONFIGS
from models.mini.descriptor import Opcode, Operation
from models.mini.entry import Entry
from models.mini.ring import RingWrite
from models.mini.rules import EVERY_RULE, REGISTERS
from models.pipeline.plain_rulebook import PlainRulebook
from models.rules import Case, RuleContext

LEGAL = {
    Entry: Entry(Operation(opcode=Opcode.LOAD, length=16), 0x1000),
    RingWrite: RingWrite("TAIL", data=2, last=3),
}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize("rule", EVERY_RULE, ids=[rule.name for rule in EVERY_RULE])
@pytest.mark.parametrize("seed", range(5))
def test_a_breaker_breaks_its_rule(config, rule, seed):
    rulebook = PlainRulebook(EVERY_RULE, config, REGISTERS)
    assert rulebook.check(LEGAL[rule.of]) == []
    broken = rule.break_it(Case(LEGAL[rule.of], RuleContext(config)), np.random.default_rng(seed))
    assert rule.name in {violation.rule for violation in rulebook.check(broken.subject)}
