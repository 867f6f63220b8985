"""Tests of VeriSilicon's VIPNano without a simulator."""

from tb.runner.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "vipnano"
