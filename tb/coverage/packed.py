"""Hits of a covergroup as a short text: which bins, how often, and of which version of the group."""

from __future__ import annotations

import base64
import zlib

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts

SEPARATOR = ":"


class OutdatedHitsError(ValueError):
    """Hits are of another version of their group, or no hits at all."""


def pack(counts: Counts) -> str:
    """The hits of a group: its version, then bins that were hit (as steps from one to the next) and how often."""
    vector = counts.vector
    places = np.flatnonzero(vector)
    numbers = np.concatenate([np.diff(places, prepend=0), vector[places]]).astype("<u4")
    packed = base64.b85encode(zlib.compress(numbers.tobytes(), 9)).decode()
    return f"{counts.group.version}{SEPARATOR}{packed}"


def places_of(text: str) -> tuple[str, NDArray[np.int64]]:
    """Which bins were hit.

    Args:
        text: from `pack`.

    Returns:
        The version of the group; places in `Counts.vector`, ascending.

    Raises:
        OutdatedHitsError: the text is damaged.
    """
    version, places, _ = _unpacked(text)
    return version, places


def unpack(text: str, version: str, bins: int) -> NDArray[np.int64]:
    """How often each bin was hit, as `Counts.vector`.

    Args:
        text: from `pack`.
        version: that of the group as it is now.
        bins: how many bins the group has.

    Raises:
        OutdatedHitsError: the group was another one, or the text is damaged.
    """
    recorded, places, hits = _unpacked(text)
    if recorded != version or (len(places) and places[-1] >= bins):
        raise OutdatedHitsError(f"hits of version {recorded[:20]!r}, the group is {version}")
    vector = np.zeros(bins, np.int64)
    vector[places] = hits
    return vector


def _unpacked(text: str) -> tuple[str, NDArray[np.int64], NDArray[np.int64]]:
    version, _, packed = text.partition(SEPARATOR)
    try:
        numbers = np.frombuffer(zlib.decompress(base64.b85decode(packed)), "<u4")
        steps, hits = np.split(numbers.astype(np.int64), 2)
    except (ValueError, zlib.error) as error:
        raise OutdatedHitsError(f"damaged hits: {error}") from error
    return version, np.cumsum(steps), hits
