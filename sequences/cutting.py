"""A host that stops a sequence while what it started runs, so that something else can happen to it: a reset."""

from __future__ import annotations

from sequences.host import Host
from sequences.passing import PassingHost


class CutError(Exception):
    """The sequence was stopped where that was wanted."""


class CuttingHost(PassingHost):
    """Passes everything on to another host until an interrupt is waited for: then it stops the sequence.

    Args:
        host: the host that really does it.
        waits: which wait for an interrupt it is, from 1; the ones before it are passed on.
        cycles: of the accelerator's clock, from there to the stop.
    """

    def __init__(self, host: Host, waits: int, cycles: int) -> None:
        super().__init__(host)
        self._waits, self._cycles = waits, cycles

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high.

        Raises:
            CutError: it is time to stop.
        """
        self._waits -= 1
        if not self._waits:
            await self.pause(self._cycles)
            raise CutError
        await super().wait_interrupt()
