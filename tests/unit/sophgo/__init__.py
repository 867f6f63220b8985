"""Tests of Sophgo's TPU without a simulator."""

from tb.runner.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "sophgo"
