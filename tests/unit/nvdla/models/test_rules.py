"""Every rule of the registry: what is legal keeps it, and its own breaker breaks it and nothing else."""

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.blocks.memory_interface import every_stream
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import CONFIGS
from models.nvdla.config.errata import FAULTS
from models.nvdla.config.names import MEMORY_INTERFACES
from models.nvdla.conv.descriptor import Conv
from models.nvdla.device import Device
from models.nvdla.groups import instance_of
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pipeline.rules import JOIN_RULES, WAITING_RULES
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.rules import (
    BEGIN_RULES,
    CONFIG_RULES,
    LAYER_RULES,
    RULES,
    check_in,
    check_layer,
)
from models.nvdla.sdp.descriptor import Sdp
from models.rules import Case, RuleContext
from sequences.model_host import ModelHost
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bench import make_bench
from sequences.nvdla.rubik.random import RubikKind, RubikKnobs
from tests.unit.nvdla.models.convolutions import small_cdp, small_conv, small_pdp, small_sdp
from tests.unit.nvdla.models.copies import copy, routes, words

SEEDS = range(6)
KINDS = [Bdma, Rubik, Conv, Sdp, Pdp, Cdp]
(SHARING_RULE,) = [rule for rule in CONFIG_RULES if rule.name == "memory-sharing"]


def legal_layer(kind, config, seed):
    if kind is Conv:
        return small_conv(config, seed)
    if kind is Sdp:
        return small_sdp(config, seed)
    if kind is Pdp:
        return small_pdp(config, seed)
    if kind is Cdp:
        return small_cdp(config, seed)
    bench = make_bench(ModelHost(Device(config)), config, np.random.default_rng(seed))
    if kind is Bdma:
        return BdmaKind(bench, BdmaKnobs(bytes_at_most=256)).drawn()[0]
    return RubikKind(bench, RubikKnobs(elements_at_most=256)).drawn()[0]


UNITS = ("conv", "sdp", "pdp", "cdp")
FIELDS = {("cdp-local-size", config) for config in ("nv_full", "tiny")}
ABSENT = {(f"{unit}-absent-precision", config) for unit in UNITS for config in ("nv_full", "tiny")}
OF_WINOGRAD = ("winograd-output", "winograd-input", "pra-truncate", "winograd-release")
WINOGRAD = {(f"conv-{name}", "tiny") for name in OF_WINOGRAD}
ONE = {
    ("bdma-one-destination", "tiny"),
    ("rubik-planar-alignment", "tiny"),
    ("conv-absent-feature", "nv_full"),
    ("sdp-absent-feature", "nv_full"),
    ("sdp-absent-feature", "tiny"),
}
RIGHT = {
    (name, config) for name in FAULTS for config in ("nv_full", "tiny") if FAULTS[name] not in CONFIGS[config].errata
}
CANNOT_BREAK = {*ONE, *ABSENT, *FIELDS, *WINOGRAD, *RIGHT}
"""One memory, a beat of an atom, all precisions, all features but for Winograd on tiny, none of the known faults."""


def broken_case(rule, config, seed):
    case = Case(legal_layer(rule.of, config, seed), RuleContext(config))
    return rule.break_it(case, np.random.default_rng(seed))


def names(case):
    return {item.rule for item in check_in(case.subject, case.context)}


