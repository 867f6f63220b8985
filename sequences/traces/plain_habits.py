"""Habits of traces whose goldens hang on no timing."""

from __future__ import annotations

from models.pipeline.device import EventDevice
from models.pipeline.order import next_end
from sequences.host import Host
from sequences.traces.commands import ReadRegister, Trace, WriteRegister


class PlainHabits:
    """Everything is done as it stands there: each write is waited for, each golden taken literally.

    Args:
        device: the reference.
    """

    def __init__(self, device: EventDevice) -> None:
        self._device = device

    def cycles_before(self, trace: Trace) -> int:  # noqa: ARG002
        """A trace begins at once."""
        return 0

    def posted(self, command: WriteRegister) -> bool:  # noqa: ARG002
        """What follows a write waits for its answer."""
        return False

    async def recorded(self, host: Host, command: WriteRegister) -> int:  # noqa: ARG002
        """What stands there is written."""
        return command.data

    async def came_before(self, host: Host) -> bool:  # noqa: ARG002
        """An interrupt is waited for."""
        return False

    def waited(self) -> None:
        """Nothing is remembered."""

    def softened(self, command: ReadRegister, value: int) -> str | None:  # noqa: ARG002
        """No read passes that is not satisfied."""
        return None

    def at_rest(self) -> bool:
        """Whether no layer ends before the trace does something."""
        return next_end(self._device.layers_in_flight) is None
