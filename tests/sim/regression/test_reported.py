"""A regression ends with its report, and as it would without one."""

import json
import shutil
import subprocess
import sys
import uuid

import pytest

from tb.runner.paths import BUILD, ROOT

SUITE = """\
[[play]]
tests = ["FewLayersTest"]
configs = ["mini64"]
sims = ["icarus"]
seeds = 2
"""
TESTS = ROOT / "tests" / "sim" / "regression"


@pytest.fixture
def regress(tmp_path):
    """Plays a small regression of its own whose report goes somewhere."""
    path = tmp_path / f"reported{uuid.uuid4().hex}.toml"
    path.write_text(SUITE)

    def play(out, history=tmp_path / "history"):
        words = ["regress", "--family", "mini", "--tests", TESTS, "--suite", path, "--out", out, "--history", history]
        return subprocess.run(
            [sys.executable, "-m", "tb", *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False
        )

    yield play
    for folder in BUILD.glob(f"regress/{path.stem}-*"):
        shutil.rmtree(folder)


def test_it_ends_with_a_report_and_well_where_none_can_be_written(tmp_path, regress):
    done = regress(tmp_path / "report")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"report  {tmp_path / 'report' / 'index.html'}"
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    assert (report["summary"]["totals"]["runs"], report["summary"]["totals"]["passed"]) == (2, 2)
    assert report["summary"]["regressions"][0]["planned"] == 2
    (record,) = (tmp_path / "history" / "mini").iterdir()
    assert json.loads(record.read_text())["figures"]["passed"] == 2
    assert [config["config"] for config in report["functional"]["configs"] if config["runs"]] == ["mini64"]

    (tmp_path / "file").touch()
    again = regress(tmp_path / "file")
    assert again.returncode == 0, again.stdout + again.stderr
    assert again.stdout.splitlines()[-1].startswith("report  was not written: FileExistsError: ")
    again = regress(tmp_path / "report", history=tmp_path / "file")
    assert again.returncode == 0, again.stdout + again.stderr
    said = f"HISTORY={tmp_path / 'file'}: the report is there, but no record of it: "
    assert said in again.stdout.splitlines()[-1]
