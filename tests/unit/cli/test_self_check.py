"""What is run after recorded layers have passed or failed on attached RTL."""

import zipfile
from dataclasses import replace

import pytest

from tb.cli import main as main_module
from tb.cli import self_check, sim, trace
from tb.cli.options import shared
from tb.cli.sim import replay
from tb.outcome.results import Verdict
from tb.outcome.traces import TraceLine
from tb.runner.errors import UserError
from tb.runner.family.find import load_family
from tb.runner.family.traces import TraceCheck, TraceParts
from tb.runner.jobs import vectors

RECORDED = ("first", "second", "third")


class Player:
    """Knows traces by their folders: each is for the first configuration, but one that fails there on the device."""

    def __init__(self, config):
        self.config = config

    def find(self, paths):
        return paths

    def check(self, folder, config):
        if config != self.config:
            raise UserError("an address that it has not")
        return TraceCheck(folder.name, folder)

    def play_on_model(self, folder, _config, *, strict):
        assert not strict
        return TraceLine(Verdict.FAIL if folder.name == "not_for_it" else Verdict.PASS, folder.name)


@pytest.fixture(autouse=True)
def family(monkeypatch, tmp_path):
    """The family that is meant, with other traces."""
    archives = tmp_path / "archives"
    archives.mkdir()
    for name in (*RECORDED, "not_for_it"):
        with zipfile.ZipFile(archives / f"{name}.zip", "w") as packed:
            packed.writestr("input.txn", "")
    whole = load_family(None)
    made = replace(whole, traces=TraceParts(player=Player(whole.configs[0]), modules=("x",), vectors=archives))
    monkeypatch.setattr(shared, "load_family", lambda _: made)
    return made


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
    return main_module.main(["trace", "--sim", "verilator", "--attach", "my.toml", RECORDED[0], *words])


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


def test_recorded_traces_of_another_configuration_stop_nothing(rtl, family, capsys):
    options = main_module.parser().parse_args(["sim", "--attach", "my.toml"])
    options.config = "another"
    assert self_check.self_check(family, options)
    assert not rtl[0]
    assert said(capsys) == ["self-check: no recorded trace is one for another"]


def test_the_replay_says_what_was_told():
    options = main_module.parser().parse_args(["sim", "--seed", "5", "--attach", "my.toml", "--self-check", "warn"])
    assert replay(options, "Good") == "make sim TEST=Good SEED=5 SIM=icarus ATTACH=my.toml SELF_CHECK=warn WAVES=1"
