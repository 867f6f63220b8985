"""How many channels a random cube has."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def draw_channels(rng: np.random.Generator, lanes: int, surfaces: tuple[int, int], wanted: Mapping[str, str]) -> int:
    """Channels that fill their atoms or not, as `wanted` says of ``channels`` or any.

    Args:
        rng: draws them.
        lanes: elements of an atom.
        surfaces: the fewest and the most atoms.
        wanted: aspects that are asked for.
    """
    least, most = surfaces
    whole = int(rng.integers(least, most + 1)) * lanes
    ragged = wanted.get("channels", str(rng.choice(["ragged", "whole"]))) == "ragged" and lanes > 1
    return whole - (int(rng.integers(1, lanes)) if ragged else 0)
