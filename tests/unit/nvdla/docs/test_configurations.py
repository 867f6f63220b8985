"""docs/configurations.md has every configuration and every key of its files, and no other."""

import re
import tomllib

from models.nvdla.config import CONFIGS, find_config
from models.nvdla.config.file import FOLDER
from models.nvdla.config.names import FEATURES, RELAXED
from tb.runner.paths import ROOT

TEXT = (ROOT / "docs" / "configurations.md").read_text()
FILES = [tomllib.loads(path.read_text()) for path in FOLDER.glob("*.toml")]


def listed(text):
    rows = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return sorted(name for row in rows for name in re.findall(r"`(\w+)`", row))


def test_all_configurations_are_listed():
    assert listed(TEXT.partition("## What a test needs")[0]) == sorted(CONFIGS)


def test_all_keys_are_listed():
    keys, ports = TEXT.partition("## A file of your own")[2].split("Keys of a port:")
    assert listed(keys) == sorted({"base"}.union(*FILES))
    assert listed(ports) == sorted(set().union(*(port for file in FILES for port in file.get("ports", {}).values())))
    assert set(re.search(r"`features` \|.*", keys)[0].split("`")[3::2]) == set(FEATURES)


def test_all_rules_that_may_be_relaxed_are_listed():
    table = TEXT.partition("Rules that `relaxed_rules` may name")[2].partition(
        "The ids that `errata` and `mended` may name"
    )[0]
    rows = re.findall(r"^\| ([\w, -]+?) \| (?!what)", table, re.MULTILINE)
    assert sorted(", ".join(rows).split(", ")) == sorted(RELAXED)


def test_the_example_of_mended_errata_names_some_of_the_base(tmp_path):
    (tmp_path / "mine.toml").write_text(
        re.search(r'    base = "nv_small"\n    mended = .*\n', TEXT)[0].replace("    ", "")
    )
    mine = find_config(str(tmp_path / "mine.toml"))
    assert mine.mended
    assert mine.errata == CONFIGS["nv_small"].errata - mine.mended < CONFIGS["nv_small"].errata


def test_the_example_is_a_configuration(tmp_path):
    (example,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "mine.toml").write_text(example)
    mine = find_config(str(tmp_path / "mine.toml"))
    assert (mine.name, mine.bdma_slots, mine.atom_bytes) == ("mine", 8, CONFIGS["nv_full"].atom_bytes)
