"""CDMA and the convolution buffer: every entry, every portion told to CSC, in order, against plain numpy."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.conv_buffer.buffer_layers import LARGE, ROUNDS, SHARES_VARIABLE, random_layers
from tests.sim.nvdla.units.dma.dma_requests import SIZE_BITS
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
DMA = HERE.parent / "dma"
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.conv_buffer.conv_buffer_cases"
CLEARING = "tests.sim.nvdla.units.conv_buffer.clearing_cases"
SHARES = "tests.sim.nvdla.units.conv_buffer.share_cases"
LINE_ENTRIES = 8
"""Of weights, or of their mask, that are asked for at once."""
SIDES = ("data", "weights", "masks")
CHOSEN = quick_on_tiny("nv_full")
PACKAGES = tuple(RTL / "cdma" / f"nvdla_cdma_{name}_pkg.sv" for name in ("job", "elements", "image", "winograd"))
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    *(DEBUG / f"{name}.sv" for name in ("debug_pkg", "check_pkg", "dice_pkg", "link_check", "link_tap")),
    RTL / "memory" / "nvdla_memory_pkg.sv",
    RTL / "memory" / "nvdla_weighted_arbiter.sv",
    RTL / "dma" / "nvdla_dma_pkg.sv",
    *(RTL / "common" / f"nvdla_{name}.sv" for name in ("round_pkg", "convert_pkg", "fifo")),
    *PACKAGES,
    RTL / "dma" / "nvdla_dma_absent.sv",
    RTL / "dma" / "nvdla_dma_ends.sv",
    RTL / "dma" / "nvdla_dma_read.sv",
    *sorted({*(RTL / "cdma").glob("*.sv")} - {*PACKAGES}),
    RTL / "cbuf" / "nvdla_cbuf.sv",
    DMA / "dma_pattern_pkg.sv",
    DMA / "dma_read_memory.sv",
    *(HERE / f"conv_buffer_{name}.sv" for name in ("csc", "reader", "top")),
)


def design(hw):
    generated = RTL / "generated" / hw.name
    names = ("config_pkg", "csb_pkg", "cdma_pkg", "cdma_regs")
    generated = tuple(generated / f"nvdla_{name}.sv" for name in names)
    return Design(name=f"conv_buffer_top-{hw.name}", top="conv_buffer_top", sources=(*generated, *SOURCES))


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_layers_in_the_buffer(sim, hw):
    result = play(design(hw), MODULE, sim, plusargs=("+taps=.",), env={CONFIG_VARIABLE: hw.name})
    for name in cocotb_tests(MODULE):
        check(result, name)
    taps = read_taps(result.job.run_dir)
    rounds = [random_layers(hw, seed) for seed, _ in ROUNDS]
    for side in SIDES:
        fetched = [with_entries(layers, side) for layers in rounds]
        compare_told(hw, taps, fetched, side)
        compare_written(hw, taps, fetched, side)
        compare_room(hw, taps, fetched, side)
    compare_read(hw, taps, rounds)
    for side in ("data", "weights"):
        compare_asked(hw, taps[f"asked_{side}"], [with_entries(layers, side) for layers in rounds], side)


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_the_buffer_is_cleared(sim):
    """The lower half with the data, the upper half with the weights, entry by entry."""
    hw = CONFIGS["tiny"]
    result = play(design(hw), CLEARING, sim, plusargs=("+taps=.",), env={CONFIG_VARIABLE: hw.name})
    for name in cocotb_tests(CLEARING):
        check(result, name)
    taps, half = read_taps(result.job.run_dir), hw.cbuf_banks * hw.cbuf_bank_entries // 2
    for side, first in (("data", 0), ("weights", half)):
        places, data = writes(hw, taps[f"write_{side}"])
        assert list(dict.fromkeys(places.tolist())) == list(range(first, first + half))
        assert not data.any()


@pytest.mark.parametrize("shares", [None, (0, 0), (1, 0), (0, 1), (2, 1)])
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_shares_of_weights_and_masks(sim, shares):
    """In turns, as many requests as the share and one more, until one of them has no room."""
    hw = CONFIGS["tiny"]
    env = {CONFIG_VARIABLE: hw.name, SHARES_VARIABLE: ",".join(map(str, shares or ()))}
    result = play(design(hw), SHARES, sim, plusargs=("+taps=.",), env=env)
    for name in cocotb_tests(SHARES):
        check(result, name)
    layer, found = random_layers(hw, 1)[-1], ""
    masks, mask_bytes, _ = layer.compression
    ranges = {
        "W": range(layer.weight_base, layer.weight_base + layer.weight_bytes),
        "M": range(masks, masks + mask_bytes),
    }
    for address in addresses_asked(read_taps(result.job.run_dir)["asked_weights"])[0]:
        found += next((name for name, places in ranges.items() if address in places), "")
    assert found == in_turns(dict(zip("WM", shares or (15, 3), strict=True)), hw.cbuf_bank_entries // LINE_ENTRIES)


def in_turns(shares, most):
    """The order of so many requests of each, masks first."""
    order, left, turn = "", {"M": most, "W": most}, "M"
    while any(left.values()):
        many = min(shares[turn] + 1, left[turn])
        order += turn * many
        left[turn] -= many
        turn = "W" if turn == "M" else "M"
    return order


def with_entries(layers, side):
    """The layers that fetch a side, by number, with its entries."""
    befores = [None, *layers[:-1]]
    entries = {"data": "data_entries", "weights": "weight_entries", "masks": "mask_entries"}[side]
    return {
        number: (layer, getattr(layer, entries)())
        for number, (before, layer) in enumerate(zip(befores, layers, strict=True))
        if not layer.skips(side, before)
    }


def link_of(side):
    """Masks come with weights."""
    return "data" if side == "data" else "weights"


def counts(tap, hw):
    """Slices or kernels, and entries, of each transfer."""
    bits = (hw.cbuf_banks * hw.cbuf_bank_entries).bit_length()
    rest = tap.payload_bits - bits
    if "weights" in tap.name:
        names = {"many": rest - bits, "entries": bits, "wmb_entries": bits}
    else:
        names = {"many": rest, "entries": bits}
    members = tap.members(names)
    return [numbers(members[name]) for name in names]


def entries_of(tap, hw, side):
    """Entries of a side in each transfer."""
    return counts(tap, hw)[2 if side == "masks" else 1]


def numbers(rows):
    return np.array([int.from_bytes(row.tobytes(), "little") for row in rows], dtype=np.int64)


def compare_told(hw, taps, rounds, side):
    portions = []
    for fetched in rounds:
        for layer, _ in fetched.values():
            portions += [(1, layer.line_entries)] * layer.slices if side == "data" else layer.groups()
    told = np.column_stack(counts(taps[f"told_{link_of(side)}"], hw))
    assert told.tolist() == [list(portion) for portion in portions]


def written_of(hw, taps, rounds, side):
    """When entries of a side were written, where, and what."""
    tap = taps[f"write_{link_of(side)}"]
    places, data = writes(hw, tap)
    if side == "data":
        return tap.time, places, data
    chosen, first = [], 0
    for fetched in rounds:
        for layer, entries in fetched.values():
            many = len(entries) + len(layer.weight_entries() if side == "masks" else layer.mask_entries())
            masks = (places[first : first + many] >= masks_first(hw)) & (layer.compression is not None)
            chosen.append(masks == (side == "masks"))
            first += many
    assert first == len(places)
    chosen = np.concatenate(chosen)
    return tap.time[chosen], places[chosen], data[chosen]


def writes(hw, tap):
    """Where whole entries were written, and what."""
    index_bits = (hw.cbuf_banks * hw.cbuf_bank_entries - 1).bit_length()
    atoms = hw.cbuf_entry_bytes // hw.atom_bytes
    written = tap.members({"entry": index_bits, "atoms": atoms, "data": 8 * hw.cbuf_entry_bytes})
    assert (written["atoms"] == (1 << atoms) - 1).all()
    return numbers(written["entry"]), written["data"]


def masks_first(hw):
    """The first entry of the bank of masks."""
    return (hw.cbuf_banks - 1) * hw.cbuf_bank_entries


def ring_of(hw, layer, side):
    """The first entry of a side's banks, and their number."""
    if side == "masks":
        return masks_first(hw), hw.cbuf_bank_entries
    first = layer.data_banks * hw.cbuf_bank_entries if side == "weights" else 0
    return first, layer.banks(side)[-1] * hw.cbuf_bank_entries


