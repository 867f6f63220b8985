"""CSC alone: every operation, every cell's weights and everything that it tells, against plain loops in Python."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tb.nvdla.design import behavioural
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.csc.csc_draws import ROUNDS, random_layers
from tests.sim.nvdla.units.csc.csc_expected import expected, stands
from tests.sim.nvdla.units.links.link_widths import widths
from tests.simulation import ICARUS_FIRST, check, play

HERE = Path(__file__).parent
MODULE = "tests.sim.nvdla.units.csc.csc_cases"
CHOSEN = quick_on_tiny("nv_full", "nv_small")
"""nv_small lacks features, and its registers hold sizes that are no whole entries."""
TYPES = {
    f"{link}_{end}": link
    for link, ends in (("csc_cmac_data", "ab"), ("csc_cmac_weights", "ab"), ("csc_cbuf", ("data", "weights", "masks")))
    for end in ends
}
"""Of the links that are there twice."""
FOLDERS = ("link", "csc")
FILES = (
    "debug_pkg",
    "check_pkg",
    "dice_pkg",
    "link_check",
    "link_tap",
    "nvdla_slices_check",
    "nvdla_config_pkg",
    "nvdla_csb_pkg",
    "nvdla_csc_pkg",
    "nvdla_csc_regs",
    "nvdla_fifo",
    "nvdla_round_pkg",
    "nvdla_convert_pkg",
    "nvdla_fp17_pkg",
)
"""Of the whole design's list: what CSC is made of, and what it needs."""
BENCH = tuple(HERE / f"{name}.sv" for name in ("csc_pattern_pkg", "csc_buffer", "csc_top"))


def design(hw):
    listed = behavioural(hw).sources
    sources = (path for path in listed if path.parent.name in FOLDERS or path.stem in FILES)
    return Design(name=f"csc_top-{hw.name}", top="csc_top", sources=(*sources, *BENCH))


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_random_layers(sim, hw):
    env = {CONFIG_VARIABLE: hw.name}
    result = play(design(hw), MODULE, sim, plusargs=("+taps=.",), env=env)
    check(result, "random_layers_run")
    taps = read_taps(result.job.run_dir)
    for seed, _ in ROUNDS:
        layers = random_layers(hw, seed)
        wanted, seen = expected(hw, seed, layers), seen_in(taps, hw, seed)
        compare(seen, wanted)
        compare_order(seen, wanted, stands(hw, seed, layers))


@dataclass(frozen=True)
class Link:
    """What passed a link in a round: when, and each member as numbers; elements as bytes."""

    time: np.ndarray
    members: dict[str, np.ndarray]


def seen_in(taps, hw, seed):
    """The links of a round, by name. The taps' groups tell the rounds apart."""
    found = {}
    for name, tap in taps.items():
        bits = widths(hw)[TYPES.get(name, name)]
        rows = tap.instance == seed % 2
        members = {member: values[rows] for member, values in tap.members(bits).items()}
        short = {member: numbers(values) for member, values in members.items() if member not in ("data", "weights")}
        found[name] = Link(tap.time[rows], members | short)
    return found


def numbers(rows):
    padded = np.zeros((len(rows), 8), np.uint8)
    padded[:, : rows.shape[1]] = rows
    return padded.view("<u8")[:, 0]


def compare_table(link, members, wanted):
    """Hold transfers against a list of what their members must be."""
    assert len(link.time) == len(wanted)
    for member, values in zip(members, zip(*wanted, strict=True), strict=True):
        short = not isinstance(values[0], bytes)
        table = np.array(values, np.uint64) if short else [np.frombuffer(value, np.uint8) for value in values]
        np.testing.assert_array_equal(link.members[member], table, member)


def compare(seen, wanted):
    for side, name in enumerate("ab"):
        compare_table(seen[f"csc_cmac_data_{name}"], ("operation", "channels", "data"), wanted.operations)
        weights = ("last", "cell_index", "channels", "weights")
        compare_table(seen[f"csc_cmac_weights_{name}"], weights, wanted.cells[side])
    np.testing.assert_array_equal(seen["csc_cbuf_data"].members["entry"], wanted.data_entries)
    compare_asked(seen["csc_cbuf_weights"].members["entry"].tolist(), wanted.weights_asked)
    compare_asked(seen["csc_cbuf_masks"].members["entry"].tolist(), wanted.masks_asked)
    compare_table(seen["csc_cdma_data"], ("slices", "entries"), wanted.data_released)
    compare_table(seen["csc_cdma_weights"], ("kernels", "entries", "wmb_entries"), wanted.weights_released)


def compare_asked(asked, passes):
    """Entries that are asked for: of each pass those that it needs, and some behind them that it may have."""
    ends = {0}
    for wanted in passes:
        counts = range(wanted.needed, len(wanted.entries) + 1)
        ends = {end + count for end in ends for count in counts if asked[end : end + count] == wanted.entries[:count]}
        assert ends
    assert len(asked) in ends


def compare_order(seen, wanted, stood):
    """Nothing is used before it is there: weights in the cells, data, kernels, place for results."""
    starts = np.array(wanted.starts)
    sides = [seen[f"csc_cmac_data_{name}"].time for name in "ab"]
    first, last = np.minimum(*sides)[starts], np.maximum(*sides)[starts]
    for side, name in enumerate("ab"):
        loaded, stripe = seen[f"csc_cmac_weights_{name}"].time, np.array(wanted.stripes[side])
        assert (loaded < first[stripe]).all(), "weights behind the first operation of their stripe"
        assert (loaded[stripe > 0] > last[stripe[stripe > 0] - 1]).all(), "weights before the stripe before began"
    slices = np.cumsum([stand.fetched_slices for stand in stood])
    assert (there(seen["cdma_csc_data"], "slices", slices) < sides[0][wanted.layers]).all()
    kernels = np.cumsum([0 if stand.weights_reused else group[0] for stand in stood for group in stand.groups])
    begun = [np.searchsorted(wanted.stripes[0], stripe) for stripe in wanted.groups]
    loaded = seen["csc_cmac_weights_a"].time[begun]
    assert (there(seen["cdma_csc_weights"], "kernels", kernels) < loaded).all()
    for name in ("data", "weights"):
        released = seen[f"csc_cdma_{name}"]
        told = there(seen[f"cdma_csc_{name}"], "entries", np.cumsum(released.members["entries"]))
        assert (told < released.time).all(), f"{name} that CDMA had not told were released"
    sizes, operations = np.array(wanted.passes).T
    assert (there(seen["cacc_csc"], "operations", np.cumsum(sizes)) < np.minimum(*sides)[operations]).all()


def there(link, member, counts):
    """When a link's transfers had told so many of something."""
    return link.time[np.searchsorted(np.cumsum(link.members[member]), counts)]
