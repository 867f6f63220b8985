import os

from tb.runner.jobs.run_dir import KEPT_RUNS, new_run_dir


def test_runs_of_one_second_have_folders_of_their_own(tmp_path):
    folders = {new_run_dir("sim", tmp_path) for _ in range(3)}
    assert len(folders) == 3
    assert all(folder.is_dir() and "sim" in folder.name for folder in folders)


def test_only_old_runs_go_and_only_if_there_are_many(tmp_path):
    for number in range(KEPT_RUNS + 5):
        folder = tmp_path / f"run-{number:02}"
        folder.mkdir()
        if number < 3:
            os.utime(folder, (1000 + number, 1000 + number))
    new_run_dir("sim", tmp_path)
    left = sorted(path.name for path in tmp_path.glob("run-*"))
    assert left == [f"run-{number:02}" for number in range(3, KEPT_RUNS + 5)]


def test_few_runs_stay_however_old(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    os.utime(folder, (1000, 1000))
    new_run_dir("sim", tmp_path)
    assert folder.is_dir()
