"""The errata of NVDLA's parts as data: what they name exists, each is had by a part and shown by something."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from models.errata import Erratum, read_errata
from models.nvdla.config import CONFIGS, find_config
from models.nvdla.config.errata import ERRATA, FAULTS, without
from models.nvdla.registers import registers
from models.nvdla.rules import LAYER_RULES
from tb.cli.docs import errata_list
from tb.nvdla.family import FAMILY
from tb.runner.errors import UserError
from tb.runner.paths import ROOT

SOURCE = re.compile(r"(master|nvdlav1): \w+/\w+\.v:\d+")
ASKED = re.compile(r'"([a-z0-9-]+)" (?:not )?in (?:self\.)?_?config\.(?:errata|mended)')


@pytest.fixture(params=ERRATA.values(), ids=ERRATA)
def erratum(request):
    return request.param


def every_test():
    return {name.rpartition(".")[2] for config in CONFIGS for name in FAMILY.tests(config, attached=True)}


def test_each_is_of_a_part(erratum):
    assert any(erratum.id in config.errata for config in CONFIGS.values())


def test_each_says_everything(erratum):
    assert all((erratum.unit, erratum.symptom, erratum.program, erratum.software, erratum.seen, erratum.source))
    assert bool(erratum.expected) != bool(erratum.open)
    assert bool(erratum.test or erratum.traces) != bool(erratum.none)
    assert all(SOURCE.match(line) for line in erratum.source), erratum.source


def test_what_each_names_exists(erratum):
    rules = {rule.name for rule in LAYER_RULES}
    there = {register.full_name for config in CONFIGS.values() for register in registers(config)}
    assert not erratum.rule or erratum.rule in rules
    assert set(erratum.registers) <= there
    assert not erratum.test or erratum.test in every_test()
    assert erratum.plusarg in (ROOT / "rtl_stubs" / "nvdla" / "README.md").read_text()
    for trace in erratum.traces:
        assert (FAMILY.traces.vectors / "errata" / f"{trace}.zip").is_file()


def test_what_models_and_stimulus_ask_for_is_one_and_what_is_expected_is_asked_for():
    texts = [path.read_text() for folder in ("models", "sequences") for path in (ROOT / folder / "nvdla").rglob("*.py")]
    asked = {name for text in texts for name in ASKED.findall(text)}
    assert asked <= set(ERRATA)
    for erratum in ERRATA.values():
        if erratum.expected and not erratum.rule:
            assert any(f'"{erratum.id}"' in text for text in texts), erratum.id


def test_rules_are_each_because_of_one():
    assert len(FAULTS) == len([erratum for erratum in ERRATA.values() if erratum.rule])


def test_the_switch_takes_all_none_or_some():
    part = CONFIGS["nv_small"]
    assert without(part, "") == without(part, "known") == part
    assert without(part, "fail").mended >= part.errata
    assert not without(part, "fail").errata
    some = without(part, "conv-image-blocks, sdp-saturation-margin")
    assert some.mended == {"conv-image-blocks"}, "the part has not the other"
    assert some.errata == part.errata - some.mended


def test_the_switch_refuses_what_is_none():
    with pytest.raises(UserError, match=r"^ERRATA=conv-image-block: .* did you mean conv-image-blocks\?$"):
        FAMILY.chosen_errata("conv-image-block")
    assert FAMILY.chosen_errata("known") == ""
    none = replace(FAMILY, errata=None)
    assert none.chosen_errata("known") == ""
    with pytest.raises(UserError, match=r"^ERRATA=fail: nvdla has no errata$"):
        none.chosen_errata("fail")


def test_a_file_of_ones_own_may_say_what_is_mended(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('base = "nv_large"\nmended = ["conv-image-blocks"]\n')
    own = find_config(str(path))
    assert own.mended == {"conv-image-blocks", "conv-image-jump", "conv-image-padding"}
    assert own.errata == CONFIGS["nv_large"].errata - {"conv-image-blocks"}


def test_what_a_base_has_mended_a_part_may_have_again(tmp_path):
    base = CONFIGS["nv_small_256_full"]
    assert "conv-wide-cube" in base.mended
    path = tmp_path / "own.toml"
    path.write_text('base = "nv_small_256_full"\nerrata = ["conv-wide-cube"]\n')
    own = find_config(str(path))
    assert (own.errata, own.mended) == (base.errata | {"conv-wide-cube"}, base.mended - {"conv-wide-cube"})


def test_the_page_has_a_heading_for_each_and_the_parts_that_have_it():
    text = errata_list(list(ERRATA.values()), {name: FAMILY.errata.of(name) for name in FAMILY.errata.parts})
    assert re.findall(r"^### (.*)", text, re.MULTILINE) == [
        erratum.id for erratum in sorted(ERRATA.values(), key=lambda item: item.unit)
    ]
    assert "| designs | nv_small, nv_small_256, nv_small_256_full |" in text
    assert "tiny" not in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nunits = 'X'\n", r"a\.units: no such key; did you mean unit\?"),
        ("[a]\nunit = 'X'\n", r"a: .*missing"),
    ],
)
def test_a_wrong_table_is_named(tmp_path, text, message):
    (tmp_path / "errata.toml").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_errata(tmp_path / "errata.toml")


def test_lists_become_tuples(tmp_path):
    keys = ("unit", "symptom", "program", "software", "seen")
    (tmp_path / "errata.toml").write_text("[a]\n" + "".join(f'{key} = "x"\n' for key in keys) + 'source = ["y"]\n')
    assert read_errata(Path(tmp_path / "errata.toml")) == {
        "a": Erratum(id="a", source=("y",), **dict.fromkeys(keys, "x"))
    }
