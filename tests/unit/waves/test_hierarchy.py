import pytest

from tb.waves.hierarchy import WaveFileError, WaveSignal, read_hierarchy
from tests.unit.waves.made_waves import write_waves


def test_a_signal_is_found_where_the_fewest_instances_are_around_it(tmp_path):
    hierarchy = read_hierarchy(write_waves(tmp_path / "waves.vcd"))
    assert hierarchy.outermost("clk") == WaveSignal("top_and_memories", "clk", 1)
    assert hierarchy.outermost("busy").path == "top_and_memories.adder.busy"
    assert hierarchy.outermost("busy", "top_and_memories.dut").path == "top_and_memories.dut.adder.busy"
    assert hierarchy.outermost("core.data") == WaveSignal("top_and_memories.dut.adder.core", "data", 8)
    assert hierarchy.instance("adder") == "top_and_memories.adder"


def test_what_is_not_there_is_not_found(tmp_path):
    hierarchy = read_hierarchy(write_waves(tmp_path / "waves.vcd"))
    assert hierarchy.outermost("data", "top_and_memories.adder") is None
    assert hierarchy.outermost("ore.data") is None
    assert hierarchy.outermost("time_spent") is None
    assert hierarchy.instance("dd") == ""


def test_a_tap_says_which_link_it_looks_at(tmp_path):
    hierarchy = read_hierarchy(write_waves(tmp_path / "waves.vcd", link="some_link"))
    assert hierarchy.taps == {"some_link": ["top_and_memories.dut.adder.their_tap"]}


@pytest.mark.parametrize(("timescale", "ticks"), [("1ps", 1000), ("10ps", 100), ("1ns", 1), ("100fs", 10_000)])
def test_time_steps_are_those_of_the_file(tmp_path, timescale, ticks):
    hierarchy = read_hierarchy(write_waves(tmp_path / "waves.vcd", timescale=timescale))
    assert hierarchy.ticks_a_ns == pytest.approx(ticks)


@pytest.mark.parametrize("content", [b"", b"hello", b"\0" + bytes(400), None])
def test_a_damaged_file_is_one_line(tmp_path, content):
    path = tmp_path / "waves.fst"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WaveFileError, match=r"waves\.fst: it cannot be read: .*") as error:
        read_hierarchy(path)
    assert "\n" not in str(error.value)
