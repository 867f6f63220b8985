"""What is simulated: a user's RTL or the family's own, and what answers its memory ports."""

from __future__ import annotations

from pathlib import Path

from tb.runner.attach.attached import read_attached
from tb.runner.design import Design
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.memory_top import with_memories
from tb.runner.paths import BUILD

HDL, PYTHON = "hdl", "python"
DEFAULT_MB = 64


def design_under_test(
    family: Family,
    config: str,
    *,
    attach: Path | None = None,
    memory: str = HDL,
    memory_mb: int = DEFAULT_MB,
    taps: bool = False,
) -> Design:
    """The user's RTL if they attach one, else the family's behavioural RTL; with the memories that are asked for.

    Args:
        family: the device family.
        config: the hardware configuration.
        attach: the file that describes the user's RTL.
        memory: what answers the memory ports.
        memory_mb: how much each HDL memory holds.
        taps: look at what passes between units.

    Raises:
        UserError: the user's file or RTL is wrong, or taps are asked for and there are none.
    """
    if attach is not None:
        design = read_attached(attach, family.pins(config), links=family.tap_links(config)).design(taps=taps)
    else:
        design = family.design(config)
        if taps:
            design = need(family, lambda family: family.taps, "taps").put(design)
    return with_memory(design, memory, family=family, config=config, memory_mb=memory_mb)


def with_memory(design: Design, memory: str, *, family: Family, config: str, memory_mb: int = DEFAULT_MB) -> Design:
    """The design as it is if Python answers, else in a top level with its HDL memories."""
    if memory == PYTHON:
        return design
    return with_memories(design, family.pins(config), family.memories(config, memory_mb << 20), BUILD / "generated")