def placed(hw, fetched, side):
    """Where each entry of a round goes: the ring begins anew where the banks are shared out anew."""
    before, places, restarts = None, {}, 0
    for number, (layer, entries) in fetched.items():
        if layer.banks(side) != before:
            place, before, restarts = 0, layer.banks(side), restarts + 1
        first, size = ring_of(hw, layer, side)
        offsets = layer.data_offsets() if side == "data" else np.arange(len(entries))
        places[number] = first + (place + offsets) % size
        place = (place + len(entries)) % size
    return places, restarts


def compare_written(hw, taps, rounds, side):
    _, entries, data = written_of(hw, taps, rounds, side)
    np.testing.assert_array_equal(
        data, np.concatenate([wanted for fetched in rounds for _, wanted in fetched.values()])
    )
    found = [placed(hw, fetched, side) for fetched in rounds]
    places = np.concatenate([place for of_round, _ in found for place in of_round.values()])
    np.testing.assert_array_equal(entries, places)
    assert len(taps[f"drained_{link_of(side)}"].time) == sum(restarts for _, restarts in found)


def compare_room(hw, taps, rounds, side):
    """No portion is told before its entries are there, no entry is written that CSC has not let go or forgotten."""
    written, _, _ = written_of(hw, taps, rounds, side)
    told = taps[f"told_{link_of(side)}"]
    ends = np.cumsum(entries_of(told, hw, side))
    assert (written[ends[ends > 0] - 1] < told.time[ends > 0]).all()
    gone = gone_at(written, hw, taps, side)
    left_of, first = [], 0
    for fetched in rounds:
        for layer, entries in fetched.values():
            numbered = np.arange(first, first + len(entries))
            left_of.append(ring_of(hw, layer, side)[1] - (numbered + 1 - gone[numbered]))
            first += len(entries)
        for (layer, _), left in zip(list(fetched.values())[-LARGE:], left_of[-LARGE:], strict=True):
            step = layer.grain_lines * layer.line_entries if side == "data" else 1
            if len(left):
                assert left.min() == hw.cbuf_bank_entries % step, f"not as full with {side} as it may be"
    assert min(left.min() for left in left_of if len(left)) >= 0


