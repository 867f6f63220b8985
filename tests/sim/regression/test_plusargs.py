"""What a line of a suite tells the RTL comes to the simulator of its runs, and to no other."""

from dataclasses import replace

from tests.sim.regression.playing import SETTING, play, runs_of


def test_plusargs_come_to_the_simulator(tmp_path):
    told, plain = (runs_of(1, "ToldTest", setting) for setting in (replace(SETTING, plusargs=("+level=3",)), SETTING))
    results = play(tmp_path / "regression", told + plain).results
    assert {result.run.setting.plusargs: result.passed for result in results} == {("+level=3",): True, (): False}
