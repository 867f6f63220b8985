"""What cocotb says about a run: its ``results.xml``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from xml.etree import ElementTree

_NS = {"fs": 1e-6, "ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class Verdict(StrEnum):
    """How a test ended."""

    PASS = "PASS"
    FAIL = "FAIL"
    SKIP = "SKIP"

    @classmethod
    def of(cls, passed: bool) -> Verdict:
        """Of a test that was not skipped."""
        return cls.PASS if passed else cls.FAIL


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """One test in a simulation.

    Attributes:
        module: the Python module that it stands in.
        name: its name there.
        verdict: how it ended.
        sim_time_ns: simulated time that it took.
        wall_s: how long that took.
        message: for a failure, what was raised.
    """

    __test__ = False  # pytest: not a test class

    module: str
    name: str
    verdict: Verdict
    sim_time_ns: float
    wall_s: float
    message: str = ""

    @property
    def full_name(self) -> str:
        """``module.name``, as cocotb prints it and as its filter sees it."""
        return f"{self.module}.{self.name}"


def read_results(path: Path) -> tuple[TestOutcome, ...]:
    """The tests of a run, in the order in which they ran.

    Raises:
        FileNotFoundError: the simulation ended before it wrote the file.
        ValueError: the file is cut short.
    """
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise ValueError(f"{path}: {error}") from error
    return tuple(_outcome(case) for case in root.iter("testcase"))


def _outcome(case: ElementTree.Element) -> TestOutcome:
    properties = {item.get("name", ""): item.get("value", "") for item in case.iter("property")}
    unit_ns = _NS[properties.get("sim_time_unit", "ns")]
    verdict, message = Verdict.PASS, ""
    if (failure := next((item for item in case if item.tag in ("failure", "error")), None)) is not None:
        verdict, message = Verdict.FAIL, f"{failure.get('type', '')}: {failure.get('message', '')}".strip(": ")
    elif case.find("skipped") is not None:
        verdict = Verdict.SKIP
    return TestOutcome(
        module=case.get("classname", ""),
        name=case.get("name", ""),
        verdict=verdict,
        sim_time_ns=float(properties.get("sim_time_duration", 0.0)) * unit_ns,
        wall_s=float(case.get("time", 0.0)),
        message=message,
    )
