"""What ``ERRATA=fail`` makes of our RTL, which has some of the public parts' errata and not others."""

import subprocess
import sys

from tb.runner.paths import ROOT

HAS, HAS_NOT = "SaturationOfPixelsTest", "BatchesOfAPixelTest"


def test_an_erratum_is_an_error_that_is_named_and_what_is_right_passes():
    words = ["--config", "tiny", "--sim", "icarus", "--test", f"{HAS}|{HAS_NOT}", "--seed", "1", "--errata", "fail"]
    done = subprocess.run(
        [sys.executable, "-m", "tb", "sim", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 passed, 1 failed" in done.stdout
    assert "CACC.D_OUT_SATURATION" in done.stdout
    assert "that may be erratum cacc-saturation-carried" in done.stdout
    assert f"REPLAY  make sim TEST={HAS} SEED=1 SIM=icarus CONFIG=tiny ERRATA=fail WAVES=1" in done.stdout
