"""Tiles, and what the pre-addition of the public part made of them (tests/vectors/nvdla/README.md)."""

import numpy as np

from tb.runner.paths import ROOT

FILE = ROOT / "tests" / "vectors" / "nvdla" / "pre_addition.npz"
PRECISIONS = ("INT8", "INT16", "FP16")


def recorded_tiles() -> dict[tuple[str, int], tuple[np.ndarray, np.ndarray]]:
    """Tiles and results as codes of 16 positions, by precision and truncation; INT8 in the low byte."""
    with np.load(FILE) as file:
        recorded = {name: file[name] for name in file.files}
    found = {}
    for number, precision in enumerate(PRECISIONS):
        for truncate in np.unique(recorded["truncate"]):
            rows = (recorded["precision"] == number) & (recorded["truncate"] == truncate)
            low = np.uint16(0xFF if precision == "INT8" else 0xFFFF)
            found[precision, int(truncate)] = recorded["tiles"][rows] & low, recorded["results"][rows] & low
    return found
