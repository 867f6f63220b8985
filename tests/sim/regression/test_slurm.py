"""Jobs of a real Slurm play what one machine plays, also where all of them come to their end meanwhile."""

import subprocess
import sys

import pytest

from tb.runner.paths import ROOT
from tests.sim.regression import slurm
from tests.sim.regression.conftest import COUNT
from tests.sim.regression.playing import lines_of, outcomes
from tests.sim.regression.processes import LIMIT_S, eventually, simulators, start, workers

pytest.importorskip("dask_jobqueue", reason="dask-jobqueue is not installed: 'make setup-cluster'")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(slurm.root() is None, reason=f"Slurm is not installed, and {slurm.VARIABLE} names no folder"),
]
REFUSED = """
from tb.regression.engines.find import found_engine
from tb.runner.errors import UserError
try:
    found_engine("slurm://?workers=1&queue=elsewhere", 1).__enter__()
except UserError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with slurm.running(tmp_path_factory.mktemp("slurm")) as env:
        yield env


def jobs(env):
    words = ["squeue", "-h", "-t", "running", "-o", "%A"]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout.split()


def test_jobs_that_end_are_submitted_anew_and_play_what_one_machine_plays(tmp_path, undisturbed, cluster):
    folder, output = tmp_path / "regression", tmp_path / "output"
    engine = "slurm://?workers=2&queue=short&memory=1GB"
    words = ("tests.sim.regression.playing", folder, COUNT, 1, engine)
    process = start(*words, output=output, env=cluster)
    assert eventually(lambda: process.poll() is not None or (len(lines_of(folder)) > 1 and simulators(folder)))
    before = jobs(cluster)
    subprocess.run(["scancel", *before], env=cluster, check=True)
    assert eventually(lambda: not workers(folder), 30)
    assert process.wait(LIMIT_S) == 0, output.read_text()
    assert "its worker died; " in output.read_text()
    assert outcomes(folder) == outcomes(undisturbed), output.read_text()
    assert eventually(lambda: not jobs(cluster) and not workers(folder), 30)


def test_a_queue_that_is_not_there_is_one_line(cluster):
    words = [sys.executable, "-c", REFUSED]
    said = subprocess.run(words, env=cluster, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.count("\n") == 1
    assert "no cluster could be started: sbatch: error: " in said
