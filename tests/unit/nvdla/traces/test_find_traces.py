"""Which folders are traces, what they need, and how the report says it."""

import pytest

from sequences.nvdla.traces.find import find_traces, read_trace
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.nvdla.traces.needs import missing_units
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.commands import Trace
from sequences.traces.result import NAMED, Outcome, PlayResult, TraceVerdict, verdict_of
from sequences.traces.source import TraceError


def test_traces_are_found_at_any_depth_sorted_and_once(folder_of, tmp_path):
    b = folder_of({"input.txn": "wait\n"}, "b")
    deep = folder_of({"x.cfg": "intr_notify(id);\n"}, "a/deep/er")
    folder_of({"other.txt": ""}, "c")
    assert find_traces([b, tmp_path, tmp_path / "a" / ".." / "b", deep]) == [deep, b]


def test_missing_folders_and_folders_without_traces_are_errors(folder_of, tmp_path):
    good = folder_of({"input.txn": "wait\n"}, "good")
    with pytest.raises(TraceError, match="nowhere: no such folder"):
        find_traces([good, tmp_path / "nowhere"])
    with pytest.raises(TraceError, match="empty: no trace in it; allowed: folders with"):
        find_traces([good, folder_of({"note.txt": ""}, "empty")])


def test_each_dialect_has_its_reader(folder_of, config):
    assert isinstance(read_trace(folder_of({"input.txn": "wait\n"}, "one"), config), Trace)
    assert isinstance(read_trace(folder_of({"x.cfg": "intr_notify(id);\n"}, "two"), config), MasterTrace)


def word(register):
    return f"0xffff{register.address >> 2:04x}"


def test_started_units_that_are_not_there_are_named_in_order(trace_of, registers):
    trace = trace_of(
        [
            f"write_reg {word(registers.SDP.D_OP_ENABLE)} 0x1",
            f"write_reg {word(registers.CDP.D_OP_ENABLE)} 0x0",
            f"read_reg {word(registers.PDP.D_OP_ENABLE)} 0x1 0x1",
            f"write_reg {word(registers.CACC.D_CYA)} 0x1",
            f"write_reg {word(registers.BDMA.CFG_LAUNCH1)} 0x1",
            f"write_reg {word(registers.CDMA.D_OP_ENABLE)} 0x1",
            f"write_reg {word(registers.SDP.D_OP_ENABLE)} 0x1",
            "write_reg 0xffff8000 0x1",
        ]
    )
    assert missing_units(trace, registers, {"BDMA"}) == ["SDP", "CDMA"]
    assert missing_units(trace, registers, set()) == ["SDP", "BDMA", "CDMA"]
    assert missing_units(trace, registers, {"BDMA", "SDP", "CDMA"}) == []


def test_one_line_a_verdict():
    verdicts = [
        verdict_of("one", PlayResult()),
        verdict_of("two", PlayResult(softenings=["input.txn:3 a", "input.txn:4 b"])),
        verdict_of("three", PlayResult(failures=["input.txn:3: x", "input.txn:9: y"], softenings=["z"])),
        TraceVerdict("four", Outcome.SKIP, "needs SDP: not there yet"),
        verdict_of("five", PlayResult(softenings=["a"] * NAMED + ["b"])),
    ]
    assert [str(verdict) for verdict in verdicts] == [
        "PASS one",
        "PASS two (2 softened: input.txn:3 a; input.txn:4 b)",
        "FAIL three input.txn:3: x (and 1 more)",
        "SKIP four needs SDP: not there yet",
        f"PASS five ({NAMED + 1} softened: {'; '.join('a' * NAMED)}; ..)",
    ]


@pytest.mark.parametrize("name", ["a\nPASS b", "a\x1b[2Jb", "a\\nb", "a\udcffb", "a\u2028b"])
def test_names_forge_no_lines(folder_of, config, name):
    folder = folder_of({"input.txn": "wait\n"}, name)
    assert read_trace(folder, config).name == repr(name)
    (folder / "input.txn").write_text("jump\n")
    with pytest.raises(TraceError) as caught:
        read_trace(folder, config)
    assert str(caught.value).isprintable()
    assert repr(name)[1:-1] in str(caught.value)


def test_names_of_files_forge_no_lines(trace_of, config):
    name = "a\x1b[2J\u2066.dat"
    trace = trace_of([f"dump_mem {config.ports['DBB'].base:#x} 0x1 {name}"], **{name.removesuffix(".dat"): "0x01\n"})
    verdict = play_on_model(trace, config=config)
    assert str(verdict).isprintable()
    assert repr(name) in str(verdict)
