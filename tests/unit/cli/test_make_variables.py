"""Variables on make's command line: those that a target does not take are an error."""

import os
import re
import shutil
import subprocess

import pytest

from tb.runner.paths import ROOT
from tools.nearest import nearest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def make(*words, **env):
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    words = ["make", "--dry-run", *words]
    return subprocess.run(words, cwd=ROOT, env=outside | env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sim", "TETS=Copy"], r"TETS=Copy: 'make sim' takes .*CONFIG .*; the nearest is TEST"),
        (["sim", "test=Copy"], r"test=Copy: 'make sim' takes .*; the nearest is TEST"),
        (["sim", "SEEDS=1-3"], r"SEEDS=1-3: 'make sim' takes .*; the nearest is SEED"),
        (["sim", "TETS="], r"TETS=: 'make sim' takes .*; the nearest is TEST"),
        (["lint-program", "WAVES=yes"], r"WAVES=yes: 'make lint-program' takes CONFIG FAMILY TRACE; .*"),
        (["unit", "SIM=icarus"], r"SIM=icarus: 'make unit' takes FAMILY; 'make' alone lists all"),
        (["registers", "SIM=icarus"], r"SIM=icarus: 'make registers' takes CONFIG FAMILY; 'make' alone lists all"),
        (["cover", "unit", "SIM=icarus"], r"SIM=icarus: 'make cover unit' takes AT_LEAST .*"),
        (["SIMM=icarus"], r"SIMM=icarus: there is no such variable; the nearest is SIM"),
        (["sim", "A'B=1\n2"], r"A'B=1 2: 'make sim' takes .*"),
    ],
)
def test_what_a_target_does_not_take_is_one_line(words, message):
    done = make(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"tools/command_line\.mk:\d+: \*\*\* {message}.*  Stop\.\n", done.stderr), done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "TEST=Copy", "SEED=1", "FAMILY=chip", "NPUVM_COVERAGE=build/mine", "CXXFLAGS=-O3"],
        ["mutate", "cover", "CONFIG=tiny", "MUTANT=3", "GROUP=bdma"],
        ["clean", "SIM=verilator"],
        ["SIM=verilator"],
    ],
)
def test_what_a_target_takes_is_taken(words):
    assert (make(*words).returncode, make(*words).stderr) == (0, "")


def test_what_another_make_hands_down_is_not_looked_at():
    assert make("unit", "SIM=icarus", MAKELEVEL="1").returncode == 0


def test_every_target_says_what_it_takes_and_every_variable_is_in_the_list():
    own = "".join(path.read_text() for path in ROOT.glob("tb/*/commands.mk"))
    makefile = (ROOT / "Makefile").read_text() + own
    takes = (ROOT / "tools" / "command_line.mk").read_text() + own
    listed = {*re.findall(r"^## .*\n(?:\w+ \?=.*\n)*?([A-Z_]+) \?=", makefile, re.MULTILINE)}
    assert {"MUTANT", "FAMILY", "NPUVM_COVERAGE", "SEEDS"} <= listed
    known = set(re.findall(r"^([A-Z_]+) \?=", makefile, re.MULTILINE))
    taken = {word for line in re.findall(r"^[A-Z].* :?= (.*)", takes, re.MULTILINE) for word in line.split()}
    assert known <= taken, "a variable that no target takes"
    targets = set(re.findall(r"^([a-z-]+): .*## ", makefile, re.MULTILINE)) - {"help", "lock", "clean"}
    assert targets <= set(re.findall(r"^TAKES_([a-z-]+) :?=", takes, re.MULTILINE))


@pytest.mark.parametrize("target", ["test", "long", "selfcheck"])
@pytest.mark.parametrize("jobs", ["0", "abc", "-1", "1 2", "257", "it's"])
def test_jobs_that_are_no_number_are_one_line(target, jobs):
    done = make(target, f"JOBS={jobs}")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"tools/command_line\.mk:\d+: \*\*\* JOBS={jobs}: not a whole .*  Stop\.\n", done.stderr)
    assert make(target, "JOBS=256").returncode == 0


def test_what_is_like_nothing_has_no_nearest_name():
    assert nearest("XYZZY", ["TEST", "SIM"]) == ""
