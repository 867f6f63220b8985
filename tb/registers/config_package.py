"""The SystemVerilog text of a package in which RTL finds the sizes of a hardware configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def parameter_lines(values: Mapping[str, int]) -> list[str]:
    """Whole numbers by their names, a line each."""
    return [f"  localparam int {name} = {value};" for name, value in values.items()]


def package_text(name: str, comment: str, lines: Iterable[str]) -> str:
    """A package.

    Args:
        name: the package's.
        comment: what it has, without the full stop.
        lines: what stands in it.
    """
    head = (f"// {comment}.", "// Generated from the hardware configuration; do not edit.")
    return "\n".join((*head, f"package {name};", *lines, "endpackage", ""))
