"""Hits of a covergroup as a short text: which bins, how often, and of which version of the group."""

from __future__ import annotations

import base64
import string
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Cross

SEPARATOR = ":"
_LETTERS = (string.digits + string.ascii_uppercase + string.ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~").encode()
"""Those of base 85, as `base64.b85encode` has them."""
_NO_DIGIT = 255
_DIGITS = np.full(256, _NO_DIGIT, np.uint64)
_DIGITS[list(_LETTERS)] = np.arange(85)
_WEIGHTS = np.array([85**4, 85**3, 85**2, 85, 1], np.uint64)


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


def are_bins(group: Covergroup) -> NDArray[np.bool_]:
    """Of all places of `Counts.vector` those that are bins, for a cross may ignore some: bool."""
    ignored = [item.ignored_labels if isinstance(item, Cross) else frozenset() for item in group.items]
    return np.array(
        [label not in left for item, left in zip(group.items, ignored, strict=True) for label in item.labels], bool
    )


def unpack_all(texts: Sequence[str]) -> Iterator[tuple[str, NDArray[np.int64], NDArray[np.int64]] | None]:
    """Many hits at once, which takes a quarter of the time.

    Args:
        texts: from `pack`.

    Yields:
        Of each text the version of the group, the places in `Counts.vector`, and how often each was hit; None where it
        is damaged.
    """
    parts = [text.partition(SEPARATOR) for text in texts]
    for (version, _, _), packed in zip(parts, _decoded([part[2] for part in parts]), strict=True):
        try:
            numbers = np.frombuffer(zlib.decompress(packed), "<u4").astype(np.int64)
        except (ValueError, zlib.error):
            yield None
            continue
        middle = len(numbers) // 2
        yield (version, np.cumsum(numbers[:middle]), numbers[middle:]) if 2 * middle == len(numbers) else None


def _decoded(texts: Sequence[str]) -> list[bytes]:
    """What `base64.b85decode` makes of many texts; of one that is damaged nothing."""
    letters = [text.encode("ascii", "replace") for text in texts]
    padded = [text + b"~" * (-len(text) % 5) for text in letters]
    digits = _DIGITS[np.frombuffer(b"".join(padded), np.uint8)].reshape(-1, 5)
    words = digits @ _WEIGHTS
    wrong = (digits == _NO_DIGIT).any(1) | (words > np.uint64(0xFFFFFFFF))
    decoded, found, begin = words.astype(">u4").tobytes(), [], 0
    for text, whole in zip(letters, padded, strict=True):
        end = begin + len(whole) // 5
        damaged = bool(wrong[begin:end].any())
        found.append(b"" if damaged else decoded[4 * begin : 4 * end - (len(whole) - len(text))])
        begin = end
    return found


def _unpacked(text: str) -> tuple[str, NDArray[np.int64], NDArray[np.int64]]:
    version, _, packed = text.partition(SEPARATOR)
    try:
        numbers = np.frombuffer(zlib.decompress(base64.b85decode(packed)), "<u4")
        steps, hits = np.split(numbers.astype(np.int64), 2)
    except (ValueError, zlib.error) as error:
        raise OutdatedHitsError(f"damaged hits: {error}") from error
    return version, np.cumsum(steps), hits
