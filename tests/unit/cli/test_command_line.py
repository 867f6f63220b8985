"""The command line as a user sees it: exit status, and one line for whatever is wrong."""

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tb.cli import main as main_module
from tb.cli.options import shared
from tb.cli.sim import replay
from tb.outcome.results import Verdict
from tb.outcome.traces import TraceLine
from tb.runner.errors import UserError, system_error
from tb.runner.family.family import Family
from tb.runner.family.find import family_names, load_family
from tb.runner.family.traces import TraceCheck, TraceParts
from tb.runner.paths import BUILD, ROOT
from tb.runner.stopping import StoppedError
from tests.mounting import ALONE, needs_mount


@pytest.mark.parametrize(
    ("words", "env", "message"),
    [
        (["sim"], {"SIM": "foo"}, "SIM=foo: no such simulator; choose one of icarus, verilator"),
        (["sim", "--seed", "x"], {}, "SEED=x: not a whole number"),
        (["sim"], {"SIM": "verliator"}, "choose one of icarus, verilator; did you mean verilator?"),
        (["sim"], {"WAVES": "yes"}, "WAVES=yes: neither 1 nor 0; write WAVES=1, or leave it out"),
        (["sim"], {"TAPS": "on"}, "TAPS=on: neither 1 nor 0"),
        (["sim"], {"CODE_COVERAGE": "lines"}, "CODE_COVERAGE=lines: choose 1 (lines, branches, expressions), toggle"),
        (["regress"], {"CODE_COVERAGE": "1", "SIM": "icarus"}, "CODE_COVERAGE=1: icarus counts no code; add SIM=veri"),
        (["sim"], {"PLUSARGS": "+slow level=3"}, "PLUSARGS='level=3': not a plus with a name behind it"),
        (["trace"], {"STRICT": "True"}, "STRICT=True: neither 1 nor 0"),
        (["sim"], {"COCOTB_LOG_LEVEL": "DEBG"}, "COCOTB_LOG_LEVEL=DEBG: choose one of CRITICAL, "),
        (["record", "--test", "x"], {"COCOTB_LOG_LEVEL": "7"}, "COCOTB_LOG_LEVEL=7: choose one of CRITICAL, "),
        (["sim", "--test", "("], {}, "TEST=(: not a regular expression"),
        (["sim", "--timeout", "0"], {}, "'0' is not a number of seconds above 0"),
        (["sim", "--family", "none", "--sim", "verilator"], {}, "FAMILY=none: no such family"),
        (["trace", "--sim", "none"], {}, "no traces given"),
        (["sim"], {"MEMORY": "fast"}, "MEMORY=fast: choose one of hdl, python"),
        (["sim", "--memory-mb", "3"], {}, "MEMORY_MB=3: not a power of two"),
        (["mutate"], {"SIM": "foo"}, "SIM=foo: no such simulator"),
        (["mutate"], {"COUNT": "many"}, "COUNT=many: not a whole number from 1 to 1000000"),
        (["mutate"], {"JOBS": "1000000"}, "JOBS=1000000: not a whole number from 1 to 256"),
        (["doctor", "--sim", "foo"], {}, "SIM=foo: no such simulator; choose one of icarus, verilator, none"),
        (["doctor"], {"ATTACH": "/none.toml"}, "/none.toml: No such file"),
        (
            ["trace", "--sim", "nome", "x"],
            {},
            "SIM=nome: no such simulator; choose one of icarus, verilator, none; did",
        ),
        (["sim"], {"NPUVM_COVERAGE": "/proc/x"}, "NPUVM_COVERAGE=/proc/x: No such file or directory; name a folder "),
        (["nonsense"], {}, "invalid choice: 'nonsense'"),
        (["sim", "--seed", "-1"], {}, "SEED=-1: not from 0 to 18446744073709551615"),
        (["sim", "--timeout", "nan"], {}, "'nan' is not a number of seconds above 0"),
        (["sim"], {"MEMORY_MB": str(1 << 40)}, "MEMORY_MB=1099511627776: not a power of two from 1 to 1024"),
        (["trace", "--sim", "none"], {"TRACE": "'x"}, "TRACE='x: no closing quotation"),
        (["lint-program"], {"TRACE": "'x"}, "TRACE='x: no closing quotation"),
        (["record", "--test", "x"], {"SEEDS": "1-1000000000"}, "SEEDS=1-1000000000: more than 10000 seeds"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tb, words, env, message):
    result = tb(*words, **env)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


def test_what_one_command_does_not_take_does_not_stop_the_others(tb):
    assert tb("docs", TRACE="'x").returncode == 0


def test_an_error_of_the_system_is_one_line_and_status_2(tb, tmp_path, monkeypatch):
    (tmp_path / "build\n").write_text("")  # where a folder should be
    monkeypatch.setattr("tb.cli.docs.BUILD", tmp_path / "build\n")
    result = tb("docs")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"error: {tmp_path}/build\\n/pages/docs/{family_names()[0]}: Not a directory\n"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (errno.ENOSPC, "a/b: No space left on device; make room on that disk, then run it again"),
        (errno.EROFS, "a/b: Read-only file system; work where you may write"),
        (errno.EACCES, "a/b: Permission denied; ask for permission, or work elsewhere"),
    ],
)
def test_what_to_do_about_an_error_of_the_system(number, text):
    assert system_error(OSError(number, os.strerror(number), "a/b")) == text


