"""A configuration file of a user's own is simulated by the commands that a user types."""

import os
import shutil
import subprocess
import sys

import pytest

from tb.runner.paths import BUILD, ROOT

FULL = """\
base = "nv_full"
interrupt_bits = { CACC = 1, RUBIK = 4, SDP = 7, BDMA = 11, CDP = 14, PDP = 20, CDMA_WT = 25, CDMA_DAT = 30 }

[read_ids]
BDMA = 4
RBK = 0
SDP = 19
PDP = 3
CDP = 2
SDP_B = 33
SDP_N = 6
SDP_E = 40
CDMA_DAT = 200
CDMA_WT = 77

[write_ids]
BDMA = 4
RBK = 0
SDP = 255
PDP = 17
CDP = 2

[blocks]
RBK = 0x0000
CDP = 0x2000
CDP_RDMA = 0x3000
PDP = 0x4000
GLB = 0x5000
PDP_RDMA = 0x6000
SDP = 0x7000
SDP_RDMA = 0x8000
CACC = 0x9000
CMAC_B = 0xA000
CMAC_A = 0xB000
CSC = 0xC000
CDMA = 0xD000
CVIF = 0xE000
MCIF = 0xF000
GEC = 0x11000
BDMA = 0x13000
"""
"""nv_full with other ids, two of them swapped and none dense, other interrupt bits and blocks in another order."""
WIDE = """\
base = "tiny"

[ports.DBB]
pin_prefix = "nvdla_core2dbb"
base = 0x4000_0000
limit = 0x100_0000_0000
data_bytes = 16
address_bits = 40
id_bits = 8
len_bits = 4
max_burst_beats = 4
burst_boundary_bytes = 64
write_align_bytes = 8
"""
"""tiny with two atoms a beat, of which a write may begin at either."""
BURSTS = WIDE.replace("len_bits = 4\nmax_burst_beats = 4", "len_bits = 8\nmax_burst_beats = 128").replace(
    "burst_boundary_bytes = 64", "burst_boundary_bytes = 2048"
)
"""The same with bursts that no configuration of npuvm has."""


@pytest.fixture
def config_file(tmp_path):
    """Writes a file whose name no other run has; what was generated and built for it goes away afterwards."""
    written = []

    def write(kind, text):
        path = tmp_path / f"own_{kind}_{os.getpid()}.toml"
        path.write_text(text)
        written.append(path.stem)
        return path

    yield write
    for name in written:
        for folder in (ROOT / "models/nvdla/generated", ROOT / "rtl_stubs/nvdla/generated", BUILD / "icarus"):
            _remove(folder.glob(f"*{name}*"))


def _remove(paths):
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def npuvm(*words):
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "text", "tests"), [("full", FULL, "Single"), ("wide", WIDE, "Random"), ("bursts", BURSTS, "Random")]
)
def test_random_layers_pass(config_file, kind, text, tests):
    path = str(config_file(kind, text))
    npuvm("tb.registers", "--config", path)
    said = npuvm("tb", "sim", "--config", path, "--sim", "icarus", "--test", f"{tests}(Bdma|Rubik)Test", "--seed", "1")
    assert "2 passed, 0 failed" in said
