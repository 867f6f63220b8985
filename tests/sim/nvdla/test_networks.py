"""Compiled networks through the command that users call: one of our own, and the public ones where they are."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tb.runner.paths import ROOT
from tests.nvdla.own_network import own_inputs, own_network
from tests.simulation import ICARUS_FIRST

PUBLIC = "NPUVM_LOADABLES"
"""Environment variable that names a checkout of NVIDIA's software: its samples are not ours to commit."""
ON_ICARUS = ("BDMA_L0_0_fbuf", "PDP_L0_0_small_fbuf", "SDP_X1_L0_0_large_fbuf")
"""Samples that take little time there."""
KINDS = ("CONV+SDP", "PDP", "CDP", "BDMA", "SDP", "RBK")


def network(*words, status=0):
    """What the command says."""
    command = [sys.executable, "-m", "tb", "network", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def output_of(text, name):
    (found,) = re.findall(rf"output {name}: (\S+)", text)
    return np.load(ROOT / found)


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Our own network, and what the reference device makes of it."""
    folder = tmp_path_factory.mktemp("network")
    file = folder / "own.nvdla"
    file.write_bytes(own_network("nv_full"))
    inputs = ",".join(f"{name}={path}" for name, path in own_inputs(folder).items())
    return file, inputs, network("--network", file, "--input", inputs, "--sim", "none")


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_our_own_network(own, sim):
    file, inputs, on_model = own
    text = network("--network", file, "--input", inputs, "--sim", sim)
    for name in ("INT8", "FP16"):
        assert (output_of(text, name) == output_of(on_model, name)).all()
    assert all(re.search(rf"^\d[\d+]* +{re.escape(kind)} ", text, re.MULTILINE) for kind in KINDS)
    assert "1 passed, 0 failed, 0 skipped" in text


def test_it_is_shown(own):
    text = network("--network", own[0], "--show")
    assert "operations of task 0, cubes of 32 bytes" in text
    assert re.search(r"^0 CONV +\d +2 when programmed, 1 when programmed", text, re.MULTILINE)
    assert re.search(r"^1 SDP +dst +DBB +\d+\+0 +12x10x10", text, re.MULTILINE)


@pytest.mark.parametrize("dialect", ["nvdlav1", "master"])
def test_it_becomes_traces(own, tmp_path, dialect):
    file, inputs, _ = own
    text = network("--network", file, "--input", inputs, "--sim", "none", "--export", tmp_path, "--dialect", dialect)
    assert len(re.findall("^trace ", text, re.MULTILINE)) == 15
    command = [sys.executable, "-m", "tb", "trace", "--sim", "none", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "15 passed, 0 failed, 0 skipped"


def test_a_golden_file_that_does_not_fit_is_told_before_anything_is_simulated(own, tmp_path):
    file, inputs, _ = own
    golden = tmp_path / "golden.npy"
    np.save(golden, np.zeros((2, 3, 4), np.int8))
    text = network("--network", file, "--input", inputs, "--sim", "icarus", "--golden", golden, status=2)
    assert text == f"error: GOLDEN={golden}: it holds int8 2x3x4, and the output is int8 12x10x10\n"


def test_operations_and_inputs_that_there_are_not_are_one_line(own, tmp_path):
    file, _, _ = own
    text = network("--network", file, "--sim", "none", "--only", "3,77", status=2)
    assert text == "error: ONLY=77: no such operation; there are 0 to 15\n"
    gone = tmp_path / "gone.npy"
    text = network("--network", file, "--sim", "none", "--input", f"data={gone}", status=2)
    assert text == f"error: INPUT={gone}: No such file or directory\n"


@pytest.mark.long
def test_some_steps_alone(own):
    file, inputs, on_model = own
    text = network("--network", file, "--input", inputs, "--sim", "icarus", "--every", "5")
    assert len(re.findall(r"^\d[\d+]* +[A-Z]", text, re.MULTILINE)) == 3
    assert (output_of(text, "INT8") == output_of(on_model, "INT8")).all()


@pytest.mark.long
def test_as_a_suite_of_the_regression(own, tmp_path):
    file, inputs, _ = own
    suite = tmp_path / "own.toml"
    text = network(
        "--network", file, "--input", inputs, "--sim", "icarus", "--every", "4", "--steps", "2", "--suite", suite
    )
    assert f"suite {suite}: 2 runs; make regress SUITE={suite}" in text
    command = [
        sys.executable,
        "-m",
        "tb",
        "regress",
        "--suite",
        suite,
        "--history",
        tmp_path,
        "--out",
        tmp_path / "page",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "2 passed, 0 failed" in done.stdout, done.stdout + done.stderr
    views = json.loads((tmp_path / "page" / "report.json").read_text())["networks"]
    (view,) = [view for view in views if view["by"] == "regressions" and view["name"] == file.name]
    assert [one["units"] for one in view["operations"]] == ["CONV+SDP", "CDP", "SDP", "RBK"]
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "2 of them played before" in again.stdout


def public():
    """Samples, their goldens and configurations."""
    checkout = os.environ.get(PUBLIC)
    if not checkout:
        pytest.skip(f"{PUBLIC} names no checkout of NVIDIA's software")
    regression = Path(checkout) / "regression"
    for file in sorted(regression.glob("flatbufs/kmd/*/*_fbuf")):
        name = file.name.removesuffix("_fbuf")
        config = next((part for part in ("small", "large") if name.endswith(part)), "full")
        (golden,) = regression.glob(f"golden/{name}_" + "[0-9a-f]" * 6 + "/dla/*.dimg")
        yield file, golden, f"nv_{config}"


@pytest.mark.long
@pytest.mark.parametrize("sim", ["none", "verilator", "icarus"])
def test_public_samples(sim):
    for file, golden, config in public():
        if sim == "icarus" and file.name not in ON_ICARUS:
            continue
        scrambled = config == "nv_small"  # by a runtime that took atoms of 8 bytes for those of 32
        words = () if scrambled else ("--golden", golden)
        text = network("--network", file, "--sim", sim, "--config", config, *words)
        assert scrambled or ": equal, all " in text