def python_m_tb(*words, **settings):
    return subprocess.run([sys.executable, "-m", "tb", *words], cwd=ROOT, text=True, check=False, **settings)


def test_nobody_reads_what_is_printed():
    with Path("/dev/full").open("w") as full:
        done = python_m_tb("docs", stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (
        2,
        "error: No space left on device; make room on that disk, then run it again\n",
    )
    read, write = os.pipe()
    os.close(read)
    done = python_m_tb("docs", stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "")


@needs_mount
@pytest.mark.parametrize(("kind", "why"), [("ro", "Read-only file system; work"), ("nr_inodes=1", "No space")])
def test_a_build_folder_that_takes_nothing_is_one_line(kind, why):
    BUILD.mkdir(exist_ok=True)
    script = f"mount -t tmpfs -o {kind} tmpfs {BUILD} && exec {sys.executable} -m tb docs"
    done = subprocess.run([*ALONE, "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {BUILD}/pages: {why}")
    assert len(done.stderr.splitlines()) == 1


def test_variables_set_to_nothing_count_as_not_set():
    makefile = (ROOT / "Makefile").read_text()
    names = re.findall(r"^([A-Z_]+) \?=", makefile, re.MULTILINE)
    empty = dict.fromkeys([*names, "NUMPY_MADVISE_HUGEPAGE", "FAMILY", "COCOTB_RANDOM_SEED"], "")
    done = python_m_tb("docs", env={**os.environ, **empty}, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_takes_its_defaults_for_variables_set_to_nothing():
    words = ["make", "-n", "SIM=", "JOBS= ", "NPUVM_VENV=", "test"]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHON": ""}, capture_output=True, text=True, check=True)
    assert "python3 -m tools.bootstrap --venv '.venv' --sim icarus\n" in done.stdout
    assert "pytest -n 2 " in done.stdout


def test_missing_icarus_is_one_line(tb, tmp_path):
    result = tb("sim", PATH=str(tmp_path))
    assert result.returncode == 2
    assert "Icarus Verilog is missing" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_status_is_that_of_the_process():
    words = [sys.executable, "-m", "tb", "nonsense"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["sim", "trace", "doctor"])
def test_help_has_examples(tb, command):
    result = tb(command, "--help")
    assert result.returncode == 0
    assert f"python -m tb {command}" in result.stdout.split("examples:")[1]


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (UserError("wrong"), 2, "error: wrong"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (StoppedError(15), 143, "stopped by SIGTERM"),
    ],
)
def test_what_stops_a_command_becomes_its_status(monkeypatch, capsys, error, status, text):
    def stop(_options):
        raise error

    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("tb.cli.doctor.run", stop)
    assert main_module.main(["doctor"]) == status
    assert capsys.readouterr().err.startswith(text)


def test_replay_names_what_was_given():
    options = main_module.parser().parse_args(["sim", "--sim", "verilator", "--seed", "5"])
    assert replay(options, "Good") == "make sim TEST=Good SEED=5 SIM=verilator WAVES=1"
    options = main_module.parser().parse_args(["sim", "--seed", "5", "--plusargs", "+slow +level=3"])
    assert replay(options, "Good") == "make sim TEST=Good SEED=5 SIM=icarus PLUSARGS='+slow +level=3' WAVES=1"


def test_replay_can_be_pasted_and_makes_the_same_run(tmp_path):
    attach = tmp_path / "my 'own' $RTL.toml"
    words = ["sim", "--seed", "5", "--attach", str(attach), "--memory-mb", "256"]
    command = replay(main_module.parser().parse_args(words), "Good.*$")
    (tmp_path / "Makefile").write_text(
        'sim:\n\t@printf "%s\\n" "$$TEST" "$$ATTACH" "$$MEMORY_MB" "$$SEED" "$$SIM" "$$WAVES"\n'
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # tests run under a make
    made = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    assert made.stdout.splitlines() == ["Good.*$", str(attach), "256", "5", "icarus", "1"]


class FakeTraces:
    """Traces by name: `bad` is malformed, `other` needs what is not there, `wrong` fails."""

    def find(self, paths):
        return list(paths)

    def check(self, folder, _config):
        if folder.name == "bad":
            raise UserError(f"{folder}:3: malformed")
        return TraceCheck(folder.name, folder, "needs more" if folder.name == "other" else "")

    def play_on_model(self, folder, _config, *, strict):
        verdict = Verdict.FAIL if folder.name == "wrong" else Verdict.PASS
        return TraceLine(verdict, folder.name, "literally" if strict else "")


@pytest.fixture
def play(monkeypatch):
    family = Family(
        name="fake",
        configs=("one",),
        design=None,
        pins=None,
        memories=None,
        check_config=lambda _: None,
        sim_modules=lambda _: (),
        test_modules=lambda _: (),
        tests=None,
        traces=TraceParts(player=FakeTraces(), modules=("none",)),
    )
    monkeypatch.setattr(shared, "load_family", lambda _name: family)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return lambda *words: main_module.main(["trace", "--sim", "none", *words])


def test_one_line_a_trace_and_a_summary(play, capsys):
    assert play("a/good", "a/other") == 0
    assert capsys.readouterr().out.splitlines() == [
        "PASS good",
        "SKIP other needs more",
        "1 passed, 0 failed, 1 skipped",
    ]


def test_failed_trace_is_status_1(play, capsys):
    assert play("a/good", "a/wrong", "--strict") == 1
    assert "FAIL wrong literally" in capsys.readouterr().out


def test_nothing_is_played_if_one_is_malformed(play, capsys):
    assert play("a/good", "a/bad", "b/bad") == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert captured.err.splitlines() == [
        "error: a/bad:3: malformed",
        "error: b/bad:3: malformed",
        "error: 2 malformed, nothing was played",
    ]


def test_traces_of_one_name_are_told_apart(play, capsys):
    assert play("a/good", "b/good") == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["PASS a/good", "PASS b/good"]


def test_every_family_loads():
    for name in family_names():
        family = load_family(name)
        assert family.config(None) == family.configs[0]
        assert replace(family.design(family.configs[0])).sources


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_names_every_target_that_has_a_comment():
    result = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("sim", "trace", "test", "unit", "doctor", "lint", "clean"):
        assert f"\n  {target} " in result.stdout
    assert "\n  SIM " in result.stdout
    assert "(icarus)" in result.stdout
