"""What test modules need, and what a configuration lacks of it."""

from __future__ import annotations

import ast
from pathlib import Path

from models.nvdla.config import HwConfig
from models.nvdla.config.names import FEATURES, PRECISIONS, RAM_TYPES

OWN_RTL = "OWN_RTL"
"""What a test needs that asks for what the real part loses or hangs in."""


def needs_of(path: Path) -> frozenset[str]:
    """The units, memories, precisions and features that a test module needs."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NEEDS":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def tests_of(path: Path) -> list[str]:
    """The names of the pyuvm tests of a module, which needs a simulator to be imported."""
    classes = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
    return [
        node.name for node in classes if any(ast.unparse(one).startswith("pyuvm.test") for one in node.decorator_list)
    ]


def reason_of(missing: frozenset[str], hardware: HwConfig) -> str:
    """Why a configuration does not have a test.

    Args:
        missing: what the test needs and has not.
        hardware: the configuration.

    Returns:
        What is needed, and what is there of that kind, as in ``needs CVSRAM, tiny has DBB``.
    """
    if missing == {OWN_RTL}:
        return "needs npuvm's own RTL: run it without ATTACH"
    kinds = (
        (RAM_TYPES, hardware.ports),
        (PRECISIONS, hardware.precisions),
        (tuple(FEATURES), hardware.features),
    )
    there = [sorted(has) for names, has in kinds if missing & set(names)]
    if missing - {*RAM_TYPES, *PRECISIONS, *FEATURES, OWN_RTL}:
        there.insert(0, sorted(hardware.units))
    has = ", ".join(name for names in there for name in names) or "none"
    return f"needs {' and '.join(sorted(missing))}, {hardware.name} has {has}"
