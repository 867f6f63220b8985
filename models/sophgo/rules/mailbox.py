"""What is legal for writes to the mailbox, and for launches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.breakers import becomes
from models.rules import Broken, Case, RuleContext, RuleList
from models.sophgo.blocks.mailbox import MAILBOX, Launch, LaunchWrite
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry
from models.sophgo.words.stream import UNIT_BYTES

REGISTERS = "docs/sophgo/README.md, 'Registers'"
KERNELS = "docs/sophgo/README.md, 'Kernels'"
STREAM_MEMBERS = ("tiu_address", "gdma_address", "tiu_bytes", "gdma_bytes")
Context = RuleContext[SophgoConfig]
WRITE_RULES = RuleList[LaunchWrite, SophgoConfig](LaunchWrite)


@WRITE_RULES.rule(
    "mailbox-full",
    "A kernel is launched where the mailbox has room for it.",
    REGISTERS,
    becomes(lambda _: LaunchWrite(full=True)),
)
def _full(write: LaunchWrite, _: Context) -> Iterator[Broken]:
    if write.full:
        yield Broken("the mailbox may have no room: the launch may be ignored", (f"{MAILBOX}.LAUNCH",))


LAUNCH_RULES = RuleList[Launch, SophgoConfig](Launch)
LaunchCase = Case[Launch, SophgoConfig]


def _launch(entry: KernelEntry | None, table: int = 0) -> Callable[[LaunchCase], Launch]:
    """A launch that found an entry, from a table so many bytes behind where one may be."""

    def make(case: LaunchCase) -> Launch:
        base = case.context.config.ddr_base
        return Launch(kernel=1, notify=True, table=base + table, entries=1, entry=entry)

    return make


@LAUNCH_RULES.rule(
    "kernel-in-table", "The table has an entry of each kernel that is launched.", KERNELS, becomes(_launch(None))
)
def _missing(launch: Launch, _: Context) -> Iterator[Broken]:
    if launch.entry is None:
        message = f"KERNEL is {launch.kernel:#x}: none of the table's {launch.entries} entries has this id"
        yield Broken(message, (f"{MAILBOX}.LAUNCH",))


@LAUNCH_RULES.rule(
    "table-aligned",
    f"The table begins at a multiple of {ENTRY_BYTES}, a stream at a multiple of {UNIT_BYTES}, of which its size is "
    "one too.",
    KERNELS,
    becomes(
        _launch(KernelEntry(id=1), table=UNIT_BYTES),
        *(_launch(KernelEntry(id=1, **{name: 8})) for name in STREAM_MEMBERS),
    ),
)
def _skewed(launch: Launch, _: Context) -> Iterator[Broken]:
    if launch.table % ENTRY_BYTES:
        yield Broken(f"the table begins at {launch.table:#x}", (f"{MAILBOX}.TABLE_LOW",))
    for name in STREAM_MEMBERS:
        value = getattr(launch.entry, name, 0)
        if value % UNIT_BYTES:
            yield Broken(f"{name} of the entry is {value:#x}: its low bits count as 0")
