"""What became of each run as JUnit XML, which servers and editors read: a test case a run, a test suite a setting.

It keeps to what the schemas of Apache Ant (JUnit.xsd) and of Jenkins' xUnit plugin (junit-10.xsd) both allow: test
cases have no properties of their own, so that seed and knobs are in their names, and suites have all elements and
attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent

from tb.regression.plan.run import Setting
from tb.regression.signature import NOT_FOUND, signature_of
from tb.regression.store.result import RunResult
from tb.report.data import ReportData
from tb.report.exports.xml_document import document_of, without_zone
from tb.report.sources.regressions import PlayedRun
from tb.report.sources.sources import Sources
from tb.runner.errors import printable

KEPT_FINDINGS = 5
"""Findings of a run that its test case tells: of the first one all lines, of the others the first line."""
KEPT_LINES = 40
HOST = "localhost"
"""Runs of one suite may have been played anywhere."""


class Outcome(StrEnum):
    """What became of a run; the values are the elements' names."""

    PASSED = ""
    FAILURE = "failure"
    ERROR = "error"
    """It did not come to its end."""
    SKIPPED = "skipped"
    """It failed as is known."""


def junit_of(sources: Sources, report: ReportData) -> str:
    """The document.

    Args:
        sources: have the runs.
        report: what was made of them.
    """
    known = {group.signature: group.known for group in report.failures.groups} if report.failures else {}
    suites: dict[Setting, list[PlayedRun]] = {}
    for run in sources.runs:
        suites.setdefault(run.result.run.setting, []).append(run)
    root = Element("testsuites")
    for number, (setting, runs) in enumerate(suites.items()):
        suite = SubElement(root, "testsuite")
        properties = SubElement(suite, "properties")
        for name, value in _properties(setting, runs).items():
            SubElement(properties, "property", name=printable(name), value=printable(value))
        outcomes = Counter(_add_case(suite, run, known, sources) for run in runs)
        SubElement(suite, "system-out")
        SubElement(suite, "system-err")
        suite.attrib.update(_attributes(number, setting, runs, outcomes))
        suite.set("timestamp", without_zone(_begun(runs, report.made.time)))
    indent(root, "")
    return document_of(root)


def _attributes(
    number: int, setting: Setting, runs: Sequence[PlayedRun], outcomes: Mapping[Outcome, int]
) -> dict[str, str]:
    return {
        "name": printable(_place(setting)),
        "package": printable(setting.family),
        "id": str(number),
        "hostname": HOST,
        "tests": str(len(runs)),
        "failures": str(outcomes[Outcome.FAILURE]),
        "errors": str(outcomes[Outcome.ERROR]),
        "skipped": str(outcomes[Outcome.SKIPPED]),
        "time": f"{sum(run.result.wall_s for run in runs):.3f}",
    }


def _begun(runs: Sequence[PlayedRun], otherwise: str) -> str:
    """When the first of their regressions was called, if one says it."""
    played = [run.regression.played for run in runs]
    return min((one.begun for one in played if one and one.begun), default=otherwise)


def _properties(setting: Setting, runs: Sequence[PlayedRun]) -> dict[str, str]:
    """What is the same for all runs; where several regressions differ, what each says."""
    pairs = [("configuration", setting.config), ("simulator", setting.sim), ("memory", setting.memory)]
    pairs += [("attach", setting.attach)] if setting.attach else []
    pairs += [("plusargs", " ".join(setting.plusargs))] if setting.plusargs else []
    for regression in {run.regression.folder: run.regression for run in runs}.values():
        pairs.append(("regression", regression.name))
        if regression.played:
            pairs += [("commit", regression.played.commit), *regression.played.versions.items()]
    values: dict[str, dict[str, None]] = {}
    for name, value in pairs:
        values.setdefault(name, {})[value] = None
    return {name: ", ".join(own) for name, own in values.items()}


def _place(setting: Setting) -> str:
    attached = [Path(setting.attach).stem] if setting.attach else []
    return " ".join([Path(setting.config).stem, setting.on, *attached])


def _add_case(suite: Element, played: PlayedRun, known: Mapping[str, str], sources: Sources) -> Outcome:
    """A run's test case."""
    result, run = played.result, played.result.run
    words = [f"seed {run.seed}", _place(run.setting), run.knob_words]
    names = {"classname": printable(run.test), "name": printable(", ".join(filter(None, words)))}
    case = SubElement(suite, "testcase", names, time=f"{result.wall_s:.3f}")
    if result.passed:
        return Outcome.PASSED
    signature, line = signature_of(result), result.first_line or NOT_FOUND
    if reason := known.get(signature):
        SubElement(case, Outcome.SKIPPED, message=printable(f"{reason}: {line}"))
        return Outcome.SKIPPED
    outcome = Outcome.ERROR if result.problem else Outcome.FAILURE
    failure = SubElement(case, outcome, message=printable(line), type=printable(signature))
    lines = [*_told(result), f"REPLAY  {sources.replay(played.tests, run)}"]
    failure.text = "\n".join(map(printable, lines))
    return outcome


def _told(result: RunResult) -> Iterator[str]:
    """What is known of a failed run."""
    yield from result.problem.splitlines()[:KEPT_LINES]
    findings = result.record.findings if result.record else ()
    for number, finding in enumerate(findings[:KEPT_FINDINGS]):
        yield finding.headline
        yield from (f"  {line}" for line in finding.details[:KEPT_LINES] if number == 0)
