"""Whatever is killed at any moment, what had ended stays, and the results are those of a regression in peace."""

import time
from random import Random

import pytest

from tests.sim.regression.conftest import COUNT
from tests.sim.regression.playing import lines_of, outcomes
from tests.sim.regression.processes import LIMIT_S, eventually, is_alone, kill, simulators, start, workers

KILLS = 3
VICTIMS = ("regression", "worker", "simulator")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_kills_lose_nothing_and_change_nothing(tmp_path, undisturbed, seed):
    play_and_kill(tmp_path, undisturbed, Random(seed))


def play_and_kill(tmp_path, undisturbed, rng):
    """Kill what is drawn, begin again where that ended the regression, and hold the results against the others."""
    folder, output = tmp_path / "regression", tmp_path / "output"
    words = ("tests.sim.regression.playing", folder, COUNT, 2, "local")
    process, finished = start(*words, output=output), []
    try:
        for _ in range(KILLS):
            _let_it_play(process, folder, rng)
            victim = rng.choice(VICTIMS)
            if victim == "regression":
                kill(process.pid)
                process.wait()
                finished.append(lines_of(folder))
                process = start(*words, output=output)
            else:
                _kill_one(workers(folder) if victim == "worker" else simulators(folder), rng)
        assert process.wait(LIMIT_S) == 0, output.read_text()
    finally:
        process.kill()
    lines = lines_of(folder)
    for before in finished:
        assert [line for line in lines if line in before] == before, "what had ended was played again, or is lost"
    assert outcomes(folder) == outcomes(undisturbed), output.read_text()
    assert eventually(lambda: not workers(folder) and not simulators(folder), 20)


def _let_it_play(process, folder, rng):
    wanted = min(len(lines_of(folder)) + rng.randint(0, 3), COUNT - 1)
    assert eventually(lambda: process.poll() is not None or len(lines_of(folder)) >= wanted)
    time.sleep(rng.uniform(0, 1.5))


def _kill_one(at_work, rng):
    """Kill one of the processes, but for that of a run whose last chance it is."""
    if batches := [batch for batch in sorted(at_work) if not is_alone(batch)]:
        kill(at_work[rng.choice(batches)])
