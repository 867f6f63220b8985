"""The lint: a program made for each rule is told that rule, with its section and the write that broke it."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.conv.descriptor import Conv
from models.nvdla.device import UNITS
from models.nvdla.groups import GROUPS, instance_of
from models.nvdla.rules import LAYER_RULES
from models.nvdla.sdp.descriptor import Sdp
from models.rules import Case, RuleContext
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.lint import lint
from tb.cli.main import main
from tests.unit.nvdla.models.convolutions import small_conv, with_partner
from tests.unit.nvdla.models.test_rules import CANNOT_BREAK, broken_case

RULES = LAYER_RULES[:3]


def line(register, word):
    return f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {word:#x}  # {register.full_name}"


def started(descriptor, group, registers, config):
    """The lines that program and start a layer, the last block of a pipeline first; look-up tables first of all."""
    if getattr(descriptor, "lut", None) is not None:
        unit = registers.CDP if isinstance(descriptor, Cdp) else registers.SDP
        access = unit.S_LUT_ACCESS_CFG
        for table, entries in config.table_entries.items():
            yield line(access, access.encode(LUT_TABLE_ID=table, LUT_ACCESS_TYPE="WRITE"))
            yield from [line(unit.S_LUT_ACCESS_DATA, 0)] * entries
    for part in reversed(descriptor.encode(registers, config)):
        block = registers.blocks[part.block]
        if part.block == BDMA:
            for words in part.words:
                yield from (line(block.registers[name], word) for name, word in words.items())
                yield line(block.CFG_OP, 1)
            yield line(block.registers[f"CFG_LAUNCH{group}"], 1)
        else:
            yield line(block.S_POINTER, group)
            yield from (line(block.registers[name], word) for name, word in part.words[0].items())
            yield line(block.D_OP_ENABLE, 1)


def program(case, registers):
    group_of = {instance_of(group): group for group in GROUPS}
    layers = [*((layer, group_of[instance]) for layer, instance in case.context.in_flight), (case.subject, 0)]
    if isinstance(case.subject, Conv | Sdp):
        pairs = [with_partner(layer, case.context.config) for layer in (*(case.context.before or ()), case.subject)]
        layers = [(layer, group % 2) for group, pair in enumerate(pairs) for layer in pair]
    lines = [text for layer in layers for text in started(*layer, registers, case.context.config)]
    if case.context.before:  # those before come to their end first
        half = [text for layer in layers[:-2] for text in started(*layer, registers, case.context.config)]
        lines.insert(len(half), "wait")
    status = registers.GLB.S_INTR_MASK
    return [*lines, f"read_reg {0xFFFF_0000 | status.address >> 2:#x} 0x1 0x0"]


@pytest.fixture
def trace_of_rule(tmp_path, config, registers):
    def write(rule, seed=3):
        lines = program(broken_case(rule, config, seed), registers)
        folder = tmp_path / rule.name
        folder.mkdir()
        (folder / "input.txn").write_text("\n".join(lines) + "\n")
        return folder, lines

    return write


@pytest.mark.parametrize("rule", LAYER_RULES, ids=lambda rule: rule.name)
def test_a_program_made_for_a_rule_is_told_that_rule(rule, config, trace_of_rule):
    if (rule.name, config.name) in CANNOT_BREAK:
        pytest.skip(f"nothing breaks it on {config.name}")
    folder, lines = trace_of_rule(rule)
    verdict = lint(read_trace(folder, config), config)
    assert verdict.skipped == verdict.stopped == ""
    assert {item.violation.rule for item in verdict.broken} == {rule.name}
    first = verdict.broken[0]
    assert first.violation.section == rule.section
    number = int(first.location.split(":")[-1])
    written = lines[number - 1].rsplit("# ", 1)[1]
    assert first.write.startswith(written)
    says = first.violation.registers
    assert written in says if says else "LAUNCH" in written or "OP_ENABLE" in written


@pytest.mark.parametrize(
    ("change", "rule"), [({"precision": "0x3"}, "conv-reserved"), ({"width": 8192, "height": 8192}, "conv-data-banks")]
)
def test_what_cannot_be_fetched_is_judged_with_the_whole_layer(change, rule, config, registers, folder_of):
    conv = small_conv(config, rams=("DBB", "DBB"))
    view = {name: value for name, value in change.items() if name != "precision"}
    broken = replace(conv, input=replace(conv.input, **change), view=replace(conv.view, **view))
    folder = folder_of({"input.txn": program(Case(broken, RuleContext(config)), registers)}, "broken")
    assert rule in {item.violation.rule for item in lint(read_trace(folder, config), config).broken}


def test_the_command_prints_the_rules_and_ends_with_their_number(config, registers, trace_of_rule, capsys, monkeypatch):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    command = ["lint-program", "--config", config.name]
    folders = [trace_of_rule(rule)[0] for rule in RULES]
    legal = folders[0].parent / "legal"
    shutil.copytree(folders[0], legal)
    mask = registers.GLB.S_INTR_MASK
    (legal / "input.txn").write_text(f"{line(mask, 1)}\nread_reg {0xFFFF_0000 | mask.address >> 2:#x} 0x1 0x1\n")
    assert main([*command, *map(str, [*folders, legal])]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "4 programs, 3 rules broken"
    assert [text.split()[:3] for text in lines[:-1]] == [
        ["BROKEN", rule.name, rule.name] for rule in sorted(RULES, key=lambda rule: rule.name)
    ]
    assert main([*command, str(legal)]) == 0
    assert capsys.readouterr().out == "1 programs, 0 rules broken\n"


def test_what_cannot_be_judged_is_said(config, registers, folder_of, capsys, monkeypatch):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("sequences.nvdla.traces.lint.UNITS", UNITS - {"CDP"})
    command = ["lint-program", "--config", config.name]
    missing = folder_of({"input.txn": [line(registers.CDP.D_OP_ENABLE, 1)]}, "missing")
    stuck = folder_of({"input.txn": [line(registers.GLB.S_INTR_MASK, 1), "wait"]}, "stuck")
    assert main([*command, str(missing), str(stuck)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "SKIP missing needs CDP: not there yet"
    assert lines[1].startswith("STOPPED stuck input.txn:2")
    assert lines[-1] == "1 programs, 0 rules broken"


def test_malformed_input_is_status_2(folder_of, monkeypatch, capsys):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    bad = folder_of({"input.txn": ["write_reg nonsense"]}, "bad")
    assert main(["lint-program", str(bad)]) == 2
    assert "input.txn:1: write_reg with 1 argument" in capsys.readouterr().err


def test_no_breaker_depends_on_the_seed_alone(config):
    rng = np.random.default_rng(1)
    seeds = rng.integers(0, 1000, 3)
    for rule in LAYER_RULES:
        breaks = (rule.name, config.name) not in CANNOT_BREAK
        assert all((broken_case(rule, config, int(seed)) is not None) == breaks for seed in seeds)