def test_names_are_unique_and_everything_is_said():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.text.endswith(".") and rule.section for rule in RULES)
    assert set(RULES) == {*LAYER_RULES, *BEGIN_RULES, *JOIN_RULES, *WAITING_RULES, *CONFIG_RULES}
    assert {rule.of for rule in LAYER_RULES} == set(KINDS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_drawn_keeps_all_rules(kind, config, seed):
    assert check_layer(legal_layer(kind, config, seed), config) == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rule", LAYER_RULES, ids=lambda rule: rule.name)
def test_a_rules_own_breaker_breaks_it_and_no_other(rule, config, seed):
    case = broken_case(rule, config, seed)
    assert (case is None) == ((rule.name, config.name) in CANNOT_BREAK)
    assert case is None or names(case) == {rule.name}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rule", [rule for rule in LAYER_RULES if rule.of in (Pdp, Cdp)], ids=lambda rule: rule.name)
def test_registers_hold_a_broken_layer_and_the_device_tells_it(rule, config, seed):
    case = broken_case(rule, config, seed)
    if case is None:
        return
    device, broken, refused = Device(config), [], []
    device.listeners.append(lambda happened: broken.extend(happened.broken))
    device.listeners.append(lambda happened: refused.extend(happened.refused))
    parts = case.subject.encode(device.registers, config)
    for part in parts:
        for name, word in (item for some in part.words for item in some.items()):
            device.write(device.registers.blocks[part.block].registers[name].address, word)
    for part in parts:
        device.write(device.registers.blocks[part.block].D_OP_ENABLE.address, 1)
    device.advance()
    told = {item.rule for item in broken} - {item.name for item in BEGIN_RULES}
    assert told == {rule.name} or (refused and rule.name in ALONE)


ALONE = ("pdp-reserved", "pdp-strip-overlap", "cdp-reserved")
"""Rules that a read unit alone may tell: it refuses what it cannot read, before there is a layer."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_breaker_of_weights_breaks_no_other_rule(kind, config):
    case = Case(legal_layer(kind, config, 1), RuleContext(config))
    assert names(SHARING_RULE.break_it(case, np.random.default_rng(1))) == {"memory-sharing"}


@pytest.mark.parametrize("unit", ["rubik", *UNITS])
def test_a_layer_that_cannot_be_computed_is_judged_without_its_traffic(unit, config):
    name = f"{unit}-reserved"
    (rule,) = [rule for rule in LAYER_RULES if rule.name == name]
    case = SHARING_RULE.break_it(broken_case(rule, config, 1), np.random.default_rng(1))
    assert case.context.unserved == every_stream(config)
    assert names(case) == {name}


@pytest.mark.parametrize("way", ["read", "write"])
def test_a_weight_of_0_breaks_the_rule_of_the_memory_interface(config, way):
    device = Device(config)
    register = device.registers.MCIF.registers[f"CFG_{'RD' if way == 'read' else 'WR'}_WEIGHT_0"]
    name = next(name for name in register.fields if name.endswith("_BDMA"))
    transfer, broken = copy(config, ("DBB", "DBB")), []
    device.listeners.append(lambda happened: broken.extend(happened.broken))
    for word in (register.reset, register.reset & ~register.fields[name].mask):
        device.write(register.address, word)
        for target, data in words(device, [transfer], 0):
            device.write(target.address, data)
        device.advance()
    assert [item.rule for item in broken] == ["memory-sharing"]
    assert f"its {way}s on DBB may never be granted, and it never ends: their weight is 0" in broken[0].message


def test_a_limit_below_a_burst_breaks_the_rule_of_the_memory_interface(config):
    device = Device(config)
    block, ram = next((block, ram) for block, ram in reversed(MEMORY_INTERFACES.items()) if ram in config.ports)
    limit, burst = device.registers.blocks[block].CFG_OUTSTANDING_CNT, config.ports[ram].max_burst_beats
    assert burst > 1
    transfer, broken = copy(config, (ram, ram)), []
    device.listeners.append(lambda happened: broken.extend(happened.broken))
    for reads, writes in ((burst, burst), (burst, burst - 1)):
        device.write(limit.address, limit.encode(RD_OS_CNT=reads - 1, WR_OS_CNT=writes - 1))
        for target, data in words(device, [transfer], 0):
            device.write(target.address, data)
        device.advance()
    assert [item.rule for item in broken] == ["memory-sharing"]
    assert f"{burst - 1} beat(s) may be outstanding, and a burst has up to {burst}" in broken[0].message


def test_a_full_group_of_tight_copies_is_legal(config):
    most = 1 << config.bdma_repeat_bits
    for route in routes(config):
        tight = (copy(config, route, (1, most, 1)), copy(config, route, (most, 1, 2)))
        group = Bdma(tight + (copy(config, route),) * (config.bdma_slots - 2))
        assert check_in(group, RuleContext(config, ((group, instance_of(0)),), instance_of(1))) == []


def test_strides_that_nothing_uses_are_free(config):
    flat = {f"{side}_{kind}_stride_bytes": 0 for side in ("source", "destination") for kind in ("line", "surface")}
    assert check_layer(Bdma((copy(config, extent=(1, 1, 9), **flat),)), config) == []


def test_a_broken_rule_of_one_operation_names_its_slot_and_its_registers(config):
    atom = config.atom_bytes
    wide = copy(config, extent=(1, 2, 2), destination_line_stride_bytes=atom)
    (found,) = check_layer(Bdma((copy(config, at=1 << 16), wide)), config)
    assert (found.rule, found.part) == ("bdma-line-stride", 1)
    assert found.message.startswith(f"slot 1: destination line stride {atom} is less than the {2 * atom} bytes")
    assert found.registers == ("BDMA.CFG_DST_LINE", "BDMA.CFG_LINE")
    assert str(found).endswith("[bdma-line-stride: guide, 'BDMA programming']")
