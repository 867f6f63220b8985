"""CDMA and the convolution buffer: every entry, every portion told to CSC, in order, against plain numpy."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.sim.conv_buffer.buffer_layers import LARGE, ROUNDS, random_layers
from tests.simulation import SIMULATORS, check, cocotb_tests, play

HERE = Path(__file__).parent
DMA = HERE.parent / "dma"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.conv_buffer.conv_buffer_cases"
CHOSEN = (CONFIGS["nv_full"], CONFIGS["tiny"])
PACKAGES = tuple(RTL / "cdma" / f"nvdla_cdma_{name}_pkg.sv" for name in ("job", "elements"))
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    *(RTL / "debug" / f"nvdla_{name}.sv" for name in ("debug_pkg", "check_pkg", "dice_pkg", "link_check", "tap")),
    RTL / "memory" / "nvdla_memory_pkg.sv",
    RTL / "dma" / "nvdla_dma_pkg.sv",
    *(RTL / "common" / f"nvdla_{name}.sv" for name in ("round_pkg", "convert_pkg", "fifo")),
    *PACKAGES,
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
    names = ("config_pkg", "csb_pkg", "bdma_pkg", "cdma_pkg", "cdma_regs")
    generated = tuple(generated / f"nvdla_{name}.sv" for name in names)
    return Design(name=f"conv_buffer_top-{hw.name}", top="conv_buffer_top", sources=(*generated, *SOURCES))


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", SIMULATORS)
def test_layers_in_the_buffer(sim, hw):
    result = play(design(hw), MODULE, sim, plusargs=("+taps=.",), env={CONFIG_VARIABLE: hw.name})
    for name in cocotb_tests(MODULE):
        check(result, name)
    taps = read_taps(result.job.run_dir)
    rounds = [random_layers(hw, seed) for seed, _ in ROUNDS]
    for side in ("data", "weights"):
        fetched = [with_entries(layers, side) for layers in rounds]
        compare_told(hw, taps[f"told_{side}"], fetched, side)
        compare_written(hw, taps, fetched, side)
        compare_room(hw, taps, fetched, side)
    compare_read(hw, taps, rounds)


def with_entries(layers, side):
    """The layers that fetch a side, by number, with its entries."""
    befores = [None, *layers[:-1]]
    return {
        number: (layer, layer.data_entries() if side == "data" else layer.weight_entries())
        for number, (before, layer) in enumerate(zip(befores, layers, strict=True))
        if not layer.skips(side, before)
    }


def counts(tap, hw):
    """Slices or kernels, and entries, of each transfer."""
    bits = (hw.cbuf_banks * hw.cbuf_bank_entries).bit_length()
    rest = tap.payload_bits - bits
    if "weights" in tap.name:
        names = {"many": rest - bits, "entries": bits, "wmb_entries": bits}
    else:
        names = {"many": rest, "entries": bits}
    members = tap.members(names)
    return [numbers(members[name]) for name in ("many", "entries")]


def numbers(rows):
    return np.array([int.from_bytes(row.tobytes(), "little") for row in rows], dtype=np.int64)


def compare_told(hw, tap, rounds, side):
    portions = []
    for fetched in rounds:
        for layer, _ in fetched.values():
            portions += layer.groups() if side == "weights" else [(1, layer.slice_entries)] * layer.height
    assert np.column_stack(counts(tap, hw)).tolist() == [list(portion) for portion in portions]


def placed(hw, fetched, side):
    """Where each entry of a round goes: the ring begins anew where the banks are shared out anew."""
    before, places, restarts = None, {}, 0
    for number, (layer, entries) in fetched.items():
        if layer.banks(side) != before:
            place, before, restarts = 0, layer.banks(side), restarts + 1
        first = layer.data_banks * hw.cbuf_bank_entries if side == "weights" else 0
        size = before[-1] * hw.cbuf_bank_entries
        places[number] = first + (place + np.arange(len(entries))) % size
        place = (place + len(entries)) % size
    return places, restarts


def compare_written(hw, taps, rounds, side):
    tap = taps[f"write_{side}"]
    index_bits = (hw.cbuf_banks * hw.cbuf_bank_entries - 1).bit_length()
    atoms = hw.cbuf_entry_bytes // hw.atom_bytes
    written = tap.members({"entry": index_bits, "atoms": atoms, "data": 8 * hw.cbuf_entry_bytes})
    assert (written["atoms"] == (1 << atoms) - 1).all()
    wanted = np.concatenate([entries for fetched in rounds for _, entries in fetched.values()])
    np.testing.assert_array_equal(written["data"], wanted)
    found = [placed(hw, fetched, side) for fetched in rounds]
    places = np.concatenate([place for of_round, _ in found for place in of_round.values()])
    np.testing.assert_array_equal(numbers(written["entry"]), places)
    assert len(taps[f"drained_{side}"].time) == sum(restarts for _, restarts in found)


def compare_room(hw, taps, rounds, side):
    """No portion is told before its entries are there, no entry is written that CSC has not let go or forgotten."""
    written = taps[f"write_{side}"].time
    told = taps[f"told_{side}"]
    ends = np.cumsum(counts(told, hw)[1])
    assert (written[ends - 1] < told.time).all()
    gone = gone_at(written, hw, taps, side)
    left_of, first = [], 0
    for fetched in rounds:
        for layer, entries in fetched.values():
            numbered = np.arange(first, first + len(entries))
            left_of.append(layer.banks(side)[-1] * hw.cbuf_bank_entries - (numbered + 1 - gone[numbered]))
            first += len(entries)
        for (layer, _), left in zip(list(fetched.values())[-LARGE:], left_of[-LARGE:], strict=True):
            grain = layer.grain if layer.packed_lines else 1
            step = 1 if side == "weights" else grain * layer.slice_entries
            assert left.min() == hw.cbuf_bank_entries % step, f"not as full with {side} as it may be"
    assert min(left.min() for left in left_of) >= 0


def gone_at(times, hw, taps, side):
    """How many entries CSC had let go, or forgotten when it was asked to drain, at some times."""

    def passed(link, time):
        """The entries of the link's portions before a time."""
        return np.concatenate([[0], np.cumsum(counts(taps[link], hw)[1])])[np.searchsorted(taps[link].time, time)]

    drained = taps[f"drained_{side}"].time
    forgotten = passed(f"told_{side}", drained) - passed(f"released_{side}", drained)
    forgotten = np.concatenate([[0], forgotten])[np.searchsorted(drained, times)]
    return passed(f"released_{side}", times) + forgotten


def compare_read(hw, taps, rounds):
    entries = hw.cbuf_banks * hw.cbuf_bank_entries
    for number, layers in enumerate(rounds):
        buffer = np.zeros((entries, hw.cbuf_entry_bytes), np.uint8)
        fetched = {side: with_entries(layers, side) for side in ("data", "weights")}
        places = {side: placed(hw, fetched[side], side)[0] for side in fetched}
        for layer in range(len(layers)):
            for side in fetched:
                if layer in places[side]:
                    buffer[places[side][layer]] = fetched[side][layer][1]
        for side in fetched:
            seen = taps[f"read_{side}"].payload[number * entries : (number + 1) * entries]
            np.testing.assert_array_equal(seen, buffer)
