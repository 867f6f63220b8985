"""However a run is ended, nothing that it started runs on; the simulator here is a shell that ends for nobody."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tb.runner.paths import ROOT
from tb.runner.simulators.process import CommandFailedError, CommandTimeoutError, run_group

STUBBORN = "trap '' INT TERM HUP; (while :; do sleep 0.1; done) & while :; do sleep 0.1; done"
"""A leader and a child of its own, which both ignore whatever can be ignored."""
RUN = f"""
import os, sys
from pathlib import Path
from tb.runner.simulators import process
process.GRACE_S = 0.2
command = ["/bin/sh", "-c", {STUBBORN!r}]
def play(*_):
    process.run_group(command, cwd=Path(sys.argv[1]), env=os.environ, output=None, timeout_s=None, tick=lambda: None)
"""
COMMAND_LINE = f"""{RUN}
from tb.cli import docs, main
docs.run = play
sys.exit(main.main(["docs"]))
"""
SESSION = f"""import sys
sys.argv[1:] = [{{folder!r}}]
{RUN}
def test_plays():
    play()
"""


def environment():
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def in_the_background():
    """What a shell does for a script's background; these tests may themselves run below a nohup."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def folder(tmp_path):
    """Where what is started works, by which it is found."""
    folder = tmp_path / "run"
    folder.mkdir()
    yield folder
    for number in at_work(folder):
        os.kill(number, signal.SIGKILL)


@pytest.fixture
def start(tmp_path, folder):
    """Starts a command in the background of a script, and waits for what it starts."""
    started = []

    def start(*command):
        settings = {"cwd": tmp_path, "env": environment(), "preexec_fn": in_the_background}
        with (tmp_path / "output").open("w") as output:
            words = map(str, command)
            started.append(subprocess.Popen([*words], **settings, stdout=output, stderr=subprocess.STDOUT))
        assert eventually(lambda: len(at_work(folder)) >= 2), (tmp_path / "output").read_text()
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def at_work(folder):
    """The processes in a folder but for their passing children."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder and (process / "comm").read_text() != "sleep\n":
                found.append(int(process.name))
        except OSError:
            continue
    return found


def eventually(condition, limit_s=10.0):
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_signals_end_a_command_of_the_background_and_all_that_it_started(start, folder, number, status):
    process = start(sys.executable, "-c", COMMAND_LINE, folder)
    process.send_signal(number)
    assert process.wait(10) == status
    assert eventually(lambda: not at_work(folder))


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, pytest.ExitCode.INTERRUPTED), (signal.SIGTERM, pytest.ExitCode.INTERRUPTED), (signal.SIGKILL, -9)],
)
def test_signals_end_a_session_of_tests(start, folder, tmp_path, number, status):
    (tmp_path / "test_session.py").write_text(SESSION.format(folder=str(folder)))
    words = ["-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "--rootdir", tmp_path]
    words += ["-n", int(number == signal.SIGKILL)]  # the process that plays can only notice that the first one is gone
    process = start(sys.executable, *words, "test_session.py")
    process.send_signal(number)
    assert process.wait(20) == status
    assert eventually(lambda: not at_work(folder))


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_killed_for_good_leaves_nothing(start, folder, tmp_path):
    (tmp_path / "play.py").write_text(COMMAND_LINE)
    (tmp_path / "Makefile").write_text(f"all:\n\t@{sys.executable} play.py {folder}\n")
    process = start("make")
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    assert eventually(lambda: not at_work(folder))


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_killed_while_python_starts_leaves_nothing(tmp_path, folder):
    """Nothing is imported when make ends: nobody has asked the kernel yet to tell of it."""
    waits = "import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.05)\n"
    (tmp_path / "play.py").write_text(waits + COMMAND_LINE)
    tells = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("export NPUVM_MAKE"))
    (tmp_path / "Makefile").write_text(f"{tells}\nall:\n\t@cd {folder} && exec {sys.executable} ../play.py {folder}\n")
    make = subprocess.Popen(["make"], cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True)
    assert eventually(lambda: at_work(folder))
    make.kill()
    make.wait(10)
    (folder / "go").touch()
    assert eventually(lambda: not at_work(folder))
    assert make.stderr.read() == "stopped by SIGTERM: nothing is left running\n"


def test_nohup_is_respected():
    script = "import signal; from tb.runner.stopping import end_when_told; end_when_told();"
    script += "print(signal.getsignal(signal.SIGHUP).name)"
    shell = ["nohup", sys.executable, "-c", script]
    assert subprocess.run(shell, env=environment(), capture_output=True, text=True, check=True).stdout == "SIG_IGN\n"


def run(folder, text, **settings):
    command = ["/bin/sh", "-c", text]
    run_group(command, cwd=folder, env=os.environ, output=None, tick=lambda: None, **{"timeout_s": None, **settings})


def test_second_interruption_does_not_save_what_ignores_the_first(folder, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tb.runner.simulators.process._wait", interrupt)
    real = subprocess.Popen.wait
    monkeypatch.setattr(subprocess.Popen, "wait", lambda self, limit=None: interrupt() if limit else real(self))
    with pytest.raises(KeyboardInterrupt):
        run(folder, STUBBORN)
    assert eventually(lambda: not at_work(folder))


def test_a_limit_ends_what_is_left_of_a_group(folder, monkeypatch):
    monkeypatch.setattr("tb.runner.simulators.process.GRACE_S", 0.1)
    with pytest.raises(CommandTimeoutError, match=r"longer than 0\.1 s"):
        run(folder, STUBBORN, timeout_s=0.1)
    assert eventually(lambda: not at_work(folder))


def test_a_limit_is_one_of_processor_time(folder):
    """A command that a busy machine starves is not ended by it; one that works all the time is."""
    begun_s = time.monotonic()
    run(folder, "sleep 0.6", timeout_s=0.2)
    assert time.monotonic() - begun_s > 0.5
    with pytest.raises(CommandTimeoutError, match=r"longer than 0\.2 s"):
        run(folder, "while :; do :; done", timeout_s=0.2)


def test_status_and_signal_of_a_command_are_told(folder):
    run(folder, "exit 0")
    with pytest.raises(CommandFailedError, match="sh ended with exit status 3"):
        run(folder, "exit 3")
    with pytest.raises(CommandFailedError, match="sh was killed by SIGKILL"):
        run(folder, "kill -KILL $$")
