"""Kinds of findings that all register buses share; each bus puts its own name in front."""

from __future__ import annotations

from enum import StrEnum


class BusRule(StrEnum):
    """What is wrong with an access or its answer: ``csb-hang`` is the HANG of CSB."""

    HANG = "hang"  # a request was not accepted or not answered
    UNANSWERED = "unanswered"  # at the end, a request has no answer
    STRAY = "stray"  # an answer for which no request is waiting
    WITHDRAWN = "withdrawn"  # valid fell before ready rose
    UNSTABLE = "unstable"  # what valid stands for changed while it waited for ready
    UNKNOWN = "unknown"  # X or Z on a pin of the bus
