"""The tests of one simulation go to one process of pytest; else each process would simulate it again."""

import subprocess
import sys

MODULE = """
import pytest

CASES = [pytest.param(n, marks=pytest.mark.xdist_group(f"simulation {n // 4}")) for n in range(8)]

@pytest.mark.parametrize("number", CASES)
def test_one(number, worker_id, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp().parent / f"simulation {number // 4}"
    folder.mkdir(exist_ok=True)
    (folder / worker_id).touch()
    assert [path.name for path in folder.iterdir()] == [worker_id]
"""


def test_tests_of_a_group_share_a_process(tmp_path):
    (tmp_path / "test_grouped.py").write_text(MODULE)
    words = ["-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "made")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "test_grouped.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "8 passed" in done.stdout
