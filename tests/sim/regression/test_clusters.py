"""A cluster whose workers die gives the results of one machine."""

import os
import signal
import threading
import time

import pytest

from tb.regression.engines.find import found_engine
from tb.regression.store.results import Results
from tb.runner.errors import UserError
from tests.sim.regression.conftest import COUNT
from tests.sim.regression.playing import lines_of, outcomes, play, runs_of
from tests.sim.regression.processes import eventually, kill, parent_of, simulators, start, workers

pytest.importorskip("distributed", reason="distributed is not installed: 'make setup-cluster'")

MOMENTS = (2, 7)
"""After so many results a worker is killed."""


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 2])
def test_workers_that_die_change_nothing(tmp_path, undisturbed, count):
    folder = tmp_path / "regression"
    killer = threading.Thread(target=_kill_workers, args=(folder,))
    killer.start()
    with found_engine(f"dask://local?workers={count}", 1) as engine:
        told = play(folder, runs_of(COUNT), engine=engine)
    killer.join()
    assert sum("its worker died" in line for line in told.lines) == len(MOMENTS)
    assert outcomes(folder) == outcomes(undisturbed)
    assert sorted(lines_of(folder)) == sorted(run.id for run in runs_of(COUNT))
    assert eventually(lambda: not workers(folder) and not simulators(folder), 20)


def _kill_workers(folder):
    for moment in MOMENTS:
        eventually(lambda: len(lines_of(folder)) >= moment and simulators(folder))  # noqa: B023
        kill(parent_of(next(iter(workers(folder).values()))))


def test_what_it_plays_ends_with_it(tmp_path):
    folder = tmp_path / "regression"
    with found_engine("dask://local?workers=1", 1) as engine:
        play(folder, runs_of(100), engine=engine, seconds=8.0)
        begun_s = time.monotonic()
    assert time.monotonic() - begun_s < 5
    assert eventually(lambda: not workers(folder) and not simulators(folder), 20)
    assert len(Results(folder).by_id) < 100


def test_a_cluster_that_is_not_there_is_one_line():
    with pytest.raises(UserError, match=r"no scheduler of Dask's answers there; start it with 'dask scheduler"):
        found_engine("dask://127.0.0.1:1", 1).__enter__()


def test_ctrl_c_reaches_the_workers_of_this_console_and_only_the_report_is_seen(tmp_path):
    folder, output = tmp_path / "regression", tmp_path / "output"
    process = start("tests.sim.regression.playing", folder, 100, 1, "dask://local?workers=2", output=output)
    assert eventually(lambda: len(lines_of(folder)) > 2)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(30) != 0
    assert "Dask Worker process" not in output.read_text()
    assert not workers(folder)
    assert not simulators(folder)
