"""Where our modules define what an import looks for in vain: it may have moved, or stand elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tb.runner.paths import ROOT

PACKAGES = ("models", "sequences", "tb")
_IMPORT = re.compile(r"from\s+[\w.]+\s+import\s+\(?([\w\s,]*)")


def where_defined(error: BaseException, line: str) -> str:
    """Where to import from instead, as the end of a message; empty where nothing of ours is looked for.

    Args:
        error: what the import raised.
        line: the import, as far as it stands on one line.
    """
    if not isinstance(error, ImportError) or (error.name or "").partition(".")[0] not in PACKAGES:
        return ""
    imported = _IMPORT.match(line.strip())
    wanted = [name.split()[0] for name in imported[1].split(",") if name.strip()] if imported else []
    found = {name: module for name in wanted if (module := _module_of(name))}
    return "".join(f"; {name} is in {module}" for name, module in found.items())


def _module_of(name: str) -> str:
    """The module that defines a name on its top level; empty if none or several do."""
    defines = re.compile(rf"^(?:class|def|async def) {name}\b|^{name}(?::[^=\n]+)? = ", re.MULTILINE)
    found = [module for module, text in _modules() if defines.search(text)]
    return found[0] if len(found) == 1 else ""


def _modules() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text()
