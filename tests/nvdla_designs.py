"""NVDLA designs for tests: what answers the memory ports is either Python or an HDL memory beside the design."""

from models.nvdla.config import NV_FULL
from tb.memory.hdl.top import with_memories
from tb.nvdla.design import behavioural, hdl_memories
from tb.nvdla.pins import nvdla_pins
from tb.runner.paths import BUILD

MEMORY_BYTES = 64 << 20


def answered(responder, design=None, size_bytes=MEMORY_BYTES):
    """The behavioural RTL, or another design with its pins, whose memory ports one of `RESPONDERS` answers."""
    design = design or behavioural(NV_FULL)
    if responder == "python":
        return design
    return with_memories(design, nvdla_pins(NV_FULL), hdl_memories(NV_FULL, size_bytes), BUILD / "generated")
