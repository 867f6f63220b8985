"""A copy of the worked example is whole: in a tree with no other family, it compiles, and its unit tests pass."""

import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from tb.runner.paths import ROOT
from tools.alone import copy_without
from tools.family.__main__ import main
from tools.family.copying import ROOMS, rooms
from tools.family.names import EXAMPLE
from tools.family.sections import SHARED
from tools.references.__main__ import read_tree

NAME = "edge_accelerator"
"""As long as names may be: lines have room for it."""
FAMILIES = {path.name for path in (ROOT / "registers").iterdir() if path.is_dir()}
pytestmark = pytest.mark.skipif(EXAMPLE not in FAMILIES, reason="this tree has no worked example")
OTHERS = shutil.ignore_patterns(*FAMILIES - {EXAMPLE}, "generated", "__pycache__")
NOT_SHARED = re.compile(rf"(?<![A-Za-z]){EXAMPLE}(?![a-z])|(?<![A-Z])MINI(?![A-Z])|Mini(?![a-z])")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A checkout in which the worked example is the only family, and what `make family` makes of it."""
    root = tmp_path_factory.mktemp("tree")
    for room in ("models", "sequences", "tb"):
        shutil.copytree(ROOT / room, root / room, ignore=OTHERS)
    for room in rooms(ROOT):
        if (ROOT / room / EXAMPLE).is_dir() and not (root / room / EXAMPLE).exists():
            shutil.copytree(ROOT / room / EXAMPLE, root / room / EXAMPLE, ignore=OTHERS)
    for file in (*SHARED, "registers/properties.rdl"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, root / file)
    (root / "models" / EXAMPLE / "generated").mkdir()
    (root / "models" / EXAMPLE / "generated" / "old.json").write_text("{}")
    assert main([NAME], root) == 0
    return root


def run(tree, *words):
    env = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=tree, env=env, capture_output=True, text=True, check=False
    )


def files(root, name):
    rooms_of = [
        path for path in (*(root / room / name for room in ROOMS), *root.glob(f"tests/*/{name}")) if path.is_dir()
    ]
    return [path for room in rooms_of for path in sorted(room.rglob("*")) if path.is_file()]


def test_every_room_has_its_copy(tree):
    def spelled(path):
        return path.relative_to(tree).as_posix()

    here = {spelled(path).replace(EXAMPLE, NAME) for path in files(tree, EXAMPLE) if "generated" not in path.parts}
    assert {spelled(path) for path in files(tree, NAME)} == here
    assert {path.relative_to(tree).parts[0] for path in files(tree, NAME)} == set(ROOMS)


def test_nothing_of_the_old_name_is_left(tree):
    found = {path.name: NOT_SHARED.findall(f"{path.name}\n{path.read_text()}") for path in files(tree, NAME)}
    assert {name: words for name, words in found.items() if words} == {}


def test_the_copy_compiles(tree):
    for path in files(tree, NAME):
        if path.suffix == ".py":
            compile(path.read_text(), str(path), "exec")


def test_files_of_all_families_have_its_sections(tree):
    settings = tomllib.loads((tree / "pyproject.toml").read_text())["tool"]
    families = settings["npuvm"]["families"]
    assert families.index(NAME) == families.index(EXAMPLE) + 1
    contracts = settings["importlinter"]["contracts"]
    protected = [item["protected_modules"] for item in contracts if item["type"] == "protected"]
    assert [f"*.{EXAMPLE}"] in protected
    assert protected.count([f"*.{NAME}"]) == 1
    page = (tree / "docs" / "where.md").read_text()
    assert page.count(f"\n## `{NAME}`\n") == 1
    assert f"`rtl_stubs/{NAME}/`" in page


def test_its_references_lead_somewhere(tmp_path):
    """In a whole checkout, as the check reads files that `tree` lacks."""
    copy_without(FAMILIES - {EXAMPLE}, ROOT, tmp_path)
    assert main([NAME], tmp_path) == 0
    assert [str(item) for item in read_tree(tmp_path).dangling()] == []


def test_a_second_run_is_refused_and_changes_nothing(tree, capsys):
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert main([NAME], tree) == 2
    assert capsys.readouterr().err == (
        f"family: NAME={NAME}: models/{NAME} is there already; choose another one, or remove that first\n"
    )
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


def test_what_cannot_be_written_leaves_nothing(tree, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "docs/other")

    monkeypatch.setattr("tools.family.copying._rewrite", full)
    assert main(["other"], tree) == 2
    assert capsys.readouterr().err == "family: docs/other: No space left on device; nothing was made\n"
    assert files(tree, "other") == []
    assert not (tree / "models" / "other").exists()


def test_style_is_kept_once_imports_are_sorted(tree):
    """What `make family` ends with, then what `make lint` asks of the copy."""
    folders = sorted({str(path.parent) for path in files(tree, NAME) if path.suffix == ".py"})
    run(tree, "ruff", "check", "--quiet", "--exit-zero", "--select", "I", "--fix", *folders)
    run(tree, "ruff", "format", "--quiet", *folders)
    done = run(tree, "ruff", "check", "--output-format", "concise", *folders)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_its_unit_tests_pass(tree):
    generated = run(tree, "tb.registers")
    assert (generated.returncode, generated.stderr) == (0, "")
    assert f"registers: {NAME} generated for {NAME}64, {NAME}32" in generated.stdout
    assert "class EdgeAcceleratorRegisters(" in (tree / "models" / NAME / "generated" / "typed.pyi").read_text()
    done = run(tree, "pytest", "-q", "-p", "no:cacheprovider", f"tests/unit/{NAME}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_plan_has_nothing_wrong_and_must_name_new_tests(tree):
    run(tree, "tb.registers")
    done = run(tree, "tb", "lint-plan", "--family", NAME)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"points in tb/{NAME}/plan.toml, 0 wrong." in done.stdout
    new = tree / "tests" / "sim" / NAME / "new.py"
    new.write_text("@pyuvm.test()\nclass NewTest:\n    pass\n\n\n@pyuvm.test()\nclass OtherTest:\n    pass\n")
    done = run(tree, "tb", "lint-plan", "--family", NAME)
    new.unlink()
    assert done.returncode == 1
    assert "module new: no point of the plan names it or one of its tests: NewTest, OtherTest" in done.stdout
