"""Faults planted by hand into the behavioural RTL: one changed line each, and the test that must catch it.

A fault is data. `test_planted.py` builds a copy of the RTL with that one line changed, plays the one test on it, and
wants its first error to be of the fault's kind. The same test must pass on the RTL as it is.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from models.nvdla.config import find_config
from tb.nvdla.design import behavioural
from tb.runner.paths import BUILD, ROOT

RTL = ROOT / "rtl_stubs" / "nvdla"


@dataclass(frozen=True, kw_only=True)
class PlantedFault:
    """One fault.

    Attributes:
        name: what the fault is, in words with dashes.
        file: the file that it is in, relative to the RTL's folder.
        text: what stands there, once in the whole file.
        replacement: what is put there instead.
        test: the test that must catch it, as ``module.class`` in ``tests.sim.nvdla``.
        kind: the kind of the first error that it must find.
        config: the configuration that it is simulated in.
        responder: what answers the memory ports: ``hdl`` or ``python``.
    """

    name: str
    file: str
    text: str
    replacement: str
    test: str
    kind: str
    config: str = "tiny"
    responder: str = "hdl"

    def __str__(self):
        return self.name

    @property
    def module(self):
        """The Python module of the test."""
        return f"tests.sim.nvdla.{self.test.partition('.')[0]}"

    @property
    def test_filter(self):
        """What matches the test alone."""
        return rf"\.{self.test.replace('.', '[.]')}$"

    @cached_property
    def changed(self):
        """The file's text with the fault in it."""
        path = RTL / self.file
        text = path.read_text()
        if (found := text.count(self.text)) != 1:
            raise ValueError(
                f"planted fault {self.name}: {self.text!r} is {found} times in {self.file}, must be there once; "
                f"look up what became of that line"
            )
        return text.replace(self.text, self.replacement)

    def design(self):
        """The behavioural RTL with the fault in it."""
        sound = behavioural(find_config(self.config))
        copy = BUILD / "planted" / self.name / (RTL / self.file).name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(self.changed)
        sources = tuple(copy if source == RTL / self.file else source for source in sound.sources)
        return replace(sound, name=f"{sound.name}-{self.name}", sources=sources)


STATUSES = (
    PlantedFault(
        name="busy-flag-stuck-high",
        file="bdma/nvdla_bdma.sv",
        text="assign state.grp0_busy = busy[0];",
        replacement="assign state.grp0_busy = 1'b1;",
        test="bdma.BackToBackTest",
        kind="wrong-status",
    ),
)
"""Statuses and counters that read wrong."""

PLANTED = STATUSES
