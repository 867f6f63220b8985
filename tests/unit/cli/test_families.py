"""Which family is meant, which subcommands it offers, and one line for each part that is missing or wrong."""

import sys
from dataclasses import replace

import pytest

import tb
from tb.cli import main as main_module
from tb.runner.errors import UserError
from tb.runner.family import find
from tb.runner.family.parts import Command

WHOLE = {
    "name": '"{name}"',
    "configs": '("one",)',
    "check_config": "print",
    "design": "lambda config: None",
    "pins": "lambda config: ()",
    "memories": "lambda config, size_bytes: None",
    "sim_modules": "lambda config: ()",
    "test_modules": "lambda config: ()",
    "tests": "lambda config, attached, folder=None: {{}}",
}
HEAD = """\
from pathlib import Path
from types import SimpleNamespace

from tb.runner.family.family import Family
from tb.runner.family.parts import CoverageParts, TapParts
from tb.runner.family.traces import Explain, TraceParts


class Player:
    def find(self, paths): ...
    def check(self, folder, config): ...
    def play_on_model(self, folder, config, *, strict): ...


class Old(Player):
    def play_on_model(self, folder, config): ...


def run(options):
    print(f"done for {{options.family}}")
    return 0


def add_options(parser):
    parser.add_argument("--family")
    parser.add_argument("--{name}")


OWN = SimpleNamespace(SUMMARY="Do.", EXAMPLES="x", add_options=add_options, run=run)
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes families, which are the only ones from then on."""
    monkeypatch.setattr(find, "ROOT", tmp_path)
    monkeypatch.setattr(tb, "__path__", [*tb.__path__, str(tmp_path / "tb")])
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.delenv("FAMILY", raising=False)

    def write(name, without=(), text=None, **parts):
        folder = tmp_path / "tb" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        given = {member: value for member, value in WHOLE.items() if member not in without} | parts
        made = "".join(f"    {member}={value},\n" for member, value in given.items())
        made = f"{HEAD}\nFAMILY = Family(\n{made})\n".format(name=name) if text is None else text
        (folder / "family.py").write_text(made)

    yield write
    for name in [name for name in sys.modules if name.startswith("tb.fake")]:
        del sys.modules[name]
        tb.__dict__.pop(name.split(".")[1], None)


def test_the_only_family_is_meant_else_that_of_the_settings_else_none(write, tmp_path, monkeypatch):
    write("fake_one")
    assert find.load_family(None).name == "fake_one"
    write("fake_two")
    with pytest.raises(UserError, match="there are several families, FAMILY names one; choose one of fake_one, fake_t"):
        find.load_family(None)
    monkeypatch.setattr(find, "SETTINGS", tmp_path / "pyproject.toml")
    find.SETTINGS.write_text('[tool.npuvm]\nfamilies = ["fake", "fake_two", "fake_one"]\n')
    assert find.load_family(None).name == "fake_two"
    assert find.load_family("fake_one").name == "fake_one"


