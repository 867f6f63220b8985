"""Modules with a family's tests: found and listed without being imported, for which they need a simulator."""

from __future__ import annotations

import ast
import re
from pathlib import Path

_TEST = re.compile(r"(\w+\.)*test\b")
"""What stands in front of a test's class, as it was imported."""
_CLASS = re.compile(r"^@[\w.]*\btest\b.*\nclass (\w+)", re.MULTILINE)
"""Of a file that is no Python."""


def holders(folder: Path, package: str) -> dict[str, Path]:
    """The modules of a folder that have tests, by their names in a package, and their files."""
    files = [path for path in sorted(folder.glob("*.py")) if "\n@pyuvm.test(" in module_text(path)]
    return {f"{package}.{path.stem}": path for path in files}


def own_modules(folder: Path) -> dict[str, Path]:
    """The modules of a folder of a user's, by their names, and their files; those without tests are among them."""
    return {path.stem: path for path in sorted(folder.glob("*.py"))}


def tests_of(path: Path) -> list[str]:
    """The names of the pyuvm tests of a module, which needs a simulator to be imported."""
    body = module_body(path)
    if not body:
        return _CLASS.findall(module_text(path))
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    return [node.name for node in classes if any(_TEST.match(ast.unparse(one)) for one in node.decorator_list)]


def module_body(path: Path) -> list[ast.stmt]:
    """What a module consists of; nothing where it is no Python, which its import tells."""
    try:
        return ast.parse(module_text(path)).body
    except (SyntaxError, ValueError):
        return []


def module_text(path: Path) -> str:
    """A module's text, with what is no UTF-8 replaced."""
    return path.read_text(errors="replace")
