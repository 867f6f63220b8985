"""Checks of what a port transfers, beyond the pins of a single channel."""

from __future__ import annotations

from collections.abc import Callable

from tb.memory.axi import FIXED_BEATS, WHOLE_BEATS, BurstKind, Response
from tb.memory.config import MemoryAgentConfig
from tb.memory.pins.outstanding import Burst, DataBeat, OutstandingTransfers, WriteBeat
from tb.memory.rules import AxiRule


class AxiChecks:
    """Reports broken rules of one port as findings.

    Args:
        config: the port and its rules.
        now_ns: the time of what is checked.
    """

    def __init__(self, config: MemoryAgentConfig, now_ns: Callable[[], float]) -> None:
        self._now_ns = now_ns
        self._port = config.port
        self._findings = config.findings
        self._read_ids = config.rules.read_ids
        self._write_ids = config.rules.write_ids
        self._orphan_limit = config.orphan_data_limit_cycles
        self._orphan_cycles = 0
        self._granule = config.rules.strobe_granule_bytes

    def report(self, rule: AxiRule, message: str, details: tuple[str, ...] = ()) -> None:
        """A rule was broken now."""
        self._findings.error(rule, f"{self._port.name}: {message}", self._now_ns(), details, about=self._port.name)

    def write_request(self, burst: Burst) -> None:
        """Rules of a write request."""
        self._request("aw", burst, self._port.write_align_bytes, self._write_ids)

    def read_request(self, burst: Burst) -> None:
        """Rules of a read request."""
        self._request("ar", burst, self._port.read_align_bytes or self._port.data_bytes, self._read_ids)

    def write_data(self, beat: DataBeat) -> None:
        """Rules of a write data beat by itself."""
        granule = self._granule
        if granule is None:
            return
        whole = (1 << granule) - 1
        pieces = {beat.strobe >> start & whole for start in range(0, self._port.data_bytes, granule)}
        if not pieces <= {0, whole} or not beat.strobe:
            text = f"wstrb is {beat.strobe:#x}, expected whole groups of {granule} bytes, at least one"
            self.report(AxiRule.STROBE, f"w: {text}")

    def write_beat(self, written: WriteBeat) -> None:
        """Rules of a write data beat against its request."""
        burst, count = written.burst, written.index + 1
        if written.beat.last and count < burst.beats:
            self.report(
                AxiRule.WLAST_EARLY, f"w: wlast on beat {count} of {burst.beats} of {describe_burst('aw', burst)}"
            )
        if not written.beat.last and count == burst.beats:
            self.report(
                AxiRule.WLAST_MISSING, f"w: no wlast on beat {count}, the last of {describe_burst('aw', burst)}"
            )

        if not burst.shape.whole and not burst.shape.refused(self._port.data_bytes):
            self._strobe_lanes(written)

    def error(self, channel: str, axi_id: int, response: int) -> None:
        """Rules of an answer by itself that is not OKAY."""
        if response == Response.EXOKAY:
            text = f"{channel}: {channel}resp is EXOKAY for {channel}id {axi_id}, and nothing exclusive is served"
            self.report(AxiRule.RESPONSE, text)

    def read_beat(self, burst: Burst, last: bool) -> None:
        """Rules of a read data beat against its request, counted already."""
        if last != (burst.done == burst.beats):
            where = f"beat {burst.done} of {burst.beats} of {describe_burst('ar', burst)}"
            self.report(AxiRule.RLAST, f"r: rlast is {int(last)} on {where}")

    def orphan_data(self, waits: int, request_offered: bool) -> None:
        """Called at each edge: write data must not wait for a request that is not even offered."""
        self._orphan_cycles = self._orphan_cycles + 1 if waits and not request_offered else 0
        if self._orphan_cycles == self._orphan_limit:
            self.orphaned(waits)

    def orphaned(self, waits: int) -> None:
        """Write data have waited for so long that their request does not come."""
        waited = f"have waited {self._orphan_limit} cycles for a request"
        self.report(AxiRule.ORPHAN_DATA, f"w: {waits} data beats {waited}, and awvalid is low")

    def idle(self, outstanding: OutstandingTransfers) -> None:
        """At the end of a test: nothing may be unfinished."""
        if outstanding.early_data:
            count = len(outstanding.early_data)
            self.report(AxiRule.ORPHAN_DATA, f"w: {count} data beats without a request are left over at the end")
        if lines := outstanding.describe():
            self.report(AxiRule.OUTSTANDING, f"{len(lines)} unfinished at the end, first {lines[0]}", tuple(lines))

    def _request(self, channel: str, burst: Burst, align_bytes: int, ids: frozenset[int] | None) -> None:
        port, boundary = self._port, self._port.burst_boundary_bytes
        if burst.beats > port.max_burst_beats:
            self._wrong(AxiRule.BURST_LENGTH, channel, burst, f"longer than {port.max_burst_beats} beats")
        first, end = burst.span(port.data_bytes)
        if first // boundary != end // boundary:
            self._wrong(AxiRule.BURST_BOUNDARY, channel, burst, f"crosses a multiple of {boundary} bytes")
        if burst.address % align_bytes:
            self._wrong(AxiRule.ADDRESS_ALIGNMENT, channel, burst, f"not aligned to {align_bytes} bytes")
        if ids is not None and burst.axi_id not in ids:
            self._wrong(AxiRule.ID_RANGE, channel, burst, f"id is none of {', '.join(map(str, sorted(ids)))}")
        if burst.shape is not WHOLE_BEATS:
            self._shape(channel, burst)

    def _shape(self, channel: str, burst: Burst) -> None:
        """Rules of size, burst and lock."""
        shape, data_bytes = burst.shape, self._port.data_bytes
        if shape.kind is BurstKind.FIXED and FIXED_BEATS < burst.beats <= self._port.max_burst_beats:
            self._wrong(AxiRule.BURST_LENGTH, channel, burst, f"longer than {FIXED_BEATS} beats")
        if shape.kind is BurstKind.WRAP:
            self._wrong(AxiRule.BURST_WRAP, channel, burst, "WRAP bursts are not served; the answer is SLVERR")
        if shape.kind is BurstKind.RESERVED:
            self._wrong(AxiRule.BURST_RESERVED, channel, burst, "there is no such kind of burst; the answer is SLVERR")
        if shape.oversize(data_bytes):
            what = f"a beat of {1 << (shape.size or 0)} bytes on a bus of {data_bytes}; the answer is SLVERR"
            self._wrong(AxiRule.SIZE, channel, burst, what)
        if shape.exclusive:
            what = f"{channel}lock is 1; it is served like any other and answered OKAY"
            self._wrong(AxiRule.EXCLUSIVE, channel, burst, what)

    def _wrong(self, rule: AxiRule, channel: str, burst: Burst, what: str) -> None:
        """A request breaks a rule."""
        self.report(rule, f"{describe_burst(channel, burst)}: {what}")

    def _strobe_lanes(self, written: WriteBeat) -> None:
        """A beat writes nothing beside the lanes on which it moves."""
        burst, strobe = written.burst, written.beat.strobe
        allowed = burst.strobe(written.index, self._port.data_bytes)
        if strobe & ~allowed:
            where = f"beat {written.index + 1} of {burst.beats} of {describe_burst('aw', burst)}"
            text = f"wstrb is {strobe:#x}, which goes beyond {allowed:#x}, the lanes of {where}"
            self.report(AxiRule.STROBE_LANES, f"w: {text}")


def describe_burst(channel: str, burst: Burst) -> str:
    """A request in the words of the pins."""
    shape = burst.shape
    size = "" if shape.size is None else f", {channel}size {shape.size}"
    kind = "" if shape.kind is BurstKind.INCR else f", {channel}burst {shape.kind.name}"
    head = f"{channel}: {channel}addr {burst.address:#x}, {channel}len {burst.beats - 1}"
    return f"{head}{size}{kind}, {channel}id {burst.axi_id}"
