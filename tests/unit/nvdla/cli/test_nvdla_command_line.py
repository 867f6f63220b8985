"""What the command line says of NVDLA's names: one line for whatever is wrong."""

import os
import subprocess
import sys

import pytest

from tb.runner.family.find import family_names
from tb.runner.paths import ROOT

FAMILIES = ", ".join(family_names())


@pytest.mark.parametrize(
    ("words", "env", "message"),
    [
        (["sim"], {"CONFIG": "tny"}, "or give a file .toml of your own; did you mean tiny?"),
        (["sim"], {"FAMILY": "nvdal"}, f"no such family in tb; choose one of {FAMILIES}; did you mean nvdla?"),
        (["sim", "--config", "none", "--sim", "verilator"], {}, "CONFIG=none: "),
        (["trace", "--sim", "none", "/nowhere"], {}, "/nowhere: no such folder"),
        (["mutate", "--units", "BDMA,XYZ"], {}, "UNITS=XYZ: no such unit; choose from BDMA, RBK"),
        (["mutate"], {"UNITS": "MICF"}, "; did you mean MCIF?"),
        (["mutate", "--units", "BDMA", "--config", "nv_small"], {}, "UNITS=BDMA: not in this configuration"),
        (["doctor"], {"CONFIG": "tny"}, "CONFIG=tny: no such configuration; choose one of nv_full, "),
        (["docs"], {"CONFIG": "tny"}, "CONFIG=tny: no such configuration; choose one of nv_full, "),
        (["sim", "--config", "/none.toml"], {}, "/none.toml: No such file or directory; give a file .toml that is "),
        (["network", "--sim", "none"], {}, "no network is given; NETWORK=lenet.nvdla INPUT=digit.pgm"),
        (["network", "--network", "/none.nvdla"], {}, "NETWORK=/none.nvdla: No such file or directory"),
        (["network", "--network", "Makefile"], {}, "NETWORK=Makefile: loadable"),
        (["network", "--network", "Makefile", "--only", "a"], {}, "ONLY=a: operations are numbers, such as ONLY=3 or "),
        (["network", "--network", "Makefile", "--every", "0"], {}, "EVERY=0: not a whole number from 1 on"),
        (["network", "--network", "Makefile", "--steps", "0"], {}, "STEPS=0: not a whole number from 1 on"),
        (["trace", "--sim", "none", "a" * 300], {}, "File name too long; give it a shorter name"),
        (["sim"], {"ERRATA": "fial"}, "ERRATA=fial: 'fial' is no erratum: known, fail, or ids; did you mean fail?"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tb, words, env, message):
    result = tb(*words, **env)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


@pytest.mark.parametrize(("command", "status"), [("jump", 2), ("wait", 1)])
def test_make_says_in_its_last_line_what_its_status_cannot(tmp_path, command, status):
    (tmp_path / "input.txn").write_text(f"{command}\n")
    words = ["make", "--no-print-directory", "trace", f"TRACE={tmp_path}", "SIM=none", "ATTACH=", "CONFIG="]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1].split("] ")[1]) == (2, f"Error {status}")
    assert f"`Error {status}`" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("pairs", ["0", "abc"])
def test_pairs_that_are_no_number_are_one_line(pairs):
    words, env = [sys.executable, "-m", "tests.bench.nvdla"], os.environ | {"PAIRS": pairs}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert f"PAIRS={pairs}: not a whole number from 1 to 1000" in done.stderr
