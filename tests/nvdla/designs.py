"""NVDLA designs for tests: what answers the memory ports is either Python or an HDL memory beside the design."""

from models.nvdla.config import NV_FULL, find_config
from tb.nvdla.design import behavioural, hdl_memories
from tb.nvdla.pins import nvdla_pins
from tb.runner.memory_top import with_memories
from tb.runner.paths import BUILD

MEMORY_BYTES = 64 << 20


def answered(responder, config=NV_FULL.name, design=None, size_bytes=MEMORY_BYTES):
    """The behavioural RTL of a configuration, or another design with its pins, and who answers its memory ports."""
    hardware = find_config(config)
    design = design or behavioural(hardware)
    if responder == "python":
        return design
    return with_memories(design, nvdla_pins(hardware), hdl_memories(hardware, size_bytes), BUILD / "generated")
