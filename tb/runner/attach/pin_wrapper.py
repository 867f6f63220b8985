"""A thin module around a user's top: the bench's pin names outside, the RTL's inside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tb.pins import Pin

DUT = "dut"
"""Name of the top in the module around it."""


def wrapper_name(top: str) -> str:
    """What the module around a top is called."""
    return f"{top}_with_bench_pins"


def wrapper_text(
    top: str,
    pins: Sequence[Pin],
    rtl_names: Mapping[str, str],
    held: Mapping[str, tuple[int, int]],
    more: Iterable[str],
) -> str:
    """The module's Verilog.

    Args:
        top: the user's top module.
        pins: the bench's pins.
        rtl_names: what the top calls each of them.
        held: inputs of the top that the bench does not drive, their widths, and the bit that they are held at.
        more: lines beside it.
    """
    ports = [f"    {pin.direction} wire {_range(pin.width)}{pin.name}" for pin in pins]
    driven = [pin.name for pin in pins if rtl_names[pin.name] not in held]
    connections = [f"        .{rtl_names[name]}({name})" for name in driven]
    connections += [f"        .{name}({{{width}{{1'b{bit}}}}})" for name, (width, bit) in held.items()]
    return (
        f"module {wrapper_name(top)} (\n" + ",\n".join(ports) + "\n);\n"
        f"    {top} {DUT} (\n"
        + ",\n".join(connections)
        + "\n    );\n"
        + "".join(f"    {line}\n" for line in more)
        + "endmodule\n"
    )


def _range(width: int) -> str:
    return f"[{width - 1}:0] " if width > 1 else ""
