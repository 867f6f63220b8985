import pytest

from tb.borders.divergence.verdict import THE_UNIT
from tb.findings import Finding, Severity
from tb.waves.names import Names
from tb.waves.write import view_of
from tests.unit.waves.made_waves import ADDER, LOADER, PARTS, record, write_waves, wrong


@pytest.fixture
def wave(tmp_path):
    return write_waves(tmp_path / "waves.vcd")


def groups(wave, *records, names=None):
    return {group.title: group for group in view_of(wave, records, PARTS, names or Names()).groups}


def labels(group):
    return [row.label for row in group.rows]


def test_groups_have_what_the_file_has(wave):
    found = groups(wave, record(passed=True))
    assert list(found) == ["clocks and resets", "the bus", "interrupts", "RAM writes", "ADDER to memory (adder_out)"]
    assert labels(found["the bus"]) == ["addr"]
    assert labels(found["RAM writes"]) == ["m_awvalid", "m_awready", "m_awid", "m_awaddr"]


def test_registers_and_units_stand_for_numbers(wave):
    found = groups(wave, record(passed=True))
    address, axi_id = found["the bus"].rows[0].table, found["RAM writes"].rows[2].table
    assert (address.bits, address.words) == (8, {0x14 // 4: "ADDER.MODE"})
    assert (axi_id.bits, axi_id.words) == (2, {1: "ADDER (1)", 3: "LOADER (3)"})


def test_the_unit_that_failed_comes_first_with_its_links_and_settings(wave):
    found = groups(wave, record(wrong()))
    assert list(found)[1] == "ADDER to memory (adder_out)"
    assert found["ADDER to memory (adder_out)"].is_open
    tap = found["ADDER to memory (adder_out)"].rows
    assert [row.label for row in tap] == ["valid", "ready", "payload", "layer"]
    assert [(part.name, part.low, part.width) for part in tap[2].parts] == [("last", 7, 1), ("sum", 0, 7)]
    assert found["ADDER registers"].rows[0].table.words == {0: "PLAIN", 2: "ODD"}
    assert found["ADDER module"].scope == "top_and_memories.adder"


def test_another_unit_leaves_the_link_closed_and_last(wave):
    found = groups(wave, record(wrong(about=LOADER)))
    assert list(found)[-1] == "ADDER to memory (adder_out)"
    assert not found["ADDER to memory (adder_out)"].is_open
    assert "ADDER module" not in found


def test_taps_know_better_than_the_finding(wave):
    blamed = wrong(90.0, ["first border that differs: LOADER to ADDER", f"{THE_UNIT}{ADDER} (so it is)", "got 3"])
    view = view_of(wave, [record(wrong(80.0, about=LOADER), blamed)], PARTS, Names())
    assert "ADDER module" in {group.title for group in view.groups}
    assert [line.partition(":")[0] for line in view.moments[0].lines] == [
        "SomeTest",
        "first border that differs",
        THE_UNIT.partition(":")[0],
    ]


def test_of_the_links_of_a_unit_those_that_the_finding_names_are_open(tmp_path):
    wave = write_waves(tmp_path / "waves.vcd", link="loader_out")
    for named, is_open in (("loader_out", True), ("adder_out", False), ("nothing", True)):
        blamed = wrong(80.0, [f"first border that differs: some ({named}) of", f"{THE_UNIT}{ADDER}"])
        assert groups(wave, record(blamed))["LOADER to ADDER (loader_out)"].is_open is is_open


def test_a_tap_of_another_width_has_no_members(tmp_path):
    wave = write_waves(tmp_path / "waves.vcd", link="loader_out")
    assert groups(wave, record(wrong()))["LOADER to ADDER (loader_out)"].rows[2].parts != ()
    wave = write_waves(tmp_path / "other.vcd", link="unheard_of")
    other = groups(wave, record(wrong()))["other taps"]
    assert labels(other)[0] == "unheard_of valid"
    assert all(row.parts == () for row in other.rows)


def test_times_of_waves_count_from_the_simulation(wave):
    first = record(wrong(300.0), wrong(80.0), origin_ns=1000.0)
    second = record(wrong(5.0), origin_ns=2000.0)
    warned = record(Finding("odd", "so", 1.0, Severity.WARNING), passed=True, origin_ns=4000.0)
    view = view_of(wave, [first, warned, second], PARTS, Names())
    assert [(moment.name, moment.ticks) for moment in view.moments] == [("error_1", 1_080_000), ("error_2", 2_005_000)]
    assert view.end_ticks == 4_500_000


def test_a_test_that_was_expected_to_find_something_is_no_failure(wave):
    assert view_of(wave, [record(wrong(), passed=True)], PARTS, Names()).moments == []


def test_users_names_of_pins_and_links(wave):
    links = {"adder_out": {"valid": ("core.valid",), "last": ("core.data[7]",), "sum": ("core.data[6:0]",)}}
    found = groups(wave, record(wrong()), names=Names({"addr": "their_addr"}, links))
    assert labels(found["the bus"]) == ["their_addr"]
    assert found["the bus"].rows[0].signal.path == "top_and_memories.dut.their_addr"
    assert found["the bus"].rows[0].table.words == {5: "ADDER.MODE"}
    assert labels(found["ADDER to memory (adder_out)"]) == ["core.valid", "core.data"]
    parts = found["ADDER to memory (adder_out)"].rows[1].parts
    assert [(part.name, part.low, part.width) for part in parts] == [("last", 7, 1), ("sum", 0, 7)]


def test_a_users_link_that_the_file_lacks_is_seen_at_its_tap(wave):
    links = {"adder_out": {"valid": ("core.valid",), "sum": ("in_a_block.data",)}}
    found = groups(wave, record(wrong()), names=Names({}, links))
    assert labels(found["ADDER to memory (adder_out)"])[0] == "valid"
