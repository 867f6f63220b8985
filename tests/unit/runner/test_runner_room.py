"""A disk that fills at any point is one line, and the next run works once there is room."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tb.runner.errors import UserError
from tb.runner.jobs.run import run
from tb.runner.paths import ROOT
from tb.runner.room import FEW_BYTES, LEAST_BYTES, NoRoomError, RoomWatch
from tb.runner.simulators.icarus import PROGRAM
from tests.mounting import ALONE, needs_mount
from tests.unit.runner.adder import ADDER, FOLDER

KIB = 1 << 10
ROOMS = (0, 4, LEAST_BYTES // KIB + 16, 192)
"""KiB that are left on a disk; a build and a run of the adder take about 100."""

needs_icarus = pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")


@needs_icarus
@pytest.mark.parametrize("left", [0.0, 0.5, 0.999])
def test_a_program_cut_short_is_built_anew(job, tmp_path, left):
    assert run(job, root=tmp_path / "build").passed
    (program,) = tmp_path.glob(f"build/icarus/*/{PROGRAM}")
    whole = program.read_bytes()
    program.write_bytes(whole[: int(left * len(whole))])
    assert run(job, root=tmp_path / "build").passed
    assert len(program.read_bytes()) == len(whole)


@needs_icarus
def test_a_program_that_icarus_cut_short_is_no_build(job, tmp_path, monkeypatch):
    """Icarus ends with status 0 where its program did not fit."""
    monkeypatch.setattr("tb.runner.simulators.icarus.IcarusSimulator.is_whole", lambda *_: False)
    with pytest.raises(UserError, match="was not compiled to its end"):
        run(job, root=tmp_path / "build")
    monkeypatch.undo()
    monkeypatch.syspath_prepend(str(FOLDER))
    assert run(job, root=tmp_path / "build").passed


@pytest.mark.parametrize("text", ["x.cpp: No space left on device", "OSError: [Errno 122] Disk quota exceeded"])
def test_what_tools_say_is_heard(tmp_path, text):
    with pytest.raises(NoRoomError, match=r"No space left on device; make room on that disk, then run it again$"):
        RoomWatch(tmp_path).listen(["all is well", text])


@needs_icarus
def test_a_compiler_that_deletes_what_did_not_fit_is_no_broken_design(job, tmp_path, monkeypatch):
    broken = tmp_path / "broken.sv"
    broken.write_text("module adder; endmodul\n")
    monkeypatch.setattr("tb.runner.room._free_bytes", lambda _: 8.0 * FEW_BYTES)
    with pytest.raises(UserError, match="does not compile"):
        run(replace(job, design=replace(ADDER, sources=(broken,))), root=tmp_path / "build")
    monkeypatch.setattr("tb.runner.room._free_bytes", lambda _: FEW_BYTES / 2)
    with pytest.raises(
        NoRoomError, match=r": what was built there failed, and 32,768 KiB are left; make room on that disk"
    ):
        run(replace(job, design=replace(ADDER, sources=(broken,))), root=tmp_path / "build")


@needs_icarus
def test_a_test_that_found_no_room_is_not_a_failed_one(job, tmp_path):
    with pytest.raises(NoRoomError):
        run(replace(job, test_filter="finds_no_room"), root=tmp_path / "build")


FILLS = """
import sys
from pathlib import Path
from tb.runner.errors import UserError, system_error
from tb.runner.jobs.run import run
from tb.runner.jobs.job import SimJob
from tests.unit.runner.adder import ADDER, FOLDER
from tests.unit.runner.test_runner_room import KIB, ROOMS, disk_of

sys.path.insert(0, str(FOLDER))
for number, room in enumerate(ROOMS):
    disk = Path(sys.argv[1]) / str(number)
    fill = disk_of(disk, room * KIB)
    job = SimJob(design=ADDER, sim=sys.argv[2], modules=("adder_cases",), seed=5, run_dir=disk / "run",
                 test_filter="adds_one", timeout_s=60)
    try:
        said = f"passed {run(job, root=disk / 'build').passed}"
    except UserError as error:
        said = str(error)
    except OSError as error:
        said = system_error(error)
    fill.unlink()
    print(room, said, "then passed", run(job, root=disk / "build").passed, sep="|")
"""


def disk_of(folder: Path, room: int) -> Path:
    """Mount a small disk with so much room; the file that takes the rest."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], check=True)
    fill = folder / "fill"
    with fill.open("wb", buffering=0) as file:
        for _ in range((64 << 20) // KIB - room // KIB):
            file.write(bytes(KIB))
    return fill


@needs_icarus
@needs_mount
def test_a_disk_that_fills_is_one_line_and_the_next_run_works(tmp_path):
    words = [*ALONE, sys.executable, "-c", FILLS, str(tmp_path), "icarus"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.split("|") for line in done.stdout.splitlines()]
    assert [int(room) for room, *_ in lines] == list(ROOMS)
    for _, said, *after in lines:
        assert said == "passed True" or said.endswith(
            "No space left on device; make room on that disk, then run it again"
        )
        assert after == ["then passed", "True"]
    assert {said == "passed True" for _, said, *_ in lines} == {True, False}
