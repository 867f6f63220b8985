"""A kernel as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.program import KernelPrograms
from models.sophgo.rules.lint import broken_rules, races
from models.sophgo.words.stream import disassemble
from tb.sophgo.disassembly.kernels import FoundKernel


@dataclass(frozen=True, slots=True)
class Text:
    """A kernel as text.

    Attributes:
        title: what it is called; empty: it has no name.
        words: a line for each, queue by queue: queue, first byte in its stream, what it is.
        findings: what is missing, the rules that it breaks, its races, a line each.
    """

    title: str
    words: tuple[str, ...]
    findings: tuple[str, ...]

    @classmethod
    def of(cls, kernel: FoundKernel, config: SophgoConfig) -> Text:
        """The text of a kernel that was found."""
        programs = KernelPrograms.of(kernel.streams, config)
        missing = (f"MISSING {text}" for text in kernel.missing)
        return cls(kernel.title, tuple(_words(programs)), (*missing, *_findings(programs, config)))

    def __str__(self) -> str:
        return "\n".join([*([self.title] if self.title else []), *self.words, *self.findings])


def _words(programs: KernelPrograms) -> Iterator[str]:
    for queue, data in programs.streams.items():
        for at, text in disassemble(data, queue):
            yield f"{queue:4} {at:#06x} {text}"


def _findings(programs: KernelPrograms, config: SophgoConfig) -> Iterator[str]:
    for violation in broken_rules(programs, config):
        yield f"BROKEN {violation.rule} {violation.message} [{violation.section}]"
    for race in races(programs):
        yield f"RACE {race.text}"
