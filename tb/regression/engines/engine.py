"""What plays batches somewhere: it only places them, what became of their runs is on disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tb.regression.batch.batch_file import BatchJob
from tb.regression.batch.process import Ended

POLL_S = 0.2


class Engine(Protocol):
    """Plays batches at the same time."""

    @property
    def free(self) -> int:
        """How many batches it would begin with at once."""

    def start(self, job: BatchJob) -> None:
        """Begin a batch."""

    def wait(self) -> Sequence[Ended]:
        """Wait a moment.

        Returns:
            The batches that have ended since.
        """

    def news(self) -> Sequence[str]:
        """What a person should know of the place since the last look, a line each."""

    def stop(self) -> None:
        """End all batches, with all that they started, and what the engine itself started; once more does nothing."""
