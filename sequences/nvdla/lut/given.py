"""Whether what stands for tables is a design of some."""

from __future__ import annotations

from sequences.nvdla.lut.design import LutDesign


def need_design(name: str, design: object) -> None:
    """Make sure of tables that were designed.

    Args:
        name: what the user calls them, such as ``CdpLayer: table``.
        design: what was given.

    Raises:
        ValueError: it is a function, or something else.
    """
    if isinstance(design, LutDesign):
        return
    called = getattr(design, "__name__", "")
    if callable(design) and called.endswith("_table"):
        raise ValueError(f"{name} is the function {called} itself: call it, {called}(...)")
    made = called if called.isidentifier() else "function"
    given = f"the function {called}" if callable(design) and called else f"no tables but {type(design).__name__}"
    raise ValueError(
        f"{name} is {given}: write design_table({made}, low, high, in_step=...) of sequences.nvdla.stimulus"
    )
