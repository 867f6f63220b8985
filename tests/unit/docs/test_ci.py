"""The example of docs/ci.md: its commands are taken by make, and its folders are those that npuvm writes."""

import re
import subprocess

import pytest
import yaml

from tb.runner.paths import BUILD, HISTORY, REPORT, ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text()
(EXAMPLE,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
JOBS = yaml.safe_load(EXAMPLE)["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]


@pytest.mark.parametrize("command", [step["run"] for step in STEPS if "run" in step])
def test_make_takes_its_commands(command):
    words = re.sub(r"\$\{\{.*?\}\}", "1-2", command)
    done = subprocess.run(
        ["bash", "-c", f"env -u MAKEFLAGS -u MAKELEVEL {words} --dry-run"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "python -m tb" in done.stdout


def test_its_folders_are_npuvms():
    kept = [step["with"]["path"] for step in STEPS if "path" in step.get("with", {})]
    ours = {f"{path.relative_to(ROOT)}" for path in (BUILD / "regress", BUILD / "machines", REPORT, HISTORY)}
    assert set(kept) == {*ours, ".venv"}


def test_what_is_brought_together_is_what_was_kept():
    assert {job: JOBS[job].get("needs") for job in JOBS} == {"play": None, "report": "play"}
    names = [step["with"]["name"] for step in STEPS if "upload-artifact" in step.get("uses", "")]
    (pattern,) = [step["with"]["pattern"] for step in STEPS if "download-artifact" in step.get("uses", "")]
    assert [name for name in names if name.startswith(pattern.rstrip("*"))] == names[:1]
