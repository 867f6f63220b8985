"""Modules with a family's tests: found and listed without being imported, for which they need a simulator."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_TEST = re.compile(r"(\w+\.)*test\b")
"""What stands in front of a test's class, as it was imported."""
_CLASS = re.compile(r"^@[\w.]*\btest\b.*\nclass (\w+)", re.MULTILINE)
"""Of a file that is no Python."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyTests:
    """A family's tests, found in a folder of theirs.

    Attributes:
        folder: where they are.
        package: its name in Python.
        apart: those of its modules that are not played by themselves, such as the one that needs traces.
        told: those that suites alone play, or a user by name: they need to be told what.
        why_not: why a configuration does not play the tests of a file, on RTL of a user's or not; empty if it does.
    """

    folder: Path
    package: str
    apart: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    why_not: Callable[[Path, str, bool], str] = lambda _path, _config, _attached: ""

    def modules(self, config: str) -> tuple[str, ...]:
        """The modules with tests that a configuration plays on a design of ours, by name."""
        files = {name: path for name, path in self._files().items() if name not in self.told}
        return tuple(name for name, path in files.items() if not self.why_not(path, config, False))

    def tests(self, config: str, attached: bool, folder: Path | None = None) -> dict[str, str]:
        """Every test as ``module.name``, and why it is not played; empty if it is.

        Args:
            config: the configuration.
            attached: whether the RTL is a user's.
            folder: of a user's tests, which are looked for in place of these.
        """
        files = self._files() if folder is None else own_modules(folder)
        reasons = {module: self.why_not(path, config, attached) for module, path in files.items()}
        return {f"{module}.{name}": reasons[module] for module, path in files.items() for name in tests_of(path)}

    def _files(self) -> dict[str, Path]:
        """The modules with tests, by name, and their files."""
        files = [path for path in sorted(self.folder.glob("*.py")) if "\n@pyuvm.test(" in module_text(path)]
        named = {f"{self.package}.{path.stem}": path for path in files}
        return {name: path for name, path in named.items() if name not in self.apart}


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
