"""How much random tests play: more where a design is so small that layers take little time."""

SMALL_ARRAY = 64
"""Products of a cycle, of INT8."""
TIMES_MORE = 3
ONE_BY_ONE = 3
"""Layers of a test that are played each for itself."""


def more_of_small(bench, layers):
    """So many layers, on a small design several times as many."""
    config = bench.config
    return layers * (TIMES_MORE if config.mac_cells * config.mac_channels <= SMALL_ARRAY else 1)
