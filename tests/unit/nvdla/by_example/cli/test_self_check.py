"""What is run after recorded layers have passed or failed on attached RTL."""

import pytest

from tb.cli import main as main_module
from tb.cli import self_check, sim, trace
from tb.cli.sim import replay
from tb.outcome.results import Verdict
from tb.outcome.traces import TraceLine
from tb.runner.family.find import load_family
from tb.runner.jobs import vectors

RECORDED = ("bdma_every_route", *(f"conv_cells_{part}" for part in range(1, 6)), "rubik_every_mode")


@pytest.fixture
def rtl(monkeypatch, tmp_path):
    """RTL on which some traces fail; what was played on it is noted."""
    played, wrong = [], set()

    def play(_family, checks, _options):
        played.append([check.name for check in checks])
        verdicts = {check.name: Verdict.FAIL if check.name in wrong else Verdict.PASS for check in checks}
        return {name: TraceLine(verdict, name, "as planted") for name, verdict in verdicts.items()}

    real = vectors.unpack_vectors
    monkeypatch.setattr(self_check, "unpack_vectors", lambda archives: real(archives, tmp_path))
    for module in (self_check, trace):
        monkeypatch.setattr(module, "play_on_rtl", play)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return played, wrong


def play(*words):
    (folder,) = [
        folder for folder in vectors.unpack_vectors(load_family(None).traces.vectors) if folder.name == RECORDED[0]
    ]
    return main_module.main(["trace", "--sim", "verilator", "--attach", "my.toml", str(folder), *words])


def said(capsys):
    return capsys.readouterr().err.splitlines()


def test_what_was_asked_for_is_run_behind_a_self_check_that_passes(rtl, capsys):
    played, _ = rtl
    assert play() == 0
    assert played == [list(RECORDED), [RECORDED[0]]]
    assert said(capsys) == [f"self-check: {len(RECORDED)} of {len(RECORDED)} recorded traces pass"]


def test_nothing_else_is_run_behind_one_that_fails(rtl, capsys):
    played, wrong = rtl
    wrong.add(RECORDED[1])
    assert play() == 1
    assert played == [list(RECORDED)]
    assert said(capsys) == [
        f"self-check: {len(RECORDED) - 1} of {len(RECORDED)} recorded traces pass",
        f"self-check: FAIL {RECORDED[1]} as planted",
        "self-check: the build, or the simplest of layers, is wrong: see docs/attach.md, 'Traps'",
        "self-check: stopped, nothing else was run; SELF_CHECK=warn goes on, SELF_CHECK=off does without",
    ]


def test_a_simulation_is_stopped_too(rtl, monkeypatch):
    _, wrong = rtl
    wrong.add(RECORDED[1])
    monkeypatch.setattr(sim, "chosen_design", lambda *_: None)
    monkeypatch.setattr("tb.cli.sim.new_run_dir", lambda name: name)
    monkeypatch.setattr("tb.cli.sim.simulate", lambda *_, **__: pytest.fail("it was run"))
    assert main_module.main(["sim", "--sim", "verilator", "--attach", "my.toml"]) == 1


def test_one_goes_on_if_told_so(rtl, capsys, monkeypatch):
    played, wrong = rtl
    wrong.add(RECORDED[1])
    monkeypatch.setenv("SELF_CHECK", "warn")
    assert play() == 0
    assert played == [list(RECORDED), [RECORDED[0]]]
    assert f"self-check: FAIL {RECORDED[1]} as planted" in said(capsys)


def test_it_can_be_left_out(rtl, capsys):
    played, _ = rtl
    assert play("--self-check", "off") == 0
    assert played == [[RECORDED[0]]]
    assert said(capsys) == []


def test_an_unknown_choice_is_one_line(rtl, capsys):
    with pytest.raises(SystemExit):
        play("--self-check", "no")
    assert said(capsys)[0].startswith("error: argument --self-check: SELF_CHECK=no: choose one of stop, warn, off")
    assert not rtl[0]


@pytest.mark.parametrize("config", ["tiny", "nv_small"])
def test_recorded_traces_of_another_configuration_stop_nothing(rtl, capsys, config):
    options = main_module.parser().parse_args(["sim", "--attach", "my.toml"])
    options.config = config
    assert self_check.self_check(load_family(None), options)
    assert not rtl[0]
    assert said(capsys) == [f"self-check: no recorded trace is one for {config}"]


def test_the_replay_says_what_was_told():
    options = main_module.parser().parse_args(["sim", "--seed", "5", "--attach", "my.toml", "--self-check", "warn"])
    assert replay(options, "Good") == "make sim TEST=Good SEED=5 SIM=icarus ATTACH=my.toml SELF_CHECK=warn WAVES=1"
