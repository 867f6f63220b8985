"""What is kept of runs whose process ends before they do, without a simulator."""

import pytest

from tb.regression.batch.process import Ended
from tb.regression.shrink.rounds import Rounds
from tb.regression.store.results import Results
from tests.unit.regression.made_runs import RUN


class EndingEngine:
    """Of each batch the process ends before anything is played."""

    def __init__(self, lost):
        self._lost, self._begun = lost, []

    def start(self, job):
        self._begun.append(job.batch.name)

    def wait(self):
        ended, self._begun = [Ended(name, "it ended", lost=self._lost) for name in self._begun], []
        return ended

    def stop(self):
        self._begun.clear()


@pytest.mark.parametrize(("lost", "kept"), [(True, False), (False, True)])
def test_that_a_process_was_ended_from_outside_is_no_result_of_a_run_for_later(tmp_path, monkeypatch, lost, kept):
    monkeypatch.setattr("tb.regression.shrink.rounds.ALIVE_S", 0.0)
    rounds = Rounds(tmp_path, builds=tmp_path, jobs=1)
    monkeypatch.setattr(rounds, "_engine", EndingEngine(lost))
    (result,) = rounds.play([RUN])
    assert result.problem == "it ended"
    assert (RUN.id in Results(tmp_path).by_id) == kept
