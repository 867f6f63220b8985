"""The launch of a kernel, which reads its entry and its streams, and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Fetched, Footprint, StreamId
from models.memory.stretch import stretch
from models.pipeline.stage import Stage
from models.sophgo.blocks.mailbox import MAILBOX, Completion, Launch, Mailbox
from models.sophgo.blocks.running import Running
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry
from models.sophgo.kernels.footprints import FETCH_ID
from models.sophgo.kernels.program import KernelPrograms
from models.sophgo.words.description import Queue

FETCH = StreamId(DDR, FETCH_ID)

MOST_STREAM_BYTES = 1 << 24
"""Of a queue in a kernel: more is not read here."""


class Said:
    """What messages say of a launch or of an end: nothing but its name has more to it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def explain(self) -> tuple[str, ...]:
        """The launch, for messages."""
        return (self._text,)


class LaunchStage(Stage):
    """Kernels, from what is read of them to their ends.

    Args:
        mailbox: is told which words a kernel has.
        config: the hardware configuration.
    """

    name = MAILBOX
    blocks = (MAILBOX,)
    lead = MAILBOX

    def __init__(self, mailbox: Mailbox, config: SophgoConfig) -> None:
        self._mailbox, self._config = mailbox, config
        super().__init__()

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """The first entry of the table; of an end nothing."""
        if isinstance(claim.settings, Completion):
            return ()
        launch = _launch(claim)
        if launch.entries:
            claim.free.cause = Cause.FETCHED
            return (_entry(launch, 0),)
        return ()

    def claimed_next(self, claim: Claim, fetched: Sequence[Fetched]) -> Sequence[Footprint]:
        """The next entry, or the streams of the kernel that was found.

        Raises:
            ValueError: nobody knows what the entry or the streams hold.
        """
        launch = _launch(claim)
        if not all(item.known.all() for item in fetched):
            raise ValueError(f"nobody knows what its {fetched[0].where.label} holds")
        if launch.entry is not None:
            data = iter(fetched)
            self._start(claim, {queue: next(data) for queue, (_, size) in launch.entry.streams.items() if size})
            return ()
        entry = KernelEntry.decode(fetched[0].data[:, 0])
        if entry.id != launch.kernel:
            at = len(claim.fetched)
            return (_entry(launch, at),) if at < launch.entries else ()
        claim.settings = replace(launch, entry=entry)
        streams = {queue: place for queue, place in entry.streams.items() if place[1]}
        if not streams:
            self._start(claim, {})
        for queue, (at, size) in streams.items():
            self._need_readable(queue, at, size)
        return [stretch(FETCH, at, size, f"stream of {queue}") for queue, (at, size) in streams.items()]

    def _need_readable(self, queue: Queue, address: int, size_bytes: int) -> None:
        """Make sure that a stream is in DDR, and no longer than is read here.

        Raises:
            ValueError: it is not.
        """
        ddr, it = self._config.memory_map[DDR], f"its stream of {queue}, {size_bytes} bytes at {address:#x},"
        if address < ddr.start or address + size_bytes > ddr.stop:
            raise ValueError(f"{it} is not in DDR, {ddr.start:#x} to {ddr.stop - 1:#x}")
        if size_bytes > MOST_STREAM_BYTES:
            raise ValueError(f"{it} is longer than the reference reads: at most {MOST_STREAM_BYTES} bytes")

    def _start(self, claim: Claim, fetched: Mapping[Queue, Fetched]) -> None:
        """Let the queues begin."""
        nothing = np.zeros(0, np.uint8)
        data = {queue: fetched[queue].data[:, 0] if queue in fetched else nothing for queue in Queue}
        programs = KernelPrograms.of(data, self._config)
        before = claim.after[0] if claim.after else None
        self._mailbox.started(Running(programs, before, claim.started_by))

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:
        """The launch with the entry that it found, and the kernel's words."""
        settings, running = claims[MAILBOX].settings, self._mailbox.running
        if isinstance(settings, Completion):
            return ()
        return (settings,) if running is None else (settings, running.programs)

    def failed(self, claim: Claim) -> Result | None:
        """Memory answered a read of the table or of a stream with an error: the kernel fails."""
        if self._mailbox.running is not None and not isinstance(claim.settings, Completion):
            self._mailbox.running.failed = True
        return None

    def describe(self, claims: Mapping[str, Claim]) -> Descriptor:
        """The launch or the end, by its name."""
        return Said(str(claims[MAILBOX]))

    def compute(self, layer: Layer) -> Result:  # noqa: ARG002 - words compute
        """Nothing is written."""
        return Result()


def _launch(claim: Claim) -> Launch:
    assert isinstance(claim.settings, Launch)
    return claim.settings


def _entry(launch: Launch, index: int) -> Footprint:
    """The bytes of an entry of the table."""
    return stretch(FETCH, launch.table + index * ENTRY_BYTES, ENTRY_BYTES, f"entry {index} of the table")
