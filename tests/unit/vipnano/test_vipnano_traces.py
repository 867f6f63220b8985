"""What is played is written down as traces, which play again on the reference device."""

import pytest

from tb.cli.main import main
from tests.unit.vipnano.played_traces import play_jobs, play_layers, recorded


@pytest.mark.parametrize("name", ["mini_vip", "vipnano_qi"])
@pytest.mark.parametrize("play", [play_jobs, play_layers])
def test_what_was_played_plays_again(tmp_path, capsys, play, name):
    polls = recorded(tmp_path / "trace", play, name)
    assert len(polls) > (name == "mini_vip")  # a small queue is full in between
    assert main(["trace", "--family", "vipnano", "--config", name, "--sim", "none", str(tmp_path / "trace")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
