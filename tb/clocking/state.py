"""Whether a design is in reset, for everything that must stop or start with it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import cocotb
from cocotb.triggers import Event


class ResetState:
    """One design's reset as its pins show it: asserted until a reset monitor has seen it released.

    Attributes:
        preparing: the driver prepares the first reset: what the pins show does not count.
    """

    def __init__(self) -> None:
        self.preparing = False
        self._assertion = Event()
        self._release = Event()
        self._assertion.set()

    @property
    def asserted(self) -> bool:
        """Whether the design is in reset now."""
        return self._assertion.is_set()

    async def assertion(self) -> None:
        """Return when the design is in reset, at once if it is."""
        await self._assertion.wait()

    async def release(self) -> None:
        """Return when the design is out of reset, at once if it is."""
        await self._release.wait()

    def change(self, asserted: bool) -> None:
        """Take over what the pins show, and wake who waits for it."""
        happened, over = (self._assertion, self._release) if asserted else (self._release, self._assertion)
        over.clear()
        happened.set()


async def run_between_resets(
    reset: ResetState, serve: Callable[[], Coroutine[Any, Any, None]], drop: Callable[[], None]
) -> None:
    """Serve while the design is out of reset; at each assertion stop serving and forget what was under way.

    Args:
        reset: the design's reset.
        serve: an endless coroutine; it is cancelled when the reset is asserted and started anew after it.
        drop: forgets what the cancelled coroutine had begun.
    """
    while True:
        await reset.release()
        service = cocotb.start_soon(serve())
        await reset.assertion()
        service.cancel()
        drop()
