"""What the monitor saw on a port at one clock edge: all that a responder has to know."""

from __future__ import annotations

from dataclasses import dataclass

from tb.memory.pins.outstanding import Burst, WriteBeat


@dataclass(slots=True)
class PortEvents:
    """Events of one clock edge.

    Attributes:
        writes: write data beats that are complete now: accepted, and so is their request.
        read: the read request that was accepted, or None.
        response_taken: the master took the offered write response.
        read_data_taken: the master took the offered read data beat.
        address_waiting: a write request is offered and was not taken.
        data_waiting: write data are offered and were not taken.
        address_pending: an accepted write request lacks data.
        data_pending: accepted write data lack their request.
    """

    writes: list[WriteBeat]
    read: Burst | None
    response_taken: bool
    read_data_taken: bool
    address_waiting: bool
    data_waiting: bool
    address_pending: bool
    data_pending: bool
