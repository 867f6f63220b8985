"""The public traces and the recorded layers, through the command that users call."""

import subprocess
import sys

import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers
from tb.runner.jobs.vectors import unpack_vectors
from tb.runner.paths import ROOT
from tests.nvdla.copy_trace import copy_trace
from tests.simulation import RESPONDERS, SIMULATORS
from tests.unit.nvdla.models.copies import base_of

VECTORS = ROOT / "tests" / "vectors" / "nvdla"
OTHERS = ("modes", "sdp", "pooling", "programs")
"""Of its folders."""
SHARED = ROOT.parent / "shared"
PARTS = {
    "moved": (("sanity0", "sanity1", "sanity1_cvsram", "sanity2"), ("bdma", "rubik", "multi_rubik")),
    "conv": (("sanity3", "conv_8x8_fc_int16"), ("conv", "image", "wino")),
    "sdp": (("sdp_relu_int16",), ("sdp", "convsdp", "multi_sdp", "multi_conv")),
    "pooled": (
        ("pdp_max_pooling_int16",),
        ("pdp", "cdp", "sdppdp", "convpdp", "multi_pdp", "multi_cdp", "multi_chain"),
    ),
}
"""Names of public traces, and what names of recorded layers begin with."""


def shared(part):
    """The traces and layers of a part, beside this checkout."""
    names, units = PARTS[part]
    public = [SHARED / "traces" / "nvdlav1" / name for name in names]
    recorded = sorted(path for unit in units for path in (SHARED / "vectors").glob(f"{unit}_*"))
    if not all(folder.is_dir() for folder in public) or not recorded:
        pytest.skip("the public traces and recorded layers are not beside this checkout")
    return public, recorded


def check_all_pass(folders, sim, responder="hdl"):
    command = [sys.executable, "-m", "tb", "trace", "--sim", sim, "--memory", responder, *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert lines[-1] == f"{len(folders)} passed, 0 failed, 0 skipped"


@pytest.mark.long
def test_every_trace_and_every_recorded_layer_is_of_a_part():
    parts = [shared(part) for part in PARTS]
    traces, vectors = SHARED / "traces" / "nvdlav1", SHARED / "vectors"
    assert sorted(path for public, _ in parts for path in public) == sorted(path for path in traces.iterdir())
    assert sorted(path for _, recorded in parts for path in recorded) == sorted(
        path for path in vectors.iterdir() if path.is_dir()
    )


@pytest.mark.long
@pytest.mark.parametrize(("sim", "responder"), [(sim, who) for sim in SIMULATORS for who in RESPONDERS])
def test_traces_of_what_moves_data_pass(sim, responder):
    public, recorded = shared("moved")
    check_all_pass(public + recorded, sim, responder)


@pytest.mark.long
@pytest.mark.parametrize(
    ("sim", "part"),
    [("none", part) for part in PARTS] + [("verilator", part) for part in PARTS if part != "moved"],
)
def test_all_traces_pass(sim, part):
    public, recorded = shared(part)
    check_all_pass(public + recorded, sim)


@pytest.mark.long
@pytest.mark.parametrize("part", [part for part in PARTS if part != "moved"])
def test_a_trace_of_each_cell_passes_on_icarus(part):
    public, recorded = shared(part)
    cells = {path.name.rpartition("_")[0]: path for path in reversed(recorded)}
    check_all_pass([*public, *cells.values()], "icarus")


def unloaded(folder, last):
    """A trace that copies what it never loaded, and expects zeros and a last byte."""
    folder.mkdir()
    lines = copy_trace(NV_FULL, base_of(NV_FULL, "CVSRAM"), load=False)
    (folder / "input.txn").write_text("\n".join(lines) + "\n")
    (folder / "data.dat").write_text("0x00 " * 63 + f"{last:#04x}\n")
    return folder


def too_large(folder):
    """A trace that starts a layer that no model can compute, waits for it, and expects what is not so."""
    folder.mkdir()
    block, mask = registers(NV_FULL).BDMA, registers(NV_FULL).GLB.S_INTR_MASK
    writes = [(block.CFG_LINE_REPEAT, block.CFG_LINE_REPEAT.write_mask), (block.CFG_OP, 1), (block.CFG_LAUNCH0, 1)]
    writes.insert(0, (block.CFG_SURF_REPEAT, block.CFG_SURF_REPEAT.write_mask))
    lines = [f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {word:#x}" for register, word in writes]
    lines += ["wait", f"read_reg {0xFFFF_0000 | mask.address >> 2:#x} 0x1 0x1"]
    (folder / "input.txn").write_text("\n".join(lines) + "\n")
    (folder / "plusargs.txt").write_text("+continue_on_fail\n")
    return folder


@pytest.mark.parametrize("sim", ["none", "icarus", pytest.param("verilator", marks=pytest.mark.long)])
def test_recorded_layers_pass_and_what_was_never_loaded_is_0(sim, tmp_path):
    folders = list(unpack_vectors(VECTORS, tmp_path))
    assert len(folders) > 1
    if sim != "icarus":  # which plays these kinds of random layers
        folders += [folder for name in OTHERS for folder in unpack_vectors(VECTORS / name, tmp_path)]
    folders += [too_large(tmp_path / "too_large"), unloaded(tmp_path / "unloaded", 0)]
    folders += [unloaded(tmp_path / "unloaded_wrong", 1)]
    command = [sys.executable, "-m", "tb", "trace", "--sim", sim, *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{len(folders) - 2} passed, 2 failed, 0 skipped"
    failed = {line.split()[1]: line.split(" ", 2)[2] for line in lines if line.startswith("FAIL")}
    assert list(failed) == ["too_large", "unloaded_wrong"]
    refused = failed["too_large"].removeprefix("input.txn:4: ")
    assert refused.startswith("BDMA group 0 was started, but it reads atoms of memory: 281474976710656, at most")
    assert "expected 0x01, got 0x00; 1 of 64 bytes differ" in done.stdout
    assert "that nothing ever wrote; they count as 0" in done.stdout


def test_a_recorded_layer_with_a_wrong_golden_fails(tmp_path):
    folder = next(unpack_vectors(VECTORS, tmp_path))
    golden = folder / "golden_000.dat"
    first, rest = golden.read_text().split(" ", 1)
    golden.write_text(f"{int(first, 16) ^ 0x80:#04x} {rest}")
    command = [sys.executable, "-m", "tb", "trace", "--sim", "none", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith(f"FAIL {folder.name}")
