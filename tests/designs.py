"""Designs of any family for tests: either Python answers the memory ports, or an HDL memory beside the design."""

from tb.runner.memory_top import with_memories
from tb.runner.paths import BUILD

MEMORY_BYTES = 64 << 20


def answered(family, responder, config=None, design=None, size_bytes=MEMORY_BYTES):
    """A family's behavioural RTL, or another design with its pins, and who answers its memory ports."""
    config = family.config(config)
    design = design or family.design(config)
    if responder == "python":
        return design
    return with_memories(design, family.pins(config), family.memories(config, size_bytes), BUILD / "generated")
