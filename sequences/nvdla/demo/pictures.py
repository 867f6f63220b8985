"""Pictures of stripes: across, down, falling to the right, rising to the right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

WAYS = ("across", "down", "falling", "rising")
STEPS = ((0.0, 1.0), (1.0, 0.0), (0.7, -0.7), (0.7, 0.7))
"""Of each way: how far one pixel to the right and one pixel down lead across the stripes."""
SIZE = 14
GREY = 128
"""What is neither bright nor dark."""
CONTRAST, WAVELENGTH, NOISE = (40, 80), (4, 7), 6


def draw_picture(rng: np.random.Generator, way: str) -> NDArray[Any]:
    """A picture in red, green, blue and alpha, [components, lines, columns].

    Args:
        rng: draws width, place and colour of the stripes, and some noise.
        way: one of `WAYS`.
    """
    right, down = STEPS[WAYS.index(way)]
    lines, columns = np.indices((SIZE, SIZE))
    place = (right * columns + down * lines) / rng.uniform(*WAVELENGTH) + rng.random()
    colour = rng.uniform(*CONTRAST, 3)[:, None, None]
    pixels = GREY + colour * np.sin(2 * np.pi * place) + rng.normal(0, NOISE, (3, SIZE, SIZE))
    alpha = np.full((1, SIZE, SIZE), 255)
    return np.concatenate([np.clip(np.rint(pixels), 0, 255), alpha]).astype(int)
