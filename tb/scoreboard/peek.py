"""How a bench looks into memories of the design that no pin shows."""

from __future__ import annotations

from collections.abc import Callable

from models.memory.footprint import Footprint
from models.memory.sparse import Bytes

Peek = Callable[[Footprint], Bytes | None]
"""What such a memory holds now, uint8 [n, chunk bytes]; None: nobody may look there. A family gives it."""
