"""The mailbox: launches, completions, and what its registers show (docs/sophgo/README.md, 'Registers')."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from models.blocks.interrupts import InterruptBlock
from models.layer import Cause, Claim, End, EndKind
from models.prediction import Prediction
from models.registers import Block, Register
from models.sophgo.blocks.running import Running
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.entry import KernelEntry
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason

MAILBOX = "MAILBOX"
LINES = {"irq": ("DONE", "ERROR")}
SHOWN = ("SLOTS", "COMPLETED", "STATUS", "RESULT")
COUNTS = 1 << 16


class Outcome(IntEnum):
    """How a kernel ended: OUTCOME of the register RESULT."""

    OK = 0
    NO_KERNEL = 1
    STOPPED = 2
    MEMORY = 3


@dataclass(frozen=True, slots=True)
class Launch:
    """A write to LAUNCH, as its claim finds the table: the settings of that claim.

    Attributes:
        kernel: the id.
        notify: whether DONE is to be raised.
        table: where the table of kernels begins.
        entries: how many it has.
        started_by: number of the register write.
        entry: the entry that has the id; None: it has not been found.
    """

    kernel: int
    notify: bool
    table: int = 0
    entries: int = 0
    started_by: int = 0
    entry: KernelEntry | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """A kernel that has come to its end: the settings of its last claim, and what registers hold from then on.

    Attributes:
        kernel: its id.
        outcome: how it ended.
        stopped: where each queue stopped, and why.
        finished: how many words of each queue have ended.
        notify: whether DONE is raised.
    """

    kernel: int
    outcome: Outcome
    stopped: dict[Queue, tuple[int, Reason]]
    finished: dict[Queue, int]
    notify: bool = False


NOTHING = Completion(0, Outcome.OK, dict.fromkeys(Queue, (0, Reason.NONE)), dict.fromkeys(Queue, 0))
"""What registers hold before the first kernel."""


@dataclass(frozen=True, slots=True)
class LaunchWrite:
    """A write to LAUNCH: what rules of register writes are about.

    Attributes:
        full: whether the mailbox may have no room for it.
    """

    full: bool = False


class Mailbox(InterruptBlock):
    """The registers of the mailbox, and the kernels that wait, run, and have completed."""

    def __init__(self, block: Block, config: SophgoConfig) -> None:
        self._config = config
        super().__init__(block, "INTR_STATUS", "INTR_MASK", LINES)

    def reset(self) -> None:
        """Nothing waits or runs."""
        super().reset()
        self._waiting: deque[Launch] = deque()
        self._launch: Claim | None = None  # of the kernel that runs
        self.running: Running | None = None
        self.completions: deque[Claim] = deque()  # that may not have been seen
        self.held = NOTHING  # what registers hold by the last one that has
        self._last: tuple[Claim, ...] = ()
        self._launches = self._count = 0

    def asked(self, register: Register, data: int) -> LaunchWrite | None:  # noqa: ARG002 - whatever the kernel
        """What a write asks for now."""
        return LaunchWrite(self._free(0) == 0) if register.name == "LAUNCH" else None

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; a launch that has no room is ignored."""
        if register.name != "LAUNCH":
            super().write(register, data, number)
            return
        if self._free(0):
            fields = register.fields
            notify = bool(fields["NOTIFY"].get(data))
            super().write(register, data, number)
            self._waiting.append(Launch(fields["KERNEL"].get(data), notify, started_by=number))

    def claims(self) -> Iterator[Claim]:
        """The kernel whose turn it is, its words, and its end; then the next one."""
        while True:
            if self._launch is None:
                if not self._waiting:
                    return
                yield self._begun(self._waiting.popleft())
            assert self._launch is not None
            if self._launch.refused:
                return
            if self.running is not None:
                yield from self.running.turns()
                if not self.running.over:
                    return
            if not self._launch.free.allowed:
                return
            yield self._completed(self._launch)

    def started(self, running: Running) -> None:
        """The kernel that runs is known."""
        self.running = running

    def _begun(self, waiting: Launch) -> Claim:
        table = self.values["TABLE_HIGH"] << 32 | self.values["TABLE_LOW"]
        launch = replace(waiting, table=table, entries=self.values["TABLE_SIZE"])
        self._launches += 1
        writers = {(0, name): number for name, number in self.writers.items()}
        name = f"launch {self._launches} of kernel {launch.kernel}"
        self._launch = Claim(MAILBOX, name, launch, writers, launch.started_by, after=self._last)
        return self._launch

    def _completed(self, launched: Claim) -> Claim:
        launch, running = launched.settings, self.running
        assert isinstance(launch, Launch)
        if running is None:
            done = replace(NOTHING, kernel=launch.kernel, outcome=Outcome.NO_KERNEL, notify=launch.notify)
        else:
            stopped = {queue: running.stopped(queue) for queue in Queue}
            failed = Outcome.MEMORY if running.failed else Outcome.OK
            outcome = Outcome.STOPPED if any(word for word, _ in stopped.values()) else failed
            finished = {queue: len(claims) for queue, claims in running.claims.items()}
            done = Completion(launch.kernel, outcome, stopped, finished, launch.notify)
        after = (launched, *(running.last if running is not None else ()))
        name = f"end of launch {self._launches}"
        claim = Claim(MAILBOX, name, done, started_by=launch.started_by, after=after)
        for bit, raised in (("DONE", launch.notify), ("ERROR", done.outcome is not Outcome.OK)):
            if raised:
                claim.raises(bit, Cause.STARTED, frees=True)
        self.completions.append(claim)
        self._launch = self.running = None
        self._last = (claim,)
        return claim

    def predict(self, register: Register) -> Prediction:
        """What a read may return now: before or after each completion that may have come."""
        if register.name not in SHOWN:
            return super().predict(register)
        first, *others = (self._shown(register, come) for come in range(len(self.completions) + 1))
        for other in others:
            first = first.widen(other)
        return first

    def observe(self, register: Register, word: int) -> Iterable[End]:
        """COMPLETED shows how many kernels have completed; each has raised then what it raises."""
        if register.name != "COMPLETED":
            return super().observe(register, word)
        come = (register.fields["COUNT"].get(word) - self._count) % COUNTS
        if come > len(self.completions):
            return []
        return [end for claim in list(self.completions)[:come] for end in claim.ends]

    def ended(self, end: End) -> None:
        """A kernel has completed, and with it those before it."""
        if end.kind is EndKind.FREE:
            while end.claim in self.completions:
                self.held = completion_of(self.completions.popleft())
                self._count = (self._count + 1) % COUNTS

    @property
    def works(self) -> bool:
        """Whether a kernel runs or waits, as far as anybody can tell."""
        return self._launch is not None or bool(self._waiting)

    def _free(self, come: int) -> int:
        """Room for launches once so many completions have come."""
        behind = len(self.completions) - come + (self._launch is not None) + len(self._waiting)
        return self._config.launch_slots - max(behind - 1, 0)

    def _shown(self, register: Register, come: int) -> Prediction:
        """What a register shows once so many completions have come."""
        left = list(self.completions)
        held = completion_of(left[come - 1]) if come else self.held
        match register.name:
            case "SLOTS":
                word = self._free(come)
            case "COMPLETED":
                word = (self._count + come) % COUNTS
            case "STATUS":
                word = int(come < len(left) or self.works)
            case _:
                word = register.encode(KERNEL=held.kernel, OUTCOME=held.outcome)
        return Prediction(register, word)


def completion_of(claim: Claim) -> Completion:
    """What a kernel's last claim says."""
    assert isinstance(claim.settings, Completion)
    return claim.settings
