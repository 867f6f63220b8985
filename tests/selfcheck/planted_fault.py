"""Faults planted by hand into the behavioural RTL: one changed line each, and the test that must catch it.

A fault is data. For each, a copy of the RTL is built with that one line changed, and the one test is played on it: its
first error must be of the fault's kind. The same test must pass on the RTL as it is.
"""

from dataclasses import dataclass, replace

import pytest

from tb.findings import Severity
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import BUILD
from tests.designs import answered
from tests.selfcheck.by_hand import HandFault
from tests.simulation import play

QUICK = 6
"""Faults of a family that `make test` plays: each takes a build and a simulation."""


@dataclass(frozen=True, kw_only=True)
class PlantedFault(HandFault):
    """One fault, in a build of its own whatever its form.

    Attributes:
        test: the test that must catch it, as ``module.class`` among the family's tests in ``tests/sim``.
        kind: the kind of the first error that it must find.
        responder: what answers the memory ports: ``hdl`` or ``python``.
    """

    test: str
    kind: str
    responder: str = "hdl"

    @property
    def module(self):
        """The Python module of the test."""
        return f"tests.sim.{self.family.name}.{self.test.partition('.')[0]}"

    @property
    def test_filter(self):
        """What matches the test alone."""
        return rf"\.{self.test.replace('.', '[.]')}$"

    def design(self):
        """The behavioural RTL with the fault in it."""
        sound = self.family.design(self.config)
        copy = BUILD / "planted" / self.family.name / self.name / self.path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(self.changed)
        sources = tuple(copy if source == self.path else source for source in sound.sources)
        return replace(sound, name=f"{sound.name}-{self.name}", sources=sources)


def parameters(faults):
    """Faults as parameters of a test: `make test` plays a few of different kinds, `make long` the others."""
    first = {fault.kind: fault.name for fault in reversed(faults)}
    quick = list(first.values())[-QUICK:]
    return [
        pytest.param(fault, id=str(fault), marks=() if fault.name in quick else pytest.mark.long) for fault in faults
    ]


def check_caught(fault):
    """A fault must be caught: by the test that is named for it, with an error of the kind that is named."""
    design = answered(fault.family, fault.responder, fault.config, fault.design())
    result = play(design, fault.module, "icarus", test_filter=fault.test_filter, env={CONFIG_VARIABLE: fault.config})
    assert not result.problem, f"{result.problem}; log {result.log}"
    (record,) = result.records
    errors = [finding for finding in record.findings if finding.severity is Severity.ERROR]
    fault.tried(test=record.name, checker=errors[0].kind if errors else "", expected=fault.kind)
    assert errors, f"{fault.test} did not see it; log {result.log}"
    assert errors[0].kind == fault.kind, f"first error: {errors[0].kind}: {errors[0].message}; log {result.log}"
