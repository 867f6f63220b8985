"""CDMA and the convolution buffer: every entry, every portion told to CSC, in order, against plain numpy."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.sim.conv_buffer.buffer_layers import ROUNDS, random_layers
from tests.simulation import SIMULATORS, check, cocotb_tests, play

HERE = Path(__file__).parent
DMA = HERE.parent / "dma"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.conv_buffer.conv_buffer_cases"
CHOSEN = (CONFIGS["nv_full"], CONFIGS["tiny"])
PACKAGE = RTL / "cdma" / "nvdla_cdma_job_pkg.sv"
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    *(RTL / "debug" / f"nvdla_{name}.sv" for name in ("debug_pkg", "check_pkg", "dice_pkg", "link_check", "tap")),
    RTL / "memory" / "nvdla_memory_pkg.sv",
    RTL / "dma" / "nvdla_dma_pkg.sv",
    PACKAGE,
    RTL / "common" / "nvdla_fifo.sv",
    RTL / "dma" / "nvdla_dma_ends.sv",
    RTL / "dma" / "nvdla_dma_read.sv",
    *sorted({*(RTL / "cdma").glob("*.sv")} - {PACKAGE}),
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
        compare_told(hw, taps[f"told_{side}"], rounds, side)
        compare_written(hw, taps, rounds, side)
    compare_read(hw, taps, rounds)


def entries_of(layer, side):
    if layer.reuse:
        return layer.weight_entries()[:0]
    return layer.data_entries() if side == "data" else layer.weight_entries()


def portions_of(layer, side):
    """What CSC is told of a layer: slices or kernels, and entries."""
    if layer.reuse:
        return []
    return [(1, layer.slice_entries)] * layer.height if side == "data" else layer.groups()


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
    portions = [portion for layers in rounds for layer in layers for portion in portions_of(layer, side)]
    assert np.column_stack(counts(tap, hw)).tolist() == [list(portion) for portion in portions]


def placed(hw, layers, side):
    """Where each entry of a round goes: the ring begins anew where the banks are shared out anew."""
    before, places, restarts = None, [], 0
    for layer in layers:
        banks = (layer.data_banks, layer.weight_banks) if side == "weights" else (layer.data_banks,)
        if banks != before:
            place, before, restarts = 0, banks, restarts + 1
        first = layer.data_banks * hw.cbuf_bank_entries if side == "weights" else 0
        size = banks[-1] * hw.cbuf_bank_entries
        count = len(entries_of(layer, side))
        places.append(first + (place + np.arange(count)) % size)
        place = (place + count) % size
    return places, restarts


def compare_written(hw, taps, rounds, side):
    tap = taps[f"write_{side}"]
    index_bits = (hw.cbuf_banks * hw.cbuf_bank_entries - 1).bit_length()
    atoms = hw.cbuf_entry_bytes // hw.atom_bytes
    written = tap.members({"entry": index_bits, "atoms": atoms, "data": 8 * hw.cbuf_entry_bytes})
    assert (written["atoms"] == (1 << atoms) - 1).all()
    wanted = np.concatenate([entries_of(layer, side) for layers in rounds for layer in layers])
    found = [placed(hw, layers, side) for layers in rounds]
    np.testing.assert_array_equal(written["data"], wanted)
    places = np.concatenate([place for of_round, _ in found for place in of_round])
    np.testing.assert_array_equal(numbers(written["entry"]), places)
    assert len(taps[f"drained_{side}"].time) == sum(restarts for _, restarts in found)
    compare_room(hw, taps, rounds, side)


def compare_room(hw, taps, rounds, side):
    """No portion is told before its entries are there, and no entry is written that CSC has not let go."""
    written = taps[f"write_{side}"].time
    told, released = taps[f"told_{side}"], taps[f"released_{side}"]
    ends = np.cumsum(counts(told, hw)[1])
    assert (written[ends - 1] < told.time).all()
    let_go = np.concatenate([[0], np.cumsum(counts(released, hw)[1])])
    let_go = let_go[np.searchsorted(released.time, written)]
    layers = [layer for layers in rounds for layer in layers]
    banks = np.repeat(
        [layer.data_banks if side == "data" else layer.weight_banks for layer in layers],
        [len(entries_of(layer, side)) for layer in layers],
    )
    left = banks * hw.cbuf_bank_entries - (np.arange(len(written)) + 1 - let_go)
    assert (left >= 0).all()
    step = 1 if side == "weights" else layers[-2].grain * layers[-2].slice_entries
    large = sum(len(entries_of(layer, side)) for layer in layers[-3:])
    assert left[-large:].min() < step, f"the {side} never filled their banks"


def compare_read(hw, taps, rounds):
    entries = hw.cbuf_banks * hw.cbuf_bank_entries
    for number, layers in enumerate(rounds):
        buffer = np.zeros((entries, hw.cbuf_entry_bytes), np.uint8)
        order = []
        for side in ("data", "weights"):
            for layer, places in zip(layers, placed(hw, layers, side)[0], strict=True):
                order.append((layers.index(layer), side, layer, places))
        for _, side, layer, places in sorted(order, key=lambda item: item[:2]):
            buffer[places] = entries_of(layer, side)
        for side in ("data", "weights"):
            seen = taps[f"read_{side}"].payload[number * entries : (number + 1) * entries]
            np.testing.assert_array_equal(seen, buffer)
