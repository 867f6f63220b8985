"""The test master's port and pins."""

from types import MappingProxyType

from models.memory.ports import MemoryPort
from models.memory.signals import AxiSignals
from tb.memory.pins.required import memory_pins
from tb.pins import Pin, PinDirection, PinRole

REDUCED = {
    "aw": ("id", "len", "addr"),
    "w": ("data", "strb", "last"),
    "b": ("id",),
    "ar": ("id", "len", "addr"),
    "r": ("id", "last", "data"),
}
"""A port without size, kind of burst and response."""
PINS = {
    f"{channel}{field}": f"mem_{channel}_{channel}{field}"
    for channel, fields in REDUCED.items()
    for field in ("valid", "ready", *fields)
}
PORT = MemoryPort(
    name="MEM",
    pin_prefix="mem",
    signals=AxiSignals(MappingProxyType(PINS)),
    base=0,
    limit=1 << 64,
    data_bytes=64,
    address_bits=64,
    id_bits=8,
    len_bits=4,
    max_burst_beats=4,
    burst_boundary_bytes=256,
    write_align_bytes=32,
)

_IN, _OUT = PinDirection.INPUT, PinDirection.OUTPUT
_REQUEST_BITS = PORT.id_bits + PORT.len_bits + PORT.address_bits
_DATA_BITS = 8 * PORT.data_bytes
_BENCH = {
    "clk": 1,
    "rst_n": 1,
    "push_aw": 1,
    "push_w": 1,
    "push_ar": 1,
    "push_aw_request": _REQUEST_BITS,
    "push_w_beat": 1 + 9 * PORT.data_bytes,
    "push_ar_request": _REQUEST_BITS,
    "send": 3,
    "accept": 2,
    "throttle": 1,
    "break_payload": 3,
    "break_valid": 3,
    "unknown_valid": 3,
}


def test_master_pins():
    """All pins of axi_test_master."""
    pins = [Pin(name, width, _IN, PinRole.DATA) for name, width in _BENCH.items()]
    pins += [Pin(name, 32, _OUT, PinRole.DATA) for name in ("responses", "read_beats")]
    return [*pins, *memory_pins(PORT)]


test_master_pins.__test__ = False  # pytest: not a test
