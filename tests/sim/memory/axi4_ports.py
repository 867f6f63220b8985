"""Standard AXI4 memory ports of several widths, and the design that has one of them."""

from dataclasses import replace
from pathlib import Path

from models.memory.ports import MemoryPort
from models.memory.signals import standard_signals
from tb.memory.pins.required import memory_pins
from tb.pins import Pin, PinDirection, PinRole
from tb.runner.design import Design
from tb.runner.memory_top import HdlMemories, with_memories
from tb.runner.paths import BUILD

HERE = Path(__file__).parent
WIDTHS = (4, 8, 32, 64)
WIDTH_VARIABLE = "NPUVM_TEST_AXI_BYTES"
KIND_VARIABLE = "NPUVM_TEST_AXI_KIND"
ID_BITS = {4: 0, 8: 1, 16: 2, 32: 4, 64: 10}
"""Of the port by its width; the narrowest has no ids."""
FULL, READ, WRITE, LITE = KINDS = ("full", "read", "write", "lite")
"""Of ports: all signals, one way only, and single whole beats with responses."""
_NO_IDS = ("awid", "bid", "arid", "rid")
_REQUESTS = [f"{channel}{field}" for channel in ("aw", "ar") for field in ("len", "size", "burst", "lock")]
LITE_LACKS = (*_NO_IDS, *_REQUESTS, "wlast", "rlast")


def axi4_port(data_bytes, kind=FULL):
    """The memory's port."""
    id_bits = 0 if kind == LITE else ID_BITS[data_bytes]
    without = LITE_LACKS if kind == LITE else () if id_bits else _NO_IDS
    return MemoryPort(
        name="AXI",
        pin_prefix="m_axi",
        signals=standard_signals("m_axi_", without=without, ways=(kind,) if kind in (READ, WRITE) else (READ, WRITE)),
        base=0,
        limit=1 << 32,
        data_bytes=data_bytes,
        address_bits=32,
        id_bits=id_bits,
        len_bits=0 if kind == LITE else 8,
        max_burst_beats=1 if kind == LITE else 256,
        burst_boundary_bytes=4096,
        write_align_bytes=1,
        read_align_bytes=1,
    )


def master_pins(port):
    """The same signals on the other side of the design, from the master in Python, which has them all."""
    turned = {PinDirection.INPUT: PinDirection.OUTPUT, PinDirection.OUTPUT: PinDirection.INPUT}
    there = replace(port, signals=standard_signals("s_axi_"), id_bits=max(1, port.id_bits), len_bits=8)
    return [replace(pin, direction=turned[pin.direction]) for pin in memory_pins(there)]


def axi4_design(data_bytes, responder, kind=FULL):
    """The design, alone or with an HDL memory."""
    port = axi4_port(data_bytes, kind)
    defines = {"AXI_DATA_BYTES": str(data_bytes), "AXI_ID_BITS": str(max(1, port.id_bits))}
    lacking = {"IDS": not port.id_bits, "WRITES": kind == READ, "READS": kind == WRITE, "BURSTS": kind == LITE}
    defines |= {f"AXI_NO_{what}": "1" for what, lacks in lacking.items() if lacks}
    design = Design(
        name=f"axi4_pins_{data_bytes}_{kind}", top="axi4_pins", sources=(HERE / "axi4_pins.sv",), defines=defines
    )
    if responder == "python":
        return design
    design = replace(design, waivers=(HERE / "axi4_pins.vlt",))
    bench = [Pin(name, 1, PinDirection.INPUT, PinRole.DATA) for name in ("clk", "rst_n")]
    pins = [*bench, *master_pins(port), *memory_pins(port)]
    memories = HdlMemories(ports=(port,), clock="clk", resets=("rst_n",), size_bytes=1 << 20, wake_records=100)
    return with_memories(design, pins, memories, BUILD / "generated")
