"""Links between units: every transfer of every link arrives unchanged and in order; who breaks the rule is caught."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import NV_FULL
from tb.runner.design import Design
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.links.link_widths import LINKS, TRANSFERS, widths
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
CHOSEN = quick_on_tiny("nv_full", "nv_small")
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    *(
        DEBUG / f"{name}.sv"
        for name in ("check_pkg", "dice_pkg", "link_check", "link_tap", "link_hold_pace", "link_hold")
    ),
    *(HERE / f"{name}.sv" for name in ("link_faults_pkg", "link_source", "link_sink", "link_top")),
)
ROUNDS = 3
GOLDEN, LINK, MEMBER, WORD, MIX = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x2C1B3C6D


def pattern(link, member, bits):
    """What the sources give in a member, transfer by transfer: bytes of shape (transfers, bytes)."""
    count = np.arange(TRANSFERS, dtype=np.uint32)[:, None]
    word = np.arange(-(-bits // 32), dtype=np.uint32)[None, :]
    constant = np.uint32((link * LINK + member * MEMBER) & 0xFFFF_FFFF)
    mixed = count * np.uint32(GOLDEN) + word * np.uint32(WORD) + constant
    mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(MIX)
    words = mixed ^ mixed >> np.uint32(13)
    cut = np.unpackbits(words.astype("<u4").view(np.uint8), axis=1, bitorder="little")[:, :bits]
    return np.packbits(cut, axis=1, bitorder="little")


def design(hw):
    package = RTL / "generated" / hw.name / "nvdla_config_pkg.sv"
    return Design(name=f"link_top-{hw.name}", top="link_top", sources=(package, *SOURCES))


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
@pytest.mark.parametrize("waits", [(), ("+links_wait=7",)], ids=["free", "held"])
def test_every_transfer_arrives_unchanged_and_in_order(sim, hw, waits):
    module = "tests.sim.nvdla.units.links.link_cases"
    name = "every_transfer_arrives_once"
    result = play(design(hw), module, sim, test_filter=name, plusargs=("+taps=.", *waits))
    check(result, name)
    taps = read_taps(result.job.run_dir)
    assert set(taps) == set(LINKS)
    for number, (name, members) in enumerate(widths(hw).items()):
        tap = taps[name]
        seen = tap.members(members)
        for index, (member, bits) in enumerate(members.items()):
            np.testing.assert_array_equal(
                seen[member], np.tile(pattern(number, index, bits), (ROUNDS, 1)), f"{name}.{member}"
            )
        count = np.tile(np.arange(TRANSFERS), ROUNDS)
        np.testing.assert_array_equal(tap.layer, count // 4)
        np.testing.assert_array_equal(tap.instance, count % 2)
        assert (np.diff(tap.time.astype(np.int64)) > 0).all()


@pytest.mark.parametrize("sim", ICARUS_FIRST)
@pytest.mark.parametrize("waits", [(), ("+links_wait=0",), ("+links_wait=7",)], ids=["free", "zero", "held"])
def test_links_are_held_back(sim, waits):
    name = "links_are_held_back"
    check(play(design(NV_FULL), "tests.sim.nvdla.units.links.link_cases", sim, test_filter=name, plusargs=waits), name)


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_a_broken_rule_is_caught(sim):
    module = "tests.sim.nvdla.units.links.fault_cases"
    result = play(design(NV_FULL), module, sim)
    for name in cocotb_tests(module)[: 2 if sim == "icarus" else 1]:
        check(result, name)
