"""Looking again until something is so, but not for ever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sequences.host import POLL_CYCLES, HangError, Host

SPINS = 10_000
"""Looks after which what does not come is given up."""


async def poll(
    host: Host, done: Callable[[], Awaitable[bool]], complaint: str, *, pause_cycles: int = POLL_CYCLES
) -> None:
    """Look until it is so, with a pause after each look in vain.

    Args:
        host: where time passes.
        done: looks.
        complaint: what is wrong if it never is.
        pause_cycles: how long each pause is.

    Raises:
        HangError: it was not so in all the looks.
    """
    for _ in range(SPINS):
        if await done():
            return
        await host.pause(pause_cycles)
    raise HangError(complaint + host.why_waiting())
