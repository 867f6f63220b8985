"""A trace of jobs plays on RTL: nothing but its polls tells that there is room for more of them."""

import pytest

from tests.unit.vipnano.played_traces import play_jobs, recorded


@pytest.mark.parametrize("sim", ["icarus", pytest.param("verilator", marks=pytest.mark.long)])
def test_what_was_played_on_the_reference_plays_on_rtl(tb, tmp_path, sim):
    recorded(tmp_path / "trace", play_jobs, "mini_vip")
    done = tb("trace", "--sim", sim, str(tmp_path / "trace"), FAMILY="vipnano")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
