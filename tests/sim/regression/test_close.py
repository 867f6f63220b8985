"""Closing coverage of mini: from a suite to a table of what is left."""

import os
import subprocess
import sys
import uuid

import pytest

from tb.runner.paths import ROOT

SUITE = '[[play]]\ntests = ["RandomMiniTest", "FaultyMiniTest"]\nsims = ["icarus"]\n'


def close(suite, budget):
    words = ["--family", "mini", "--config", "mini64", "--suite", str(suite), "--budget", str(budget), "--jobs", "1"]
    command = [sys.executable, "-m", "tb", "close", *words]
    return subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_mini_is_closed_and_goes_on(tmp_path):
    suite = tmp_path / f"close{uuid.uuid4().hex}.toml"
    suite.write_text(f'summary = "{tmp_path}"\n{SUITE}')
    first = close(suite, 0.1)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "on the device alone" in first.stdout
    assert "ended: the budget is used up" in first.stdout
    assert "nobody has hit" in first.stdout
    assert "all holes, with what explains them: make report FAMILY=mini RESULTS=build/regress/close-" in first.stdout
    again = close(suite, 0.1)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "runs played before" in again.stdout
