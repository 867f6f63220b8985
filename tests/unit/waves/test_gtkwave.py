import re

import pytest

from tb.waves.gtkwave import table_text
from tb.waves.hierarchy import read_hierarchy
from tb.waves.names import Names
from tb.waves.view import Table
from tb.waves.write import write_views
from tests.unit.waves.made_waves import PARTS, record, write_waves, wrong


@pytest.fixture
def wave(tmp_path):
    return write_waves(tmp_path / "waves.vcd")


def save_lines(wave, *records):
    save, _ = write_views(wave, records, PARTS, Names())
    assert save == wave.with_suffix(".gtkw")
    return save.read_text().splitlines()


def shown(lines):
    """Signals that the file names, without what is said of their bits."""
    named = [line.rpartition(" ")[2] for line in lines if line.startswith(("+", "#"))]
    return {re.sub(r"\[[\d:]+\]$|^\(\d+\)", "", name) for name in (re.sub(r"\[[\d:]+\]$", "", name) for name in named)}


def test_every_signal_is_in_the_wave_file(wave):
    there = {s.path for signals in read_hierarchy(wave).scopes.values() for s in signals.values()}
    names = shown(save_lines(wave, record(wrong())))
    assert {"top_and_memories.addr", "top_and_memories.dut.adder.their_tap.payload"} <= names
    assert names <= there


def test_it_opens_at_the_first_error_and_has_a_marker_for_each(wave):
    lines = save_lines(wave, record(wrong(80.0), origin_ns=1000.0), record(wrong(5.0), origin_ns=2000.0))
    zoom, cursor, first, second, third, *_ = next(line for line in lines if line.startswith("*")).split()
    assert (cursor, first, second, third) == ("1080000", "1080000", "2005000", "-1")
    start = int(next(line for line in lines if line.startswith("[timestart]")).split()[1])
    assert start < 1_080_000 < start + 1200 / 200 * 2 ** -float(zoom[1:])


def test_without_an_error_all_of_the_time_is_seen(wave):
    lines = save_lines(wave, record(passed=True, origin_ns=100.0))
    zoom, cursor, *_ = next(line for line in lines if line.startswith("*")).split()
    assert cursor == "-1"
    assert "[timestart] 0" in lines
    assert 1200 / 200 * 2 ** -float(zoom[1:]) == pytest.approx(600_000)


def test_members_are_bits_counted_from_the_highest(wave):
    lines = save_lines(wave, record(wrong()))
    payload = "top_and_memories.dut.adder.their_tap.payload[7:0]"
    assert f"#{{  last}} (0){payload}" in lines
    assert f"#{{  sum}} {' '.join(f'({bit}){payload}' for bit in range(1, 8))}" in lines


def test_words_are_shown_for_a_bit_too_as_for_a_vector(wave):
    lines = save_lines(wave, record(wrong()))
    assert "#{MODE ODD} top_and_memories.dut.adder.settings.mode.odd" in lines
    assert "+{MODE KIND} top_and_memories.dut.adder.settings.mode.kind[1:0]" in lines


def test_tables_lie_beside_the_file_and_have_numbers_as_they_are_shown(wave):
    lines = save_lines(wave, record(passed=True))
    files = [line.split()[1] for line in lines if line.startswith("^")]
    assert files == ["gtkwave/register_8.txt", "gtkwave/write_id_2.txt"]
    assert (wave.parent / files[0]).read_text() == "05 ADDER.MODE\n"
    assert table_text(Table("t", 9, {0x1F: "X", 256: "Y"})) == "01f X\n100 Y\n"
