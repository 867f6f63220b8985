"""A thousand random cases, none of which brings anything down; and faults that the oracle must see."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tb.runner.paths import ROOT
from tests.fuzz import oracle
from tests.fuzz.campaign import campaign
from tests.fuzz.cases import KINDS, case_of, kind_of
from tests.fuzz.folder import OUTSIDE, SECRET, Spot

CASES, SEED = 1000, 1


def told(found):
    return [f"{item.kind} {item.number}: {item.text}" for item in found]


@pytest.mark.parametrize("part", range(2))
def test_no_case_brings_anything_down(part):
    half = CASES // 2
    assert told(campaign(SEED, range(part * half, (part + 1) * half), None)) == []


@pytest.mark.parametrize("word", ["COUNT=-1", "COUNT=abc", "FIRST=-5", "COCOTB_RANDOM_SEED=abc"])
def test_a_wrong_number_is_one_line(monkeypatch, word):
    name, _, value = word.partition("=")
    monkeypatch.setenv(name, value)
    done = subprocess.run([sys.executable, "-m", "tests.fuzz"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert f"{word.replace('COCOTB_RANDOM_', '')}: not a whole number from 0 to " in done.stderr


def outside(folder):
    return folder.parents[1] / OUTSIDE / "data.dat"


def spin(_folder):
    while True:
        pass


def raises(_folder):
    raise KeyError("of nobody")


PLANTED = {
    "KeyError: \"'of nobody'\" at test_fuzz.py": raises,
    "outside of the folder": lambda folder: [outside(folder).read_text()[:1]],
    "'/etc/hostname' outside of the folder": lambda _folder: [Path("/etc/hostname").read_text()],
    "for writing": lambda folder: [str((folder / "new").write_text("x"))],
    "os.remove": lambda folder: [str((folder / "a").unlink())],
    "os.mkdir": lambda folder: [str((folder / "b").mkdir())],
    "subprocess.Popen": lambda _folder: [str(subprocess.run(["true"], check=True))],
    "tells what stands outside": lambda _folder: [f"unknown word {SECRET}"],
    "is not one line": lambda _folder: ["PASS a\nPASS b"],
    "is a line of": lambda _folder: ["x" * 30_000],
    "took more than": spin,
    "MemoryError": lambda _folder: [str(np.ones(3 << 28).sum())],
    "ended the process, by signal 9": lambda _folder: signal.raise_signal(signal.SIGKILL),
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_must_not_be_is_found_and_the_others_go_on(what, monkeypatch):
    monkeypatch.setattr(oracle, "CPU_S", 0.3)

    def planted(_seed, number):
        return "case", {"a": b"x"}, PLANTED[what] if number == 1 else lambda _folder: ["PASS"]

    done = []
    found = campaign(SEED, range(4), None, lambda number, item: done.append((number, item)), planted)
    assert [item.number for item in found] == [1]
    assert what in found[0].text
    assert done[-1] == (3, None)
    assert (1, found[0]) in done


def test_a_case_is_that_of_its_seed_and_number(tmp_path):
    for number in range(40, 48):
        folders = []
        for name in ("one", "two"):
            folder, files, _ = case_of(SEED, number)
            spot = Spot(tmp_path / name)
            spot.lay(folder, files)
            folders.append({path.name: path.read_bytes() for path in spot.case.rglob("*") if plain(path)})
        assert folders[0] == folders[1]
        assert kind_of(number) in KINDS


def plain(path):
    return path.is_file() and not path.is_symlink() and path.stat().st_size < 1 << 20


def test_a_case_that_is_found_is_kept_with_the_command_that_tries_it_again(tmp_path):
    found = campaign(SEED, range(2), tmp_path, case_of=lambda _seed, _number: ("case", {"a": b"x"}, raises))
    assert (found[0].folder / "case" / "case" / "a").read_bytes() == b"x"
    command = [sys.executable, "-m", "tests.fuzz", "--count", "4", "--seed", "3", "--first", "8"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "4 cases from 8 on, seed 3: 0 found\n"


def test_what_is_no_number_is_one_line():
    command = [sys.executable, "-m", "tests.fuzz", "--count=-1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "argument --count: COUNT=-1: not a whole number from 0 to" in done.stderr
