"""The pins of a memory port, and its AXI channels, sampled once a clock, with the rules of nothing but their pins."""

from __future__ import annotations

from cocotb.handle import HierarchyObject, LogicArrayObject, LogicObject
from cocotb.types import Logic
from cocotb_bus.bus import Bus

from models.memory.ports import MemoryPort
from models.memory.signals import AxiSignals
from tb.memory.pins.pin_rules import PinRules, Report

ZERO = Logic(0)
ONE = Logic(1)


class MemoryBus(Bus):
    """The pins of one port, as attributes with the names of its `AxiSignals`, such as `awvalid`.

    Raises:
        AttributeError: the design lacks one of the pins; the message names it.
    """

    def __init__(self, dut: HierarchyObject, port: MemoryPort) -> None:
        # Without regard to case, Bus would store None for a pin that is not there.
        super().__init__(dut, None, dict(port.signals.pins), case_insensitive=False)


class NoChannel:
    """A channel that the port lacks: nothing is ever offered on it."""

    offered: list[str] | None = None
    taken = waiting = False

    def value(self, field: str, absent: int = 0, strobe: int | None = None) -> int:  # noqa: ARG002 as of `AxiChannel`
        """Never asked for: nothing is taken."""
        return absent


class AxiChannel:
    """What one channel offers at a clock edge, and whether it is taken.

    Values stay the strings of bits that the simulator gives until somebody needs them: comparing two of these is
    all that a waiting cycle costs. cocotb keeps one object for each logic value, hence comparisons by `is`.

    Attributes:
        name: the channel's name: ``aw``, ``w``, ``b``, ``ar`` or ``r``.
        offered: the payload under valid at this edge, in the order of the port's signals; None without valid.
        taken: valid and ready at this edge.
        waited: edges before this one at which what is offered now was offered and not taken.
    """

    def __init__(self, name: str, bus: Bus, signals: AxiSignals, report: Report) -> None:
        self.name = name
        payload = signals.payload(name)
        self.offered: list[str] | None = None
        self.taken = False
        self.waited = 0
        self.valid: LogicObject = getattr(bus, f"{name}valid")
        self._ready: LogicObject = getattr(bus, f"{name}ready")
        self._pins: list[LogicObject | LogicArrayObject] = [getattr(bus, name + field) for field in payload]
        self._places = {field: place for place, field in enumerate(payload)}
        self._rules = PinRules(name, payload, report)

    @property
    def waiting(self) -> bool:
        """Valid without ready at this edge."""
        return self.offered is not None and not self.taken

    def forget(self) -> None:
        """Start anew, as after a reset."""
        self.offered = None
        self.taken = False

    def sample(self) -> None:
        """Take the pins as they stand at a clock edge."""
        before = None if self.taken else self.offered
        self.taken = False
        valid = self.valid.get()
        if valid is not ONE:
            self.offered = None
            if valid is not ZERO:
                self._rules.unknown_valid(str(valid))
            elif before is not None:
                self._rules.dropped()
            return
        self.waited = 0 if before is None else self.waited + 1
        self.offered = [str(pin.get()) for pin in self._pins]
        if before is not None and before != self.offered:
            self._rules.changed(before, self.offered)
        ready = self._ready.get()
        self.taken = ready is ONE
        if ready is not ONE and ready is not ZERO:
            self._rules.unknown_ready(str(ready))

    def value(self, field: str, absent: int = 0, strobe: int | None = None) -> int:
        """One payload value of this edge; unknown bits are reported and read as 0.

        Args:
            field: which.
            absent: what it is on a port that lacks it.
            strobe: bytes that count, a bit each; the others may be unknown. None: all count.
        """
        place = self._places.get(field)
        if place is None:
            return absent
        assert self.offered is not None
        return self._rules.value(place, self.offered[place], strobe)