def gone_at(times, hw, taps, side):
    """How many entries CSC had let go, or forgotten when it was asked to drain, at some times."""
    link = link_of(side)

    def passed(kind, time):
        """The entries of the link's portions before a time."""
        tap = taps[f"{kind}_{link}"]
        return np.concatenate([[0], np.cumsum(entries_of(tap, hw, side))])[np.searchsorted(tap.time, time)]

    drained = taps[f"drained_{link}"].time
    forgotten = passed("told", drained) - passed("released", drained)
    forgotten = np.concatenate([[0], forgotten])[np.searchsorted(drained, times)]
    return passed("released", times) + forgotten


def compare_read(hw, taps, rounds):
    entries = hw.cbuf_banks * hw.cbuf_bank_entries
    for number, layers in enumerate(rounds):
        buffer = np.zeros((entries, hw.cbuf_entry_bytes), np.uint8)
        fetched = {side: with_entries(layers, side) for side in SIDES}
        places = {side: placed(hw, fetched[side], side)[0] for side in SIDES}
        for layer in range(len(layers)):
            for side in SIDES:
                if layer in places[side]:
                    buffer[places[side][layer]] = fetched[side][layer][1]
        for side in ("data", "weights"):
            seen = taps[f"read_{side}"].payload[number * entries : (number + 1) * entries]
            np.testing.assert_array_equal(seen, buffer)


def compare_asked(hw, tap, rounds, side):
    """Each atom of memory that a layer needs is read once, and no other."""
    addresses, sizes = addresses_asked(tap)
    asked = [
        address + atom * hw.atom_bytes
        for address, size in zip(addresses, sizes, strict=True)
        for atom in range(size + 1)
    ]
    wanted = [
        address + place
        for fetched in rounds
        for layer, _ in fetched.values()
        for address, size in layer.lines_read(side)
        for place in range(0, size, hw.atom_bytes)
    ]
    assert sorted(asked) == sorted(wanted)


def addresses_asked(tap):
    """Address, and atoms less one, of each line."""
    members = tap.members({"address": tap.payload_bits - SIZE_BITS, "size": SIZE_BITS})
    return [[int.from_bytes(row.tobytes(), "little") for row in members[name]] for name in members]
