"""How the device comes to one value of a trace: places that are there, and all others."""

import pytest

from models.nvdla.config import NV_FULL
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.explain import explain
from tb.runner.jobs.vectors import unpack_vectors
from tb.runner.paths import ROOT
from tests.nvdla.copy_trace import copy_trace
from tests.unit.nvdla.models.copies import base_of, memory

DATA = " ".join(f"{byte:#04x}" for byte in range(64))


@pytest.fixture
def copied(config, trace_of):
    """A trace that copies 64 bytes, and where its second atom goes."""
    base = base_of(config, "CVSRAM") + 0x40
    trace = trace_of(copy_trace(config, base), data=DATA)
    return trace, config.ports[memory(config, "CVSRAM")].name, base + config.atom_bytes


@pytest.fixture(scope="module")
def convolutions(tmp_path_factory):
    """Recorded convolutions."""
    folders = unpack_vectors(ROOT / "tests" / "vectors" / "nvdla", tmp_path_factory.mktemp("vectors"))
    return read_trace(next(folder for folder in folders if folder.name == "conv_cells_1"), NV_FULL)


def test_a_moved_byte_shows_where_it_came_from(copied, config):
    trace, port, address = copied
    head, step, *settings = explain(trace, config, f"{port}:{address + 3:#x}")
    assert head.startswith("BDMA group 0 (layer 0) writes slot 0 destination [surface 0, line 0, atom 1] at")
    assert f"{base_of(config, 'DBB') + config.atom_bytes + 3:#x}" in step
    assert step.endswith(f"{config.atom_bytes + 3:#04x}")
    assert settings[0].startswith("slot 0: ")


def test_a_sum_shows_what_was_multiplied_and_what_became_of_it(convolutions):
    lines = explain(convolutions, NV_FULL, "0,1,0,0")
    units = [line.split()[0] for line in lines if line.startswith("  ")]
    assert [unit for unit in dict.fromkeys(units) if unit != "SDP_RDMA"] == ["CMAC", "CACC", "SDP"]
    assert "weights [k 1, r 0, s 0] at 0x" in lines[1]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "is no place"),
        ("there", "is no place"),
        ("1,2,3", "is no place"),
        ("XBB:0x10", "there is no port XBB"),
        ("0x10", "no layer writes 0x10; BDMA group 0 (layer 0): "),
        ("0,0,0,0", "no layer writes 0,0,0,0"),
        ("7:0,0,0,0", "no layer writes"),
        ("99999999999999999999999999", "an address has 64 bits, to 0xffffffffffffffff"),
        ("0123", "is no place"),
        ("9" * 5000, "is no place"),
    ],
)
def test_what_is_not_there_is_one_line(copied, config, place, said):
    with pytest.raises(ValueError, match=r"AT=|no layer") as caught:
        explain(copied[0], config, place)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_lies_beyond_the_last_output_says_how_large_it_is(convolutions):
    with pytest.raises(
        ValueError, match=r"no layer writes 0,1,0,9999; the last output has n,c,h,w up to 0,\d+,\d+,\d+;"
    ):
        explain(convolutions, NV_FULL, "0,1,0,9999")


def test_a_trace_that_cannot_be_played_says_why(trace_of, config):
    trace = trace_of(["wait"])
    with pytest.raises(ValueError, match="no layer writes 0x40; none writes anything; it stopped: ") as caught:
        explain(trace, config, "0x40")
    assert str(caught.value).startswith(f"{trace.folder}: ")


def test_a_trace_that_needs_what_is_not_there_is_named_by_its_path(folder_of, config):
    folder = folder_of({"one.cfg": "intr_notify(id);\n"}, "nv_small/one")
    with pytest.raises(ValueError, match="cannot be played: needs nv_small") as caught:
        explain(read_trace(folder, config), config, "0x40")
    assert str(caught.value).startswith(f"{folder}: ")
