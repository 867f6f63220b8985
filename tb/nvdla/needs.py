"""What test modules need, and what a configuration lacks of it."""

from __future__ import annotations

import ast
from pathlib import Path

from models.nearest import did_you_mean
from models.nvdla.config import HwConfig
from models.nvdla.config.names import BLOCKS, FEATURES, PRECISIONS, RAM_TYPES
from tb.runner.errors import UserError, printable
from tb.runner.family.test_modules import module_body
from tb.runner.paths import shown

OWN_RTL = "OWN_RTL"
"""What a test needs that asks for what the real part loses or hangs in."""

_KNOWN = (*BLOCKS, *RAM_TYPES, *PRECISIONS, *FEATURES, OWN_RTL)


def needs_of(path: Path) -> frozenset[str]:
    """The units, memories, precisions and features that a test module needs.

    Raises:
        UserError: they are written as something else than a tuple of names, or one of them is no name.
    """
    for node in module_body(path):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NEEDS":
            try:
                needs = ast.literal_eval(node.value)
            except ValueError:
                needs = None
            if not isinstance(needs, tuple | list | set) or not all(isinstance(item, str) for item in needs):
                line = f"{shown(path)}:{node.lineno}: {ast.unparse(node)}"
                raise UserError(printable(f'{line}: write a tuple of names, such as NEEDS = ("RBK", "CVSRAM")'))
            for name in sorted(set(needs) - set(_KNOWN)):
                where = f"{shown(path)}:{node.lineno}: NEEDS"
                raise UserError(printable(f"{where}: there is no {name!r}{did_you_mean(name, _KNOWN)}"))
            return frozenset(needs)
    return frozenset()


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
