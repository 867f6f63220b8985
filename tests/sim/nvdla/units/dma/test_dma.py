"""The DMA front ends alone: every line and every word, in order, against the same walk in numpy."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.dma.dma_requests import ROUNDS, SIZE_BITS, SOURCE, content, long_requests, random_requests
from tests.simulation import ICARUS_FIRST, check, play

HERE = Path(__file__).parent
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.dma.dma_cases"
CHOSEN = quick_on_tiny("nv_full")
SOURCES = (
    *(DEBUG / f"{name}.sv" for name in ("check_pkg", "dice_pkg", "link_check", "link_tap")),
    RTL / "common" / "nvdla_fifo.sv",
    RTL / "memory" / "nvdla_memory_pkg.sv",
    RTL / "dma" / "nvdla_dma_pkg.sv",
    RTL / "dma" / "nvdla_dma_absent.sv",
    RTL / "dma" / "nvdla_dma_ends.sv",
    RTL / "dma" / "nvdla_dma_read.sv",
    RTL / "dma" / "nvdla_dma_write.sv",
    *(HERE / f"{name}.sv" for name in ("dma_pattern_pkg", "dma_read_memory", "dma_write_memory", "dma_top")),
)


def design(hw):
    sizes = RTL / "generated" / hw.name / "nvdla_config_pkg.sv"
    return Design(name=f"dma_top-{hw.name}", top="dma_top", sources=(sizes, *SOURCES))


def played(hw, sim, names):
    """What the taps wrote while some of the module's tests were played."""
    env = {CONFIG_VARIABLE: hw.name}
    result = play(design(hw), MODULE, sim, test_filter="|".join(names), plusargs=("+taps=.",), env=env)
    for name in names:
        check(result, name)
    return read_taps(result.job.run_dir)


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_lines_and_words(sim, hw):
    taps = played(hw, sim, ("walks_in_order", "a_line_of_more_than_65536_atoms"))
    reads, writes = ([*(random_requests(hw, seed, side) for seed, _ in ROUNDS), long_requests(hw)] for side in (0, 1))
    compare_reads(taps, hw, reads)
    compare_writes(taps, hw, writes)


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_counters_and_assertions(sim, hw):
    played(hw, sim, ("stall_counters_are_cleared_and_switched", "a_word_that_nobody_asked_for_is_caught"))


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_an_absent_memory(sim):
    """No line is asked for but those of the requests behind the reset."""
    hw = CONFIGS["tiny"]
    taps = played(hw, sim, ("a_request_of_an_absent_memory_waits_for_ever_and_is_told",))
    for number, side in enumerate(("read", "write")):
        lines = [line for request in random_requests(hw, 9, number) for line in request.lines(port_of(hw).address_bits)]
        assert len(taps[f"{side}_lines"].layer) == len(lines)


def compare_lines(tap, hw, rounds, notify_bits):
    """Hold what passed as requests of lines against the walks; returns port, address and atoms of each line."""
    address_bits = port_of(hw).address_bits
    expected = [
        (number, request, *line)
        for requests in rounds
        for number, request in enumerate(requests)
        for line in request.lines(address_bits)
    ]
    seen = tap.members({"ports": len(hw.ports), "notify": notify_bits, "address": address_bits, "size": SIZE_BITS})
    seen = {name: [int.from_bytes(row.tobytes(), "little") for row in rows] for name, rows in seen.items()}
    assert seen["ports"] == [1 << request.ram for _, request, *_ in expected]
    assert seen["address"] == [address for _, _, address, _, _ in expected]
    assert seen["size"] == [atoms - 1 for _, _, _, atoms, _ in expected]
    assert tap.layer.tolist() == [number for number, *_ in expected]
    assert tap.instance.tolist() == [request.group for _, request, *_ in expected]
    if notify_bits:
        wanted = [request.notify * last << request.group for _, request, _, _, last in expected]
        assert seen["notify"] == wanted
    return [(request.ram, address, atoms) for _, request, address, atoms, _ in expected]


def compare_reads(taps, hw, rounds):
    lines = compare_lines(taps["read_lines"], hw, rounds, 0)
    words, first = taps["read_words"].payload, 0
    for ram, address, atoms in lines:
        size_bytes, count = atoms * hw.atom_bytes, words_of(hw, atoms)
        given = words[first : first + count].reshape(-1)[:size_bytes]
        np.testing.assert_array_equal(given, content(ram, address, size_bytes), f"{atoms} atoms at 0x{address:x}")
        first += count
    assert first == len(words)


def compare_writes(taps, hw, rounds):
    tap, beat_bytes = taps["write_words"], port_of(hw).data_bytes
    lines = compare_lines(taps["write_lines"], hw, rounds, 2)
    counts = [words_of(hw, atoms) for _, _, atoms in lines]
    members = tap.members({"ports": len(hw.ports), "data": 8 * beat_bytes})
    np.testing.assert_array_equal(members["ports"][:, 0], np.repeat([1 << ram for ram, *_ in lines], counts))
    rest = members["data"]
    for requests in rounds:
        size = sum(words_of(hw, atoms) for request in requests for _, atoms, _ in request.lines(64))
        round_words, rest = rest[:size], rest[size:]
        np.testing.assert_array_equal(round_words.reshape(-1), content(SOURCE, 0, size * beat_bytes))
    ends = np.cumsum(counts)
    asked = taps["write_lines"].time
    assert (tap.time[ends - counts] > asked).all(), "a word before its line"
    assert (tap.time[ends - 1][:-1] <= asked[1:]).all(), "a line was asked for before the last word of the one before"


def port_of(hw):
    return next(iter(hw.ports.values()))


def words_of(hw, atoms):
    return -(-atoms * hw.atom_bytes // port_of(hw).data_bytes)