@pytest.mark.usefixtures("write")
def test_no_family_at_all():
    with pytest.raises(UserError, match="there is no family in"):
        find.load_family(None)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"without": ("pins",)}, r"wrong or missing in a Family (tb/runner/family/family.py): 'pins'"),
        ({"colour": "1"}, "wrong or missing in a Family (tb/runner/family/family.py): 'colour'"),
        ({"traces": "TraceParts(player=Player())"}, "in a TraceParts (tb/runner/family/traces.py): 'modules'"),
        ({"configs": '["one"]'}, "FAMILY.configs is no tuple"),
        ({"configs": "(1,)"}, "FAMILY.configs[0] is no str"),
        ({"design": "lambda: None"}, "FAMILY.design is nothing to be called with 1 argument(s)"),
        ({"pins": "None"}, "FAMILY.pins is nothing to be called with 1 argument(s)"),
        (
            {"tests": "lambda config, attached: {{}}"},
            "FAMILY.tests is no ListTests (tb/runner/family/parts.py): it has no __call__(config, attached, folder)",
        ),
        (
            {"traces": 'TraceParts(player=Old(), modules=("x",))'},
            "FAMILY.traces.player is no TracePlayer (tb/runner/family/traces.py): "
            "it has no play_on_model(folder, config, strict)",
        ),
        (
            {"traces": 'TraceParts(player=SimpleNamespace(), modules=("x",))'},
            "FAMILY.traces.player is no TracePlayer (tb/runner/family/traces.py): it has no find(paths)",
        ),
        ({"traces": "Player()"}, "FAMILY.traces is no TraceParts (tb/runner/family/traces.py)"),
        ({"taps": "TapParts(put=print, links=1)"}, "FAMILY.taps.links is nothing to be called"),
        (
            {"coverage": 'CoverageParts(groups=print, explained_holes="x")'},
            "FAMILY.coverage.explained_holes is no Path",
        ),
        (
            {"commands": '{{"x": SimpleNamespace(EXAMPLES="", add_options=add_options, run=run)}}'},
            "FAMILY.commands['x'] is no Command (tb/runner/family/parts.py): it has no SUMMARY",
        ),
        ({"text": ""}, "has no attribute 'FAMILY'; FAMILY is to be a Family (tb/runner/family/family.py)"),
        ({"text": "FAMILY = 1"}, "FAMILY is no Family (tb/runner/family/family.py)"),
        ({"text": "import tb.fake.nothing"}, "No module named 'tb.fake.nothing'; FAMILY is to be a Family"),
    ],
)
def test_a_part_that_is_missing_or_wrong_is_one_line(write, parts, message):
    write("fake", **parts)
    with pytest.raises(UserError) as raised:
        find.load_family("fake")
    assert message in str(raised.value)
    assert "fake/family.py: " in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        (["trace", "--sim", "none", "x"], "traces"),
        (["explain", "x", "--at", "0"], "explanation of values"),
        (["lint-program", "x"], "lint of register programs"),
        (["cover"], "coverage groups"),
        (["own"], "'own'"),
    ],
)
def test_a_part_that_a_family_need_not_have_is_one_line_where_it_is_needed(write, capsys, words, lacks):
    write("fake_bare")
    traces = 'TraceParts(player=Player(), modules=("x",), lint=print, explain=Explain(places="", value=print))'
    coverage = 'CoverageParts(groups=print, explained_holes=Path("x"))'
    write("fake_rich", traces=traces, coverage=coverage, commands='{{"own": OWN}}')
    assert main_module.main([*words, "--family", "fake_bare"]) == 2
    assert capsys.readouterr().err == f"error: FAMILY=fake_bare has no {lacks}; families that have: fake_rich\n"


def test_nobody_has_it(write, capsys):
    write("fake_bare")
    assert main_module.main(["cover"]) == 2
    assert capsys.readouterr().err == "error: FAMILY=fake_bare has no coverage groups; no family has\n"


def test_a_familys_own_subcommand(write, capsys):
    write("fake_one", commands='{{"own": OWN}}')
    write("fake_two", commands='{{"own": OWN}}')
    assert main_module.main(["own", "--family", "fake_two", "--fake_two", "1"]) == 0
    assert capsys.readouterr().out == "done for fake_two\n"
    with pytest.raises(SystemExit):
        main_module.main(["own", "--family", "fake_two", "--fake_one", "1"])


def test_a_broken_family_stops_nobody_who_means_another(write, capsys):
    write("fake_one", commands='{{"own": OWN}}')
    write("fake_two", text="")
    assert main_module.main(["own", "--family", "fake_one"]) == 0
    assert main_module.main(["own", "--family", "fake_two"]) == 2
    assert "fake_two/family.py: " in capsys.readouterr().err


def test_a_familys_own_subcommand_is_not_called_like_one_of_all(write, capsys):
    write("fake_one", commands='{{"sim": OWN}}')
    assert main_module.main(["own"]) == 2
    assert capsys.readouterr().err == "error: FAMILY=fake_one: every family has a 'sim'; call its own otherwise\n"


def test_modules_are_subcommands():
    for command in main_module.COMMANDS.values():
        assert find.wrong_shape(command, Command, "command") == ""
    family = find.load_family(None)
    assert find.wrong_shape(replace(family, pins=None), find.Family, "FAMILY").startswith("FAMILY.pins is nothing")
