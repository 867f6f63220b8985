"""How a memory answers a request, by what it asks for and where."""

from __future__ import annotations

from tb.memory.axi import WHOLE_BEATS, Response
from tb.memory.pins.outstanding import Burst
from tb.memory.profile import MemoryProfile


def answer_to(burst: Burst, profile: MemoryProfile, data_bytes: int) -> Response:
    """What is certain of the answer to a request on a bus of so many bytes; OKAY may yet become an error by chance."""
    if burst.shape is not WHOLE_BEATS and burst.shape.refused(data_bytes):
        return Response.SLVERR
    return profile.answer_at(burst.address) if profile.error_ranges else Response.OKAY
