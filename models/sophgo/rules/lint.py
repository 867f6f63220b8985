"""What is wrong with a kernel, without a device: the rules that it breaks, and its software races."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.rules import RuleContext, Violation, check
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.hazards import Race, races_of
from models.sophgo.kernels.program import KernelPrograms
from models.sophgo.rules import WORD_RULES
from models.sophgo.rules.kernels import KERNEL_RULES
from models.sophgo.words.description import Queue


def broken_rules(kernel: KernelPrograms, config: SophgoConfig) -> Iterator[Violation]:
    """The rules that words of a kernel break, then those that the whole of it breaks; each message names the word."""
    context = RuleContext(config)
    for queue, program in kernel.programs.items():
        for step in program.steps:
            for violation in check(WORD_RULES, step, context):
                yield replace(violation, message=f"{queue} word {step.number}: {violation.message}")
    yield from check(KERNEL_RULES, kernel, context)


def races(kernel: KernelPrograms) -> Iterator[Race]:
    """The software races of a kernel of which both streams are known."""
    if len(kernel.programs) == len(Queue):
        yield from races_of(kernel[Queue.TIU], kernel[Queue.GDMA])
