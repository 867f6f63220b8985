"""What is generated from the description, and when."""

import ast
import json
import re
import subprocess
import sys

import pytest

from models.register_file import load
from tb.registers import sources
from tb.registers.emit_docs import emit_docs, list_text
from tb.registers.emit_models import json_text, stub_text
from tb.registers.sources import families, is_fresh, write_record
from tb.runner.paths import ROOT


def test_json_reads_back_as_the_same_map(toy, tmp_path):
    path = tmp_path / "toy.json"
    path.write_text(json_text(toy))
    assert load(path) == toy


@pytest.fixture(scope="module")
def stub(toy):
    return {item.name: item for item in ast.parse(stub_text(toy)).body if isinstance(item, ast.ClassDef)}


def attributes(item):
    return {line.target.id: ast.unparse(line.annotation) for line in item.body if isinstance(line, ast.AnnAssign)}


def test_stub_has_a_class_for_everything(toy, stub):
    assert len(stub) == 1 + len(toy.blocks) + len(toy.by_address)
    blocks = attributes(stub["ToyRegisters"])
    assert list(blocks) == list(toy.blocks)
    for name, block in toy.blocks.items():
        registers = attributes(stub[blocks[name]])
        assert list(registers) == list(block.registers)
        for register in block:
            assert set(attributes(stub[registers[register.name]])) == set(register.fields)


def test_stub_knows_keywords_and_enumeration_names(stub):
    (encode,) = (line for line in stub["CopyMemories"].body if isinstance(line, ast.FunctionDef))
    keywords = {item.arg: ast.unparse(item.annotation) for item in encode.args.kwonlyargs}
    assert keywords == {
        "FROM": "Literal['RAM', 'SCRATCH'] | int",
        "TO": "Literal['RAM', 'SCRATCH'] | int",
    }


def test_manual_needs_no_network_and_no_server(toy, toy_description, tmp_path):
    index = emit_docs(toy_description, tmp_path / "manual")
    page = index.read_text()
    assert "cdn." not in page
    assert '<script src="js/offline.js"' in page
    script = (tmp_path / "manual" / "js" / "offline.js").read_text()
    parts = json.loads(script.partition(" = ")[2].partition(";\n")[0])
    pages = [name for name in parts if name.startswith("content/")]
    assert len(pages) == 1 + len(toy.blocks) + len(toy.by_address)
    assert any("one copy that waits counts too" in " ".join(parts[name].split()) for name in pages)


def test_list_has_each_register_with_a_link_into_the_manual(toy):
    text = list_text(toy)
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == list(toy.blocks)
    assert len(re.findall(r"^\| <a href=", text, re.MULTILINE)) == len(toy.by_address)
    link = '<a href="../../registers/toy32/index.html?p=toy.COPY.LENGTH">LENGTH</a>'
    assert f"| {link} | 0x1008 | " in text


SOURCES = (
    "registers/toy/toy.rdl",
    "models/toy/config/all.toml",
    "models/toy/register_behaviours.py",
    "models/registers.py",
    "models/register_behaviours.py",
    "tb/toy/rtl_packages.py",
    "tb/toy/register_logic.py",
)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small repository with one description and one generated file."""
    for name in (*SOURCES, "models/toy/generated/a.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    record = tmp_path / "models/toy/generated/record.json"
    write_record(record, "toy", [tmp_path / "models/toy/generated/a.json"])
    return tmp_path, record


def test_nothing_changed_is_fresh(checkout):
    _, record = checkout
    assert is_fresh(record, "toy")


@pytest.mark.parametrize("name", SOURCES)
def test_a_changed_source_is_noticed(checkout, name):
    root, record = checkout
    (root / name).write_text("other")
    assert not is_fresh(record, "toy")


@pytest.mark.parametrize(
    "name",
    ["registers/toy/more.rdl", "registers/shared.rdl", "tb/registers/emit_more.py", "models/toy/commands/all.toml"],
)
def test_a_new_source_is_noticed(checkout, name):
    root, record = checkout
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("new")
    assert not is_fresh(record, "toy")


def test_a_users_own_configuration_is_a_source_too(checkout, tmp_path):
    root, _ = checkout
    own, record = tmp_path / "own.toml", root / "models/toy/generated/own.record.json"
    own.write_text("a = 1")
    write_record(record, "toy", [root / "models/toy/generated/a.json"], str(own))
    assert is_fresh(record, "toy", str(own))
    own.write_text("a = 2")
    assert not is_fresh(record, "toy", str(own))
    own.unlink()
    with pytest.raises(sources.DescriptionError, match=r"own\.toml: No such file"):
        is_fresh(record, "toy", str(own))


def test_a_lost_file_is_noticed(checkout):
    root, record = checkout
    (root / "models/toy/generated/a.json").unlink()
    assert not is_fresh(record, "toy")


def test_a_half_written_record_is_not_fresh(checkout):
    _, record = checkout
    record.write_text('{"digest": ')
    assert not is_fresh(record, "toy")


RUN_AND_TELL = """
import runpy, sys
sys.argv[1:] = []
try:
    runpy.run_module("tb.registers", run_name="__main__")
except SystemExit as end:
    print(end.code, "systemrdl" in sys.modules)
"""


def test_the_second_run_loads_no_compiler():
    for _ in range(2):
        result = subprocess.run(
            [sys.executable, "-c", RUN_AND_TELL], cwd=ROOT, capture_output=True, text=True, check=True
        )
    said = [f"registers: {name} is up to date" for name in families()]
    assert result.stdout.splitlines() == [*said, "0 False"]
