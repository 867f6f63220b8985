"""What assertions in the RTL found, which a design may count in signals of its top."""

from __future__ import annotations

from typing import Any

from cocotb.handle import HierarchyObject

from tb.findings import Findings
from tb.runner.design import ASSERTION_SIGNALS

FIRED, NAME, TIME = ASSERTION_SIGNALS
KIND = "rtl-assertion"


class RtlAssertions:
    """The counter of a design's assertions; a design without it simply has none.

    Args:
        dut: the top level.
    """

    def __init__(self, dut: HierarchyObject) -> None:
        self._dut = dut
        self._there = hasattr(dut, FIRED)
        self._reported = 0

    def forget(self) -> None:
        """What fired until now is of no interest."""
        self._reported = self._signal(FIRED) if self._there else 0

    def report(self, findings: Findings, now_ns: float) -> None:
        """Make a finding if any fired since the last look."""
        if not self._there or (fired := self._signal(FIRED)) == self._reported:
            return
        number, self._reported = fired - self._reported, fired
        last_ns = findings.test_ns(self._signal(TIME))
        name = self._signal(NAME).to_bytes(ASSERTION_SIGNALS[NAME] // 8, "big").strip(b"\0").decode()
        findings.error(
            KIND,
            f"assertions in the RTL fired {number} time(s), the last one {name} at {last_ns:,.0f} ns; "
            "the simulation's log says where",
            now_ns,
        )

    def _signal(self, name: str) -> int:
        handle: Any = getattr(self._dut, name)
        return int(handle.value)
