"""Which pins a design must have, and whether it has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tb.findings import Findings


class PinDirection(StrEnum):
    """Which way a pin goes, seen from the design."""

    INPUT = "input"
    OUTPUT = "output"


class PinRole(StrEnum):
    """What a pin is for."""

    CLOCK = "clock"
    RESET = "reset"
    STATIC = "static"  # an input that never changes
    CONTROL = "control"  # it says when others mean something: never X or Z after reset
    DATA = "data"


class PinState(StrEnum):
    """What a look at the design gave."""

    OK = "ok"
    MISSING = "missing"
    WIDTH = "width"


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin that the bench needs."""

    name: str
    width: int
    direction: PinDirection
    role: PinRole


@dataclass(frozen=True, slots=True)
class PinStatus:
    """A required pin and the width that the design gives it, None where it has no such pin."""

    pin: Pin
    found_width: int | None

    @property
    def state(self) -> PinState:
        """Whether the pin is as required."""
        if self.found_width is None:
            return PinState.MISSING
        return PinState.OK if self.found_width == self.pin.width else PinState.WIDTH


class PinError(Exception):
    """The design does not have the pins that the bench needs; the message holds the table of them."""

    def __init__(self, design: str, table: list[PinStatus]) -> None:
        self.table = table
        wrong = sum(status.state is not PinState.OK for status in table)
        super().__init__(
            f"{design}: {wrong} of {len(table)} required pins are not there as they must be; "
            f"name the right top module, or wrap it in one with these pins\n{format_pins(table)}"
        )


def check_pins(dut: Any, pins: Iterable[Pin]) -> list[PinStatus]:  # noqa: ANN401 a simulator handle, or a stand-in
    """Look for every required pin, before anything is built on it.

    Args:
        dut: the design's handle.
        pins: what must be there.

    Returns:
        One row a pin; all of them are as required.

    Raises:
        PinError: at least one is missing or has another width.
    """
    table = [PinStatus(pin, _width(dut, pin.name)) for pin in pins]
    if any(status.state is not PinState.OK for status in table):
        raise PinError(dut._name, table)
    return table


def format_pins(table: Iterable[PinStatus]) -> str:
    """The table for people, one pin a line, with those that are wrong first."""
    rows = [("state", "pin", "direction", "width", "found")]
    for status in sorted(table, key=lambda status: status.state is PinState.OK):
        found = "-" if status.found_width is None else str(status.found_width)
        rows.append((status.state, status.pin.name, status.pin.direction, str(status.pin.width), found))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def control_outputs(pins: Iterable[Pin]) -> list[Pin]:
    """The outputs that must never be X or Z outside reset."""
    return [pin for pin in pins if pin.role is PinRole.CONTROL and pin.direction is PinDirection.OUTPUT]


def controls_known(dut: Any, pins: Iterable[Pin], findings: Findings, time_ns: float) -> bool:  # noqa: ANN401 as above
    """Check that no control output is X or Z now; to be called some cycles after a reset.

    Args:
        dut: the design's handle.
        pins: its pins; those that are no control outputs are passed over.
        findings: gets one error a pin.
        time_ns: simulation time, for them.

    Returns:
        Whether all are known.
    """
    values = {pin.name: getattr(dut, pin.name).value for pin in control_outputs(pins)}
    unknown = {name: value for name, value in values.items() if not value.is_resolvable}
    for name, value in unknown.items():
        message = f"control output {name} is {value} after reset; it must be 0 or 1"
        findings.error("control-unknown", message, time_ns)
    return not unknown


def _width(dut: Any, name: str) -> int | None:  # noqa: ANN401 as above
    handle = getattr(dut, name, None)
    return None if handle is None else len(handle)
