"""No two modules need each other, imports inside functions and for types alone included."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def module_files(package: Path) -> dict[str, Path]:
    """The modules below a folder, by dotted name as seen from the folder's parent."""
    names = {path: path.relative_to(package.parent).with_suffix("").parts for path in package.rglob("*.py")}
    return {".".join(parts[:-1] if parts[-1] == "__init__" else parts): path for path, parts in names.items()}


def imported(path: Path) -> Iterator[str]:
    """Dotted names that a file imports, wherever in it; of ``from a import b`` both ``a.b`` and ``a``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module


def find_circle(files: dict[str, Path]) -> list[str]:
    """Modules of which each imports the next and the last one the first; empty if there are none."""
    graph = {name: sorted(files.keys() & set(imported(path)) - {name}) for name, path in files.items()}
    done: set[str] = set()

    def visit(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return trail[trail.index(name) :]
        if name not in done:
            for other in graph[name]:
                if circle := visit(other, [*trail, name]):
                    return circle
            done.add(name)
        return []

    return next((circle for name in sorted(graph) if (circle := visit(name, []))), [])


def package_of(folder: Path, texts: dict[str, str]) -> dict[str, Path]:
    """The modules of a package `pack` with these texts."""
    (folder / "pack").mkdir()
    for name, text in texts.items():
        (folder / "pack" / f"{name}.py").write_text(text)
    return module_files(folder / "pack")


@pytest.mark.parametrize("package", ["models", "sequences"])
def test_no_modules_import_each_other_in_a_circle(package):
    files = module_files(ROOT / package)
    assert f"{package}.nvdla" in files
    assert find_circle(files) == []


@pytest.mark.parametrize(
    "closing",
    ["import pack.one", "from pack.one import x", "from pack import one", "def late():\n    import pack.one"],
)
def test_a_circle_is_named(tmp_path, closing):
    texts = {"__init__": "", "one": "import pack.two", "two": "from pack import three", "three": closing}
    assert sorted(find_circle(package_of(tmp_path, texts))) == ["pack.one", "pack.three", "pack.two"]


def test_a_module_that_two_others_import_is_no_circle(tmp_path):
    texts = {"one": "import pack.two, pack.three", "two": "import pack.three", "three": "import os"}
    assert find_circle(package_of(tmp_path, texts)) == []
