"""What files that all families share say of each: sections that the copy gets too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from tools.family.names import EXAMPLE, Renaming

SHARED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "pyproject.toml": (r"^\[", rf'^name = "[^"\n]*\b{EXAMPLE}\b'),
        "docs/where.md": (r"^## ", rf"\A## .*\b{EXAMPLE}\b"),
    }
)
"""By file, what a section begins with, and what those of the worked example have."""
LISTED = re.compile(rf'^(families = \[.*"{EXAMPLE}")', re.MULTILINE)
"""The families that the settings list."""


def with_copies(text: str, file: str, renaming: Renaming) -> str:
    """A shared file's text, in which each section of the worked example is followed by the copy's, and so is its name.

    Args:
        text: the text.
        file: its path from the root, one of `SHARED`.
        renaming: makes the copy.
    """
    begins, own = SHARED[file]
    text = LISTED.sub(rf'\1, "{renaming.name}"', text)
    sections = re.split(rf"(?m)(?={begins})", text)
    return "".join(
        _with_copy(section, renaming) if re.search(own, section, re.MULTILINE) else section for section in sections
    )


def _with_copy(section: str, renaming: Renaming) -> str:
    whole = section.rstrip("\n")
    end = section[len(whole) :]
    return f"{whole}\n\n{renaming.text(whole)}{end}"
