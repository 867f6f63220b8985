"""Taps in the design: the words that passed equal the layer's bytes. Both simulators: `tests/sim/nvdla/units/dma`."""

import numpy as np

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tb.runner.link_taps import with_taps
from tb.taps import read_taps
from tests.sim.nvdla.debug.tap_cases import LINES
from tests.simulation import check, play

MODULE = "tests.sim.nvdla.debug.tap_cases"
ATOM = NV_FULL.atom_bytes
WORDS = ("_read", "_write")
"""How the names of taps end that look at the words of a unit."""


def test_no_tap_without_the_plusarg():
    result = play(with_taps(behavioural(NV_FULL)), MODULE, "icarus", test_filter="TappedRubikTest")
    check(result, "TappedRubikTest")
    assert read_taps(result.job.run_dir) == {}


def test_the_words_that_passed_are_the_bytes_of_the_layer():
    result = play(with_taps(behavioural(NV_FULL)), MODULE, "icarus", plusargs=("+taps=.",))
    for name in ("TappedBdmaTest", "TappedRubikTest"):
        check(result, name)
    taps = read_taps(result.job.run_dir)
    heard = {name for name, tap in taps.items() if len(tap.payload) and name.endswith(WORDS)}
    assert heard == {"bdma_read", "bdma_write", "rbk_read", "rbk_write"}
    for layer in range(2):
        expected = np.load(result.job.run_dir / f"bdma_{layer}.npy")
        lines = [atoms for atoms, lines, surfaces in LINES for _ in range(lines * surfaces)]
        for name in ("bdma_read", "bdma_write"):
            np.testing.assert_array_equal(packed(of_layer(taps[name], layer, group=layer), lines), expected, name)
    expected = np.load(result.job.run_dir / "rbk_0.npy")
    for name in ("rbk_read", "rbk_write"):
        np.testing.assert_array_equal(packed(of_layer(taps[name], 0, group=0), [6] * 3), expected, name)


def of_layer(tap, layer, group):
    """The words of a layer, shape (words, bytes)."""
    chosen = tap.layer == layer
    assert (tap.instance[chosen] == group).all()
    return tap.payload[chosen]


def packed(words, lines):
    """The bytes of lines of so many atoms: each begins with a new word, whose end may be unused."""
    first, parts = 0, []
    for atoms in lines:
        count = -(-atoms * ATOM // words.shape[1])
        parts.append(words[first : first + count].reshape(-1)[: atoms * ATOM])
        first += count
    assert first == len(words)
    return np.concatenate(parts)
