"""What is legal for the streams of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from models.breakers import becomes
from models.rules import Broken, Case, RuleList
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.program import KernelPrograms
from models.sophgo.rules.legal import Context, addition, copy
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from models.sophgo.words.word import END, Word

KERNELS = "docs/sophgo/README.md, 'Kernels'"
KERNEL_RULES = RuleList[KernelPrograms, SophgoConfig](KernelPrograms)
KernelCase = Case[KernelPrograms, SophgoConfig]
Make = Callable[[KernelCase], KernelPrograms]


def _kernel(make: Callable[[SophgoConfig], list[Word]], *, ends: bool = True, behind: int = 0) -> Make:
    """A kernel of words of both queues.

    Args:
        make: makes the words.
        ends: whether each queue's have an end word behind them.
        behind: so many bytes of one more word stand behind those of the TIU.
    """

    def kernel(case: KernelCase) -> KernelPrograms:
        config, streams = case.context.config, {}
        for queue in Queue:
            words = [word for word in make(config) if word.queue is queue]
            parts = [word.encode() for word in ([*words, END[queue]] if ends and words else words)]
            parts += [addition(config).changed(cmd_id=2).encode()[:behind]] if queue is Queue.TIU else []
            streams[queue] = np.concatenate([np.zeros(0, np.uint8), *parts])
        return KernelPrograms.of(streams, config)

    return kernel


def _one(word: Word, **members: int) -> list[Word]:
    """A word as the first one of its queue."""
    return [word.changed(**{"cmd_id": 1, **members})]


def _refusals(reason: Reason) -> Callable[[KernelPrograms, Context], Iterator[Broken]]:
    """Finds the words that a queue refuses for a reason."""

    def find(kernel: KernelPrograms, _: Context) -> Iterator[Broken]:
        for program in kernel.programs.values():
            if program.refusal is not None and program.refusal.reason is reason:
                yield Broken(str(program.refusal))

    return find


KERNEL_RULES.rule(
    "stream-ends",
    "A stream ends with an end word.",
    KERNELS,
    becomes(
        _kernel(lambda config: _one(addition(config)), ends=False),
        _kernel(lambda config: _one(copy(config)), ends=False),
        _kernel(lambda config: _one(addition(config)), ends=False, behind=8),
        _kernel(lambda config: _one(addition(config)), ends=False, behind=48),
    ),
)(_refusals(Reason.CUT))
KERNEL_RULES.rule(
    "short-forms",
    "Words of the TIU are short forms.",
    KERNELS,
    becomes(_kernel(lambda config: _one(addition(config), cmd_short=0))),
)(_refusals(Reason.LONG))
KERNEL_RULES.rule(
    "executed-words",
    "Words are ones that the device executes.",
    KERNELS,
    becomes(
        _kernel(lambda _: _one(Word.of("sSFU", "taylor"))),
        _kernel(lambda _: _one(Word.of("sDMA_general", "copy"))),
        _kernel(lambda config: _one(addition(config), tsk_typ=7)),
        _kernel(lambda config: _one(copy(config), cmd_type=9)),
    ),
)(_refusals(Reason.NOT_EXECUTED))
KERNEL_RULES.rule(
    "ids-in-order",
    "The ids of a queue's words count from 1.",
    KERNELS,
    becomes(
        _kernel(lambda config: _one(addition(config), cmd_id=2)),
        _kernel(lambda config: [*_one(copy(config)), *_one(copy(config))]),
    ),
)(_refusals(Reason.ID))
KERNEL_RULES.rule(
    "members",
    "No member of a word has a value that the word refuses.",
    KERNELS,
    becomes(
        _kernel(lambda config: _one(addition(config), res0_prec=1)),
        _kernel(lambda config: _one(addition(config), res0_c=0)),
        _kernel(lambda config: _one(copy(config), src_data_format=6)),
    ),
)(_refusals(Reason.MEMBER))


@KERNEL_RULES.rule(
    "waits-end",
    "What a word waits for ends.",
    KERNELS,
    becomes(
        _kernel(lambda config: _one(addition(config), cmd_id_dep=1)),
        _kernel(lambda config: [*_one(addition(config), cmd_id_dep=1), *_one(copy(config), cmd_id_dep=1)]),
    ),
)
def _stuck(kernel: KernelPrograms, _: Context) -> Iterator[Broken]:
    for step, ended in kernel.stuck():
        queue = step.word.queue
        waits = f"cmd_id_dep is {step.word['cmd_id_dep']:#x}"
        yield Broken(f"{queue} word {step.number}: {waits}: of {queue.other} only {ended} words end")
