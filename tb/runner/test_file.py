"""What is wrong with a file of tests as it stands, before anybody imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tb.runner.paths import shown

WRITE = "write @pyuvm.test()"


def mistakes(path: Path) -> list[str]:
    """Mistakes for which classes of a file vanish without a word, a line each; none of a file that is no Python."""
    classes = _classes(path)
    return [f"{shown(path)}{said}" for said in (*_twice(classes), *_decorators(classes))]


def undecorated(path: Path) -> list[str]:
    """The classes with a stimulus that are no test, and from which no other class of the file is made, a line each."""
    classes = _classes(path)
    bases = {ast.unparse(base) for node in classes for base in node.bases}
    return [
        f"{shown(path)}:{node.lineno}: {node.name} is no test: {WRITE} in front of the class"
        for node in classes
        if not node.decorator_list and node.bases and node.name not in bases and _has_stimulus(node)
    ]


def _classes(path: Path) -> list[ast.ClassDef]:
    try:
        body = ast.parse(path.read_text(errors="replace")).body
    except (SyntaxError, ValueError):
        return []
    return [node for node in body if isinstance(node, ast.ClassDef)]


def _twice(classes: list[ast.ClassDef]) -> Iterator[str]:
    lines: dict[str, int] = {}
    for node in classes:
        if node.name in lines:
            yield f": {node.name}: line {node.lineno} replaces line {lines[node.name]}: give one another name"
        lines[node.name] = node.lineno


def _decorators(classes: list[ast.ClassDef]) -> Iterator[str]:
    for node in classes:
        for decorator in node.decorator_list:
            text = ast.unparse(decorator)
            if text in ("test", "pyuvm.test"):
                yield f":{decorator.lineno}: {WRITE}"
            elif text.startswith("cocotb.test"):
                yield f":{decorator.lineno}: {WRITE} in front of a class; @cocotb.test() takes functions"


def _has_stimulus(node: ast.ClassDef) -> bool:
    return any(
        isinstance(item, ast.AsyncFunctionDef | ast.FunctionDef) and item.name == "stimulus" for item in node.body
    )
