import os
import signal
import subprocess
import sys

import pytest

from tb.runner.jobs import run_dir
from tb.runner.jobs.run_dir import KEPT_RUNS, LAST_RUNS, mark_failed, new_run_dir, release
from tb.runner.paths import ROOT

HOLDER = """
import sys, time
from pathlib import Path
from tb.runner.jobs.run_dir import new_run_dir
print(new_run_dir("held", Path(sys.argv[1])), flush=True)
time.sleep(60)
"""
SESSION = """
from pathlib import Path
import pytest
from tests.run_folders import RUN_FOLDERS

RUNS = Path(__file__).parent / "runs"
EARLY = RUN_FOLDERS.new("early", runs=RUNS)
SHARED = RUN_FOLDERS.new("shared", runs=RUNS)

def test_passes():
    RUN_FOLDERS.new("passes", runs=RUNS)

def test_fails():
    folder = RUN_FOLDERS.new("fails", runs=RUNS)
    for number in range(50):
        RUN_FOLDERS.new("many", runs=RUNS)
    raise AssertionError(f"log {SHARED}/sim.log")

@pytest.mark.xfail
def test_fails_as_announced():
    RUN_FOLDERS.new("announced", runs=RUNS)
    raise AssertionError

def test_is_interrupted():
    RUN_FOLDERS.new("interrupted", runs=RUNS)
    raise KeyboardInterrupt
"""


@pytest.fixture
def runs(tmp_path):
    """Makes folders of runs that have ended, an hour apart and the oldest first, of some bytes each."""

    def make(number, size=0):
        for index in range(number):
            folder = tmp_path / f"run-{index:02}"
            (folder / "deeper").mkdir(parents=True)
            (folder / "deeper" / "waves").write_bytes(bytes(size))
            os.utime(folder, (3600 * index, 3600 * index))
        return tmp_path

    return make


def left(folder):
    return sorted(int(path.name.removeprefix("run-")) for path in folder.glob("run-*"))


def test_runs_of_one_second_have_folders_of_their_own(tmp_path):
    folders = {new_run_dir("sim", tmp_path) for _ in range(3)}
    assert len(folders) == 3
    assert all(folder.is_dir() and "sim" in folder.name for folder in folders)


def test_of_many_the_oldest_go(runs):
    folder = runs(KEPT_RUNS + 5)
    new_run_dir("sim", folder)
    assert left(folder) == list(range(5, KEPT_RUNS + 5))


def test_of_large_ones_the_oldest_go_but_for_the_last(runs, monkeypatch):
    monkeypatch.setattr(run_dir, "KEPT_BYTES", 15 * 1000)
    folder = runs(KEPT_RUNS, size=1000)
    new_run_dir("sim", folder)
    assert left(folder) == list(range(KEPT_RUNS - 15, KEPT_RUNS))
    monkeypatch.setattr(run_dir, "KEPT_BYTES", 1)
    new_run_dir("sim", folder)
    assert left(folder) == list(range(KEPT_RUNS - LAST_RUNS, KEPT_RUNS))


def test_runs_in_a_row_are_bounded_young_as_they_are(tmp_path):
    for _ in range(KEPT_RUNS + 5):
        release(new_run_dir("sim", tmp_path))
    assert len(list(tmp_path.iterdir())) == KEPT_RUNS + 1


def test_those_that_failed_are_counted_apart(runs):
    folder = runs(KEPT_RUNS + 5)
    for number in range(4):
        mark_failed(folder / f"run-{number:02}")
        os.utime(folder / f"run-{number:02}", (3600 * number, 3600 * number))
    new_run_dir("sim", folder)
    assert left(folder) == [0, 1, 2, 3, *range(5, KEPT_RUNS + 5)]
    for path in folder.glob("run-*"):
        mark_failed(path)
    new_run_dir("sim", folder)
    assert len(left(folder)) == KEPT_RUNS


def test_few_runs_stay_however_old(runs):
    folder = runs(3)
    new_run_dir("sim", folder)
    assert left(folder) == [0, 1, 2]


def test_a_run_stays_until_its_process_has_ended_and_takes_no_place_of_another(runs):
    folder = runs(0)
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE) as holder:
        held = folder / holder.stdout.readline().decode().strip()
        os.utime(held, (0, 0))
        runs(KEPT_RUNS + 1)
        new_run_dir("sim", folder)
        assert held.is_dir()
        assert left(folder) == list(range(1, KEPT_RUNS + 1))
        os.utime(held, (0, 0))
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    new_run_dir("sim", folder)
    assert not held.exists()


def test_a_session_of_tests_leaves_the_folders_of_what_did_not_pass(tmp_path):
    (tmp_path / "test_session.py").write_text(SESSION)
    words = ["-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed, 1 xfailed" in done.stdout
    names = [path.name.split("-")[2] for path in (tmp_path / "runs").iterdir()]
    assert sorted(set(names)) == ["fails", "interrupted", "many", "shared"]
    assert len(names) == 53
