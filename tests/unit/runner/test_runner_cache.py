import multiprocessing
import os
import time

import pytest

from tb.runner.cache import COMPLETE, KEPT_BUILDS, build_once, content_key, drop_old_builds


def idle():
    pass


def test_key_changes_with_content_name_and_options(tmp_path):
    a, b = tmp_path / "a.sv", tmp_path / "b.sv"
    a.write_text("module a; endmodule")
    b.write_text("module b; endmodule")
    key = content_key(["-O3"], [a, b])
    assert key == content_key(["-O3"], [a, b])
    assert key != content_key(["-O2"], [a, b])
    assert key != content_key(["-O3"], [b, a])
    b.write_text("module b ; endmodule")
    assert key != content_key(["-O3"], [a, b])


def test_second_time_nothing_is_built(tmp_path):
    calls = []
    assert build_once(tmp_path / "d-1", lambda: calls.append(1), idle)
    assert not build_once(tmp_path / "d-1", lambda: calls.append(1), idle)
    assert len(calls) == 1


def test_killed_build_is_built_anew_from_nothing(tmp_path):
    folder = tmp_path / "d-1"

    def killed():
        (folder / "half.o").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_once(folder, killed, idle)
    assert build_once(folder, lambda: (folder / "whole.o").write_text("whole"), idle)
    assert sorted(path.name for path in folder.iterdir()) == [COMPLETE, "whole.o"]


def _build(folder, log):
    def make():
        with log.open("a") as file:
            file.write("built\n")
        time.sleep(0.5)

    build_once(folder, make, idle)


def test_two_processes_build_once(tmp_path):
    log = tmp_path / "log"
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_build, args=(tmp_path / "d-1", log)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert log.read_text() == "built\n"


def test_only_the_last_builds_of_the_same_design_stay(tmp_path):
    names = [f"d-{number:016x}" for number in range(KEPT_BUILDS + 2)]
    for age, name in enumerate(reversed(names)):
        (tmp_path / name).mkdir()
        mark = tmp_path / name / COMPLETE
        mark.touch()
        os.utime(mark, (1000 - age, 1000 - age))
    other = tmp_path / "d-other-0000000000000000"
    other.mkdir()
    drop_old_builds(tmp_path, "d")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names[2:], other.name])
