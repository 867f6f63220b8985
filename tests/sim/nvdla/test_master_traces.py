"""Traces of master's dialect, recorded by the command that users call, and on the reference device alone."""

import re
import shutil

import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.programs.random import random_programs
from sequences.nvdla.rubik.directed import rubik_back_to_back
from sequences.nvdla.traces.dialects import MASTER
from tests.nvdla.recorded_trace import record


async def programs(bench):
    await random_programs(bench, 1)


@pytest.fixture
def recorded(tmp_path):
    """The folder of some traces of a configuration, one of them with goldens that are not met."""

    def make(config):
        for name, play in (("rubik", rubik_back_to_back), ("programs", programs)):
            record(CONFIGS[config], tmp_path / "traces" / name, play, MASTER)
        wrong = shutil.copytree(tmp_path / "traces" / "rubik", tmp_path / "traces" / "wrong") / "rubik.cfg"
        wrong.write_text(re.sub(r"(?m)^(check_crc.*), .*;", r"\1, 0x1234);", wrong.read_text()))
        return str(tmp_path / "traces")

    return make


@pytest.mark.parametrize(
    ("config", "sim"),
    [
        ("tiny", "none"),
        ("tiny", "icarus"),
        pytest.param("tiny", "verilator", marks=pytest.mark.long),
        pytest.param("nv_full", "verilator", marks=pytest.mark.long),
    ],
)
def test_what_is_recorded_passes_and_a_wrong_crc_explains_itself(tb, recorded, config, sim):
    done = tb("trace", "--sim", sim, "--config", config, recorded(config))
    assert done.stdout.splitlines()[-1] == "2 passed, 1 failed, 0 skipped", done.stdout + done.stderr
    (reason,) = [line for line in done.stdout.splitlines() if line.startswith("FAIL wrong rubik.cfg:")]
    assert "golden 0x00001234; " in reason
    assert ("the reference device has the same bytes; " in reason) is (sim != "none")
    assert re.search(r"RBK group \d \(layer \d+\) wrote 0x", reason)


def test_a_test_is_recorded_in_the_dialect_that_is_wanted(tb, tmp_path):
    folder = tmp_path / "recorded"
    words = ("--sim", "icarus", "--config", "tiny", "--test", "BdmaDemoTest", "--out", str(folder))
    done = tb("record", "--dialect", MASTER, *words)
    assert done.stdout.splitlines() == ["BdmaDemoTest_1", f"1 trace(s) in {folder}; 0 of 1 run(s) failed"], done.stderr
    assert (folder / "BdmaDemoTest_1" / "BdmaDemoTest_1.cfg").is_file()
    done = tb("trace", "--sim", "none", "--config", "tiny", str(folder))
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
