"""One simulation after the other of a ten-line design: what the runner makes of good and bad ends."""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from tb.outcome.results import Verdict
from tb.reports.console import make_console, report
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import FAILED_FILE
from tb.runner.paths import ROOT
from tb.runner.progress import Progress
from tests.unit.runner.adder import FOLDER

pytestmark = pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")


def test_passes_with_its_record(job, tmp_path):
    result = run(job, root=tmp_path / "build")
    assert result.passed, result.problem
    assert [(test.name, test.verdict) for test in result.tests] == [("adds_one", Verdict.PASS)]
    assert [(record.seed, dict(record.counters)) for record in result.records] == [(5, {"sums": 1})]
    assert result.log.read_text().count("adds_one passed") == 1
    assert result.wave is None
    assert not (job.run_dir / FAILED_FILE).exists()


def test_failed_test_fails_the_run_although_the_simulator_ends_with_0(job, tmp_path):
    result = run(replace(job, test_filter="adds_one|expects_wrong"), root=tmp_path / "build")
    assert not result.passed
    assert [test.verdict for test in result.tests] == [Verdict.PASS, Verdict.FAIL]
    assert "three is not four" in result.tests[1].message
    assert (job.run_dir / FAILED_FILE).exists()


def test_failed_record_fails_the_run(job, tmp_path):
    result = run(replace(job, env={"PLANTED_ERROR": "1"}), root=tmp_path / "build")
    assert [test.verdict for test in result.tests] == [Verdict.PASS]
    assert not result.passed


def test_crash_fails_with_the_end_of_the_log(job, tmp_path):
    result = run(replace(job, test_filter="crashes"), root=tmp_path / "build")
    assert not result.passed
    assert "exit status 3" in result.problem
    assert "last words" in result.problem


def test_timeout_kills_the_simulator(job, tmp_path):
    result = run(replace(job, test_filter="never_ends", timeout_s=1.0), root=tmp_path / "build")
    assert not result.passed
    assert "longer than 1 s" in result.problem
    assert not _simulators_in(job.run_dir)


def test_the_test_that_ran_when_its_simulation_ended_is_the_one_that_failed(job, tmp_path):
    result = run(replace(job, test_filter="adds_one|crashes"), root=tmp_path / "build")
    passed, cut = result.records
    assert passed.passed
    assert (cut.name, cut.seed, dict(cut.counters)) == ("adder_cases.crashes", 5, {"layers": 2})
    assert [(item.kind, item.message) for item in cut.findings[1:]] == [
        ("wrong-data", "line 3 differs"),
        ("software-race", "two layers"),
    ]
    file = StringIO()
    report(result, make_console(file), lambda test: f"make sim TEST={test}")
    lines = file.getvalue().splitlines()
    assert "1 passed, 1 failed, 0 skipped" in lines
    name = lines[-1].removeprefix("REPLAY  make sim TEST=")
    assert name.endswith("crashes")
    said = lines.index(f"FAIL  {name}")
    assert "while this test ran: vvp ended with exit status 3  (run-ended, at 5,000,000 ns)" in lines[said + 1]
    assert lines[said + 2] == "  line 3 differs  (wrong-data, at 80 ns)"


def test_progress_names_the_test_that_runs_and_how_far_it_is(job, tmp_path):
    class SeenError(Exception):
        pass

    class Watch(Progress):
        def tick(self, detail=""):
            if detail == "1 done, never_ends, 2 layers, 5,000 us, 1 finding(s)":
                raise SeenError

    chosen = replace(job, test_filter="adds_one|never_ends", timeout_s=60)
    with pytest.raises(SeenError):
        run(chosen, root=tmp_path / "build", progress=Watch())


def test_filter_that_matches_nothing_names_the_tests(job, tmp_path):
    with pytest.raises(UserError, match=r"'nonsense'; there are: adder_cases\.adds_one, .*never_ends"):
        run(replace(job, test_filter="nonsense"), root=tmp_path / "build")


def test_shell_does_not_decide(job, tmp_path, monkeypatch):
    monkeypatch.setenv("COCOTB_TEST_FILTER", "expects_wrong")
    monkeypatch.setenv("COCOTB_RANDOM_SEED", "77")
    monkeypatch.setenv("WAVES", "1")
    result = run(job, root=tmp_path / "build")
    assert result.passed
    assert result.records[0].seed == 5
    assert not list(tmp_path.rglob("*.fst"))


def test_waves(job, tmp_path):
    result = run(replace(job, waves=True), root=tmp_path / "build")
    assert result.wave == job.run_dir / "waves.fst"
    assert result.wave.stat().st_size > 0


def test_broken_design_is_one_clear_error(job, tmp_path):
    broken = tmp_path / "broken.sv"
    broken.write_text("module adder(input logic clk)\nendmodule\n")
    design = Design(name="adder", top="adder", sources=(broken,))
    with pytest.raises(UserError, match=r"does not compile(.|\n)*broken.sv:2: syntax error"):
        run(replace(job, design=design), root=tmp_path / "build")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_simulator_survives_its_runner(job, tmp_path, number):
    script = (
        "from tb.runner.stopping import end_when_told; end_when_told();"
        "import sys; from pathlib import Path; from tests.unit.runner.adder import ADDER;"
        "from tb.runner.jobs.run import run;"
        "from tb.runner.jobs.job import SimJob;"
        "run(SimJob(design=ADDER, sim='icarus', modules=('adder_cases',), seed=1, run_dir=Path(sys.argv[1]),"
        "test_filter='never_ends'), root=Path(sys.argv[2]))"
    )
    path = os.pathsep.join((str(ROOT), str(FOLDER), str(FOLDER.parent)))
    command = [sys.executable, "-c", script, str(job.run_dir), str(tmp_path / "build")]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.DEVNULL)
    assert _eventually(lambda: _simulators_in(job.run_dir)), "the simulation did not start"
    process.send_signal(number)
    try:
        assert process.wait(20) != 0
    finally:
        process.kill()
    assert _eventually(lambda: not _simulators_in(job.run_dir)), "the simulator still runs"


def _simulators_in(run_dir):
    """Processes whose working directory is the run's."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if link.resolve() == run_dir.resolve():
                found.append(int(link.parent.name))
        except OSError:
            continue
    return found


def _eventually(condition, limit_s=20.0):
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False
