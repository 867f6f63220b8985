"""The rules of a memory port that are checked on its pins."""

from __future__ import annotations

from enum import StrEnum


class AxiRule(StrEnum):
    """Kinds of findings: each names the rule that was broken."""

    STABLE_PAYLOAD = "axi-payload-changed"  # while valid waited for ready
    STABLE_VALID = "axi-valid-dropped"  # before ready came
    UNKNOWN = "axi-unknown"  # X or Z on valid, on ready, or on what they qualify
    BURST_LENGTH = "axi-burst-length"  # longer than the port's bursts are
    BURST_BOUNDARY = "axi-burst-boundary"
    BURST_WRAP = "axi-burst-wrap"  # WRAP, which is not served
    BURST_RESERVED = "axi-burst-reserved"  # a kind of burst that AXI does not have
    SIZE = "axi-size"  # a beat larger than the bus
    EXCLUSIVE = "axi-exclusive"  # a locked request, which is served as any other
    ADDRESS_ALIGNMENT = "axi-address-alignment"
    ID_RANGE = "axi-id-range"
    STROBE = "axi-strobe"  # not whole granules
    STROBE_LANES = "axi-strobe-lanes"  # bytes on which the beat does not move
    WLAST_EARLY = "axi-wlast-early"  # fewer data beats than the request says
    WLAST_MISSING = "axi-wlast-missing"  # more data beats than the request says, or its last one not marked
    ORPHAN_DATA = "axi-orphan-data"  # write data whose request does not come
    UNREQUESTED_RESPONSE = "axi-unrequested-response"
    UNREQUESTED_DATA = "axi-unrequested-data"
    RLAST = "axi-rlast"
    RESPONSE = "axi-response"  # EXOKAY, though nothing exclusive is served
    OUTSTANDING = "axi-outstanding"  # something unfinished at the end
    MEMORY_FULL = "memory-full"  # not the master's fault: an HDL memory dropped a write, it has no page left
