"""Faults of which taps name the unit: what a report says, and a family's faults that are planted in one build."""

import re
from dataclasses import dataclass

import pytest

from tb.findings import Severity
from tb.mutation.faults.plant import PLUSARG, plant
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_taps
from tests.designs import answered
from tests.selfcheck.by_hand import HandFault, side_by_side
from tests.simulation import need_simulator, play

SIM = "icarus"
NAMED = "so the unit that is wrong: "
"""How the line of a report begins that names a unit."""


@dataclass(frozen=True, kw_only=True)
class NamedFault(HandFault):
    """One fault, all of a family's in one build.

    Attributes:
        test: the test that must catch it, as ``module.class``.
        kind: the kind of the first error that it must find.
        unit: the block that has it, which taps name.
        misled: why they name another one; empty: they do not.
    """

    test: str
    kind: str = "wrong-data"
    unit: str
    misled: str = ""


def errors_of(record):
    """The errors that a test found."""
    return [finding for finding in record.findings if finding.severity is Severity.ERROR]


def said_of_unit(record):
    """The line that says which unit is wrong; empty: none does."""
    details = (line for finding in errors_of(record) for line in finding.details)
    return next((line for line in details if line.startswith(NAMED)), "")


def names(line, unit):
    """Whether such a line names a unit."""
    return re.match(rf"{NAMED}{re.escape(unit)}(?!\w)", line) is not None


class PlantedFaults:
    """A family's faults, and the tests that catch them.

    Args:
        family: whose RTL it is.
        faults: those, of one configuration.
        quick: names of those that `make test` plays.
    """

    def __init__(self, family, faults, quick):
        self.family, self.faults, self._quick = family, faults, quick
        (self._config,) = {fault.config for fault in faults}

    def cases(self):
        """The number of each fault, for a test that is played with each."""
        group = pytest.mark.xdist_group(f"{self.family.name}_planted")
        for number, fault in enumerate(self.faults, start=1):
            marks = () if fault.name in self._quick else (pytest.mark.long,)
            yield pytest.param(number, id=str(fault), marks=(group, *marks))

    def design(self, folder):
        """The design with its taps and all faults, of which a simulation chooses one."""
        need_simulator(SIM)
        faults = side_by_side(dict(enumerate(self.faults, start=1)))
        design = plant(with_taps(self.family.design(self._config)), faults, folder)
        return answered(self.family, "hdl", self._config, design)

    def played(self, design, test, number=0):
        """The record of a test with the fault of a number, 0 for none; and its log."""
        module, _, name = test.partition(".")
        result = play(
            design,
            f"tests.sim.{self.family.name}.{module}",
            SIM,
            test_filter=rf"\.{name}$",
            env={CONFIG_VARIABLE: self._config},
            plusargs=(f"+{PLUSARG}={number}",) if number else (),
            taps=True,
        )
        assert not result.problem, f"{result.problem}; log {result.log}"
        (record,) = result.records
        return record, result.log

    def check_named(self, design, number):
        """A fault must be caught by its test, and its block be named."""
        fault = self.faults[number - 1]
        record, log = self.played(design, fault.test, number)
        errors = errors_of(record)
        fault.tried(test=record.name, checker=errors[0].kind if errors else "", expected=fault.kind)
        assert errors, f"{fault.test} did not see it; log {log}"
        assert errors[0].kind == fault.kind, f"first error: {errors[0].kind}: {errors[0].message}; log {log}"
        said = said_of_unit(record)
        assert names(said, fault.unit) == (not fault.misled), f"{said or 'no block is named'}; log {log}"
