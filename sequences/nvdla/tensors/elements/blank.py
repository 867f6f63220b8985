"""What tells a tensor that nobody has written from one that holds a result."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.cubes import ElementLayout

LEAST_BYTES = 8
"""Of elements: fewer may be by chance what memory was filled with."""
DIGEST_BYTES = 16


def blank_of(layout: ElementLayout, atoms: NDArray[np.uint8]) -> bytes | None:
    """A digest of what a tensor holds before anybody writes it.

    Args:
        layout: where its elements lie.
        atoms: what memory holds there.

    Returns:
        None where the same bytes could well be a result.
    """
    if layout.channels * layout.height * layout.width * layout.element_bytes < LEAST_BYTES:
        return None
    return blake2b(np.ascontiguousarray(atoms).tobytes(), digest_size=DIGEST_BYTES).digest()
