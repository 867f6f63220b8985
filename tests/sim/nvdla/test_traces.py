"""The public traces and the recorded layers, through the command that users call."""

import subprocess
import sys

import pytest

from tb.runner.paths import ROOT

SHARED = ROOT.parent / "shared"
PUBLIC = [SHARED / "traces" / "nvdlav1" / name for name in ("sanity0", "sanity1", "sanity1_cvsram", "sanity2")]
RECORDED = sorted((SHARED / "vectors").glob("bdma_*"))


@pytest.mark.parametrize("sim", ["none", "icarus", "verilator"])
def test_bdma_traces_pass(sim):
    if not all(folder.is_dir() for folder in PUBLIC) or not RECORDED:
        pytest.skip("the public traces and recorded layers are not beside this checkout")
    command = [sys.executable, "-m", "tb", "trace", "--sim", sim, *map(str, PUBLIC + RECORDED)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert lines[-1] == f"{len(PUBLIC + RECORDED)} passed, 0 failed, 0 skipped"
