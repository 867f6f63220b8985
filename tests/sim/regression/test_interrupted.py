"""Regressions that are ended by their user, by a disk that is full, or that find a line that is damaged."""

import json
import re
import shutil
import signal
import subprocess
import sys
import uuid

import pytest

from tb.regression.store.results import Results
from tb.runner.paths import BUILD, ROOT
from tests.mounting import ALONE, needs_mount
from tests.sim.regression.playing import lines_of, outcomes, play, runs_of
from tests.sim.regression.processes import eventually, simulators, start, workers

SUITE = """\
summary = "A few layers."
[[play]]
tests = ["FewLayersTest"]
configs = ["mini64"]
sims = ["icarus"]
seeds = {seeds}
"""
OUT = BUILD / "report_of_tests"
"""Where reports go: that of the user stays."""
HISTORY = OUT / "history"
TESTS = ROOT / "tests" / "sim" / "regression"
REGRESS = ("tb", "regress", "--family", "mini", "--tests", TESTS, "--out", OUT, "--history", HISTORY, "--suite")


@pytest.fixture
def suite(tmp_path):
    """Writes a suite: its file, whose name no other regression's folder has, one of an earlier test run neither."""
    path = tmp_path / f"interrupted{uuid.uuid4().hex}.toml"

    def suite(seeds):
        path.write_text(SUITE.format(seeds=seeds))
        return path

    yield suite
    for folder in BUILD.glob(f"regress/{path.stem}-*"):
        shutil.rmtree(folder)
    shutil.rmtree(HISTORY, ignore_errors=True)


@pytest.mark.parametrize(
    ("number", "status", "said"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted: nothing is left running", marks=pytest.mark.long),
        (signal.SIGTERM, 143, "stopped by SIGTERM: nothing is left running"),
    ],
)
def test_who_ends_it_sees_what_came_out_and_nothing_runs_on(tmp_path, suite, number, status, said):
    path, output = suite(1000), tmp_path / "output"
    process = start(*REGRESS, path, output=output)
    found = []
    assert eventually(lambda: found or found.extend(BUILD.glob(f"regress/{path.stem}-*")))
    assert eventually(lambda: len(lines_of(found[0])) > 2)
    process.send_signal(number)
    assert process.wait(30) == status
    printed = output.read_text()
    assert re.search(r"\d+ passed, 0 failed, \d+ not played\nresults build/regress", printed), printed
    assert printed.rstrip().endswith(said)
    assert not workers(found[0])
    assert not simulators(found[0])


def test_a_damaged_line_is_told_and_its_run_played_again(tmp_path):
    runs = runs_of(4)
    folder = tmp_path / "regression"
    play(folder, runs)
    (path,) = folder.glob("results/*.jsonl")
    before, text = outcomes(folder), path.read_text()
    path.write_text(text.replace('"layers":', '"lasers":', 1))
    told = play(folder, runs)
    assert [line for line in told.lines if "a result that is not whole; its run is played again" in line]
    assert len(told.results) == 1
    assert outcomes(folder) == before
    assert not play(folder, runs).results
    assert len(Results(folder).by_id) == len(runs)


FULL = """
set -e
mkdir -p {regress}
mount -t tmpfs -o size=2m tmpfs {regress}
head -c {fill} /dev/zero > {regress}/filler
set +e
{command} > {output}.1 2>&1
echo $? > {output}.status
set -e
rm {regress}/filler
{command} > {output}.2 2>&1
"""


@needs_mount
@pytest.mark.parametrize("left_kb", [70, pytest.param(90, marks=pytest.mark.long)])
def test_a_full_disk_is_one_line_and_it_goes_on_where_there_is_room(tmp_path, suite, left_kb):
    command = " ".join(map(str, [sys.executable, "-m", *REGRESS, suite(8)]))
    output, fill = tmp_path / "output", (2 << 20) - left_kb * 1024
    script = FULL.format(regress=BUILD / "regress", fill=fill, command=command, output=output)
    subprocess.run([*ALONE, "sh", "-c", script], cwd=ROOT, check=True)
    first, second = (output.with_suffix(suffix).read_text() for suffix in (".1", ".2"))
    assert output.with_suffix(".status").read_text() == "2\n", first
    assert first.rstrip().splitlines()[-1].startswith("error: "), first
    assert "No space left on device; make room on that disk, then run it again" in first.splitlines()[-1]
    assert "8 passed, 0 failed" in second
    assert second.rstrip().endswith("report  build/report_of_tests/index.html")
    assert json.loads((OUT / "report.json").read_text())["summary"]["totals"]["runs"] == 8
