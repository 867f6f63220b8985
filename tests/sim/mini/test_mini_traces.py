"""What mini plays is recorded as traces, and these play again: on the device alone, and on RTL."""

import pytest

from tb.mini.family import FAMILY
from tb.runner.jobs.vectors import unpack_vectors


@pytest.mark.parametrize("sim", ["none", "icarus", pytest.param("verilator", marks=pytest.mark.long)])
def test_recorded_programs_pass(tb, tmp_path, sim):
    folders = [str(folder) for folder in unpack_vectors(FAMILY.traces.vectors, tmp_path)]
    if not folders:
        pytest.skip("nothing is recorded yet")
    done = tb("trace", "--sim", sim, *folders, FAMILY=FAMILY.name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{len(folders)} passed, 0 failed, 0 skipped"


def test_what_a_test_played_on_rtl_passes_again(tb, tmp_path):
    folder = str(tmp_path / "recorded")
    done = tb("record", "--sim", "icarus", "--test", "MiniInterruptsTest", "--out", folder, FAMILY=FAMILY.name)
    assert done.returncode == 0, done.stdout + done.stderr
    done = tb("trace", "--sim", "none", folder, FAMILY=FAMILY.name)
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
