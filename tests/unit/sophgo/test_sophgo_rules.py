"""Each rule is broken by its own breaker and by nothing else; what is drawn at random breaks none."""

import numpy as np
import pytest

from models.pipeline.plain_rulebook import PlainRulebook
from models.rules import Case, RuleContext
from models.sophgo.blocks.mailbox import Launch, LaunchWrite
from models.sophgo.config import BM1684X, CONFIGS
from models.sophgo.kernels.entry import KernelEntry
from models.sophgo.kernels.program import KernelPrograms, Step, step_of
from models.sophgo.rules import EVERY_RULE, REGISTERS
from models.sophgo.rules.legal import addition, copy
from models.sophgo.words.description import Queue
from models.sophgo.words.word import END
from sequences.sophgo.draw.words import draw_word
from sequences.sophgo.recorded import read_recorded
from tests.unit.sophgo import VECTORS


def rulebook(config):
    return PlainRulebook(EVERY_RULE, config, REGISTERS)


def first(word, config):
    return step_of(word.changed(cmd_id=1), 1, config)


def legal(of, config):
    """What a breaker of such a subject may begin with."""
    if of is Step:
        return [first(make(config), config) for make in (addition, copy)]
    if of is KernelPrograms:
        return [KernelPrograms.of({queue: END[queue].encode() for queue in Queue}, config)]
    launch = Launch(1, notify=True, table=config.ddr_base, entries=1, entry=KernelEntry(id=1))
    return [launch if of is Launch else LaunchWrite()]


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize("rule", EVERY_RULE, ids=[rule.name for rule in EVERY_RULE])
def test_a_breaker_breaks_its_rule_and_no_other(config, rule):
    broken = []
    for subject in legal(rule.of, config):
        assert rulebook(config).check(subject) == []
        for seed in range(20):
            case = rule.break_it(Case(subject, RuleContext(config)), np.random.default_rng(seed))
            broken += [] if case is None else [{item.rule for item in rulebook(config).check(case.subject)}]
    assert broken
    assert all(names == {rule.name} for names in broken), broken


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_random_words_break_no_rule(config):
    for seed in range(300):
        word = draw_word(np.random.default_rng(seed), config)
        assert [str(item) for item in rulebook(config).check(first(word, config))] == [], word.disassemble()


def test_recorded_words_break_no_rule():
    for case in read_recorded(VECTORS / "words.npz"):
        broken = {item.rule for item in rulebook(BM1684X).check(first(case.word, BM1684X))}
        assert broken <= {"shift-range"}, case.word.disassemble()  # recorded sums saturate that may need more bits


def test_a_result_may_stand_where_an_operand_of_its_size_was():
    step = first(addition(BM1684X).changed(res0_addr=0), BM1684X)
    assert rulebook(BM1684X).check(step) == []


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"res0_addr": (1 << 24) + 128}, "res0_addr is 0x1000080: local memory has 0x1000000 bytes"),
        ({"opd0_addr": 4}, "opd0_addr is 0x4: a multiple of 64 is right"),
        ({"opd2_addr": 32}, "opd2_addr[7:0] is 32: -32 to 31 are legal"),
        ({"res0_addr": 64}, None),
        ({"res0_addr": 64, "res0_prec": 3}, "res0_addr is 0x40: it overlaps opd1 from 0x8000040 on"),
    ],
)
def test_a_broken_rule_names_member_and_value(members, said):
    broken = [item.message for item in rulebook(BM1684X).check(first(addition(BM1684X).changed(**members), BM1684X))]
    assert (said in broken) if said else not broken
