from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from tb.findings import KEEP_OF_A_KIND, NOT_MODELLED, Finding, Findings
from tb.outcome.record import TestRecord
from tb.outcome.results import TestOutcome, Verdict
from tb.outcome.traces import line_of_record
from tb.reports.console import SHOWN_LINES, format_time, make_console, report
from tb.runner.design import Design
from tb.runner.jobs.job import SimJob, SimResult

JOB = SimJob(design=Design(name="d", top="d", sources=()), sim="icarus", modules=("m",), seed=3, run_dir=Path("run"))


def result(tests, records=(), problem=""):
    return SimResult(
        job=JOB,
        tests=tuple(tests),
        records=tuple(records),
        log=Path("run/sim.log"),
        wave=Path("run/waves.fst"),
        wall_s=1.0,
        problem=problem,
    )


def outcome(name, verdict, message=""):
    return TestOutcome("m", name, verdict, 2000.0, 0.5, message)


def record(name, *errors):
    findings = Findings()
    for message in errors:
        findings.error("wrong-data", message, 80.0, ("expected 1", "got 2"))
    return TestRecord.of(name, findings, seed=3, sim_time_ns=1.0, counters={"bytes checked": 4096})


def printed(item):
    file = StringIO()
    report(item, make_console(file), lambda test: f"make sim TEST={test}")
    return file.getvalue().splitlines()


def test_pass_is_a_line_a_test_and_a_summary():
    lines = printed(result([outcome("Good", Verdict.PASS)], [record("m.Good")]))
    assert lines[1].split() == ["Good", "PASS", "2.0", "us", "0.50", "s", "4,000", "bytes", "checked", "4,096"]
    assert lines[-1] == "1 passed, 0 failed, 0 skipped"


def test_what_a_test_tells_stands_behind_the_table():
    told = replace(record("m.Good"), notes=("stripes run down", "stripes rise"))
    lines = printed(result([outcome("Good", Verdict.PASS)], [told]))
    at = lines.index("  stripes run down")
    assert lines[at - 1 : at + 3] == ["", "  stripes run down", "  stripes rise", ""]


def test_views_beside_the_waves_are_opened_by_a_command_each(tmp_path):
    wave = tmp_path / "its waves" / "waves.fst"
    wave.parent.mkdir()
    found = replace(result([outcome("Good", Verdict.PASS)], [record("m.Good")]), wave=wave)
    assert not any(line.startswith("open") for line in printed(found))
    for suffix in (".gtkw", ".sucl"):
        wave.with_suffix(suffix).touch()
    lines = printed(found)
    at = lines.index(f"waves  {wave}")
    assert lines[at + 1 : at + 3] == [
        f"open   gtkwave '{wave.with_suffix('.gtkw')}'",
        f"open   cd '{wave.parent}' && surfer --command-file waves.sucl waves.fst",
    ]


def test_failure_says_what_where_and_how_to_see_it_again():
    tests = [outcome("Good", Verdict.PASS), outcome("Bad", Verdict.FAIL, "AssertionError")]
    lines = printed(result(tests, [record("m.Bad", "[n, c] = [0, 3] differs", "b", "c", "d")]))
    start = lines.index("FAIL  Bad")
    assert lines[start + 1] == "  [n, c] = [0, 3] differs  (wrong-data, at 80 ns)"
    assert lines[start + 2 : start + 4] == ["    expected 1", "    got 2"]
    assert "  in all: 4 x error wrong-data" in lines
    assert not any("(wrong-data" in line and " d " in line for line in lines), "only the first findings are shown"
    assert lines[-4:] == [
        "log    run/sim.log",
        "waves  run/waves.fst",
        "1 passed, 1 failed, 0 skipped",
        "REPLAY  make sim TEST=Bad",
    ]


def test_each_of_several_failures_says_how_to_see_it_again():
    tests = [outcome("Bad", Verdict.FAIL), outcome("Good", Verdict.PASS), outcome("Worse", Verdict.FAIL)]
    assert printed(result(tests))[-2:] == ["REPLAY  make sim TEST=Bad", "REPLAY  make sim TEST=Worse"]


def test_a_new_register_does_not_hide_behind_a_known_one():
    findings = Findings()
    for name in ("GLB.S_INTR_MASK", "GLB.S_INTR_MASK", "BDMA.CFG_LINE"):
        findings.error("wrong-register", f"{name} read 1", 80.0, (f"expected {name}",), about=name)
    lines = printed(result([], [TestRecord.of("m.Bad", findings, seed=3, sim_time_ns=1.0, counters={})]))
    start = lines.index("FAIL  m.Bad")
    assert lines[start + 1 : start + 4] == [
        "  GLB.S_INTR_MASK read 1  (wrong-register, x 2, at 80 ns)",
        "    expected GLB.S_INTR_MASK",
        "  BDMA.CFG_LINE read 1  (wrong-register, at 80 ns)",
    ]


def test_of_very_many_registers_it_is_said_how_many_more_there_are():
    findings = Findings()
    for number in range(KEEP_OF_A_KIND + SHOWN_LINES):
        findings.error("wrong-register", f"R_{number} differs", about=f"R_{number}")
    lines = printed(result([], [TestRecord.of("m.Bad", findings, seed=3, sim_time_ns=1.0, counters={})]))
    assert f"  {KEEP_OF_A_KIND - 1} more of other registers, ports or units in the log" in lines


def test_record_alone_can_fail_a_test():
    assert "0 passed, 1 failed, 0 skipped" in printed(result([outcome("Bad", Verdict.PASS)], [record("m.Bad", "x")]))


def test_problem_of_the_run_is_shown():
    lines = printed(result([], problem="vvp was killed by SIGSEGV"))
    assert lines[0] == "FAIL  vvp was killed by SIGSEGV"
    assert lines[-1] == "REPLAY  make sim TEST="


@pytest.mark.parametrize("tests", [[], [outcome("Left", Verdict.SKIP)]])
def test_nothing_run_is_not_passed(tests):
    assert not result(tests).passed


def test_no_colours_in_a_file():
    assert "\x1b" not in "".join(printed(result([outcome("Bad", Verdict.FAIL, "x")])))


@pytest.mark.parametrize(
    ("time_ns", "text"),
    [(0.0, "0.0 ns"), (999.96, "1000.0 ns"), (1500.0, "1.5 us"), (2.5e6, "2.5 ms"), (3e12, "3000.0 s")],
)
def test_times_have_the_unit_that_suits_them(time_ns, text):
    assert format_time(time_ns) == text


def test_line_of_a_trace():
    assert str(line_of_record(record("sanity0"))) == "PASS sanity0"
    assert str(line_of_record(record("sanity1", "byte 3", "byte 4"))) == "FAIL sanity1 byte 3 (and 1 more)"


def test_the_first_line_of_a_trace_is_what_the_reference_refused():
    findings = (Finding("golden", "byte 3"), Finding(NOT_MODELLED, "too large"))
    found = TestRecord(name="a", passed=False, seed=1, sim_time_ns=1.0, findings=findings, counts={"error golden": 1})
    assert str(line_of_record(found)).startswith("FAIL a too large")
