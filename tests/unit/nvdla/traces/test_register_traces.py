"""Reading the nvdlav1 dialect: what is accepted, and one clear error for everything else."""

import dataclasses
import re
import tracemalloc

import pytest

from models.nvdla.config import NV_FULL
from sequences.nvdla.traces.find import read_trace
from sequences.traces.commands import (
    DEFAULT_POLL_TRIES,
    DumpMemory,
    LoadMemory,
    ReadRegister,
    WaitInterrupt,
    WriteRegister,
)
from sequences.traces.source import TraceError
from sequences.traces.txn.data_file import read_data

BYTES = "0x01 0x02 0x03 0x04\n"


@pytest.fixture
def config():
    """What the addresses of these lines are for."""
    return NV_FULL


def test_every_command_and_form_is_read_with_its_line(trace_of):
    trace = trace_of(
        [
            "# comment",
            "load_mem 0x80000000 0x3 in.dat#glued",
            "",
            "  write_reg 0xffff0001 0x3f03ff #GLB",
            "read_reg 0xffff0003 0x40 0x40",
            "read_reg 0xffff0003 0xff <= 0x10",
            "read_reg 0xffff0003 0xff >= 0x10 12",
            "wait",
            "dump_mem 0x50000001 0x4 in.dat\r",
        ],
        **{"in": BYTES},
    )
    load, *middle, dump = trace.commands
    assert isinstance(load, LoadMemory)
    assert (load.line, load.port, load.address, load.data.tolist()) == (2, "DBB", 0x8000_0000, [1, 2, 3])
    assert middle == [
        WriteRegister(4, 4, 0x3F03FF),
        ReadRegister(5, 12, 0x40, "==", 0x40),
        ReadRegister(6, 12, 0xFF, "<=", 0x10),
        ReadRegister(7, 12, 0xFF, ">=", 0x10, 12),
        WaitInterrupt(8),
    ]
    assert isinstance(dump, DumpMemory)
    assert (dump.line, dump.port, dump.address, dump.expected.tolist()) == (9, "CVSRAM", 0x5000_0001, [1, 2, 3, 4])
    assert (trace.name, trace.poll_tries, trace.continue_on_fail) == ("small", DEFAULT_POLL_TRIES, False)


def test_commands_cannot_be_changed(trace_of):
    trace = trace_of(["wait"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.commands[0].line = 7


def test_plusargs_set_tries_and_going_on(trace_of):
    trace = trace_of(["wait"], plusargs="+read_reg_poll_retries=17 +continue_on_fail\n")
    assert (trace.poll_tries, trace.continue_on_fail) == (17, True)


@pytest.mark.parametrize(
    "argument", ["+read_reg_poll_retries=0", "+read_reg_poll_retries=x", "+read_reg_poll_retries", "+other"]
)
def test_unknown_plusargs_are_errors(trace_of, argument):
    with pytest.raises(TraceError, match=re.escape(f"plusargs.txt:1: '{argument}'; allowed: +read_reg_poll_retries")):
        trace_of(["wait"], plusargs=argument)


@pytest.mark.parametrize(
    ("line", "found", "allowed"),
    [
        ("jump 0x1", "unknown command 'jump'", "write_reg, read_reg, wait, load_mem, dump_mem"),
        ("read_mem 0x80000000 0x4", "command read_mem is not supported", "write_reg"),
        ("write_mem 0x80000000 0x4", "command write_mem is not supported", "write_reg"),
        ("wait 0x1", "wait with 1 argument(s)", "wait"),
        ("write_reg 0xffff0001", "write_reg with 1 argument(s)", "write_reg <register> <data>"),
        ("read_reg 0xffff0001 0x1", "read_reg with 2 argument(s)", "read_reg <register> <mask>"),
        ("read_reg 0xffff0001 0x1 == 0x1 0x1 0x1", "read_reg with 6 argument(s)", "[<polls>]"),
        ("load_mem 0x80000000 0x4", "load_mem with 2 argument(s)", "load_mem <address> <size> <file>"),
        ("write_reg 0xffff0001 12", "data '12' is not a number", "0x"),
        ("write_reg 0xffff0001 0xfg", "data '0xfg' is not a number", "0x"),
        ("write_reg 0xffff0001 0x", "data '0x' is not a number", "0x"),
        ("write_reg 0xffff0001 -0x1", "data '-0x1' is not a number", "0x"),
        ("write_reg 0xffff0001 0x100000000", "data '0x100000000' is too large", "32 bits"),
        ("write_reg 0x00000001 0x1", "register 0x00000001", "0xffff in the upper half"),
        ("read_reg 0x1ffff0001 0x1 0x1", "register '0x1ffff0001' is too large", "32 bits"),
        ("read_reg 0xffff0001 0x1 != 0x1", "comparison '!='", "== <= >="),
        ("read_reg 0xffff0001 0x1 == 0x1 few", "polls 'few' is not a number", "decimal digits"),
        ("read_reg 0xffff0001 0x1 == 0x1 0", "polls 0", "at least one"),
        ("load_mem 0x80000000 0x0 in.dat", "size 0x0", "at least one byte"),
        ("load_mem 0x4fffffff 0x2 in.dat", "addresses 0x4fffffff to 0x50000000", "0x50000000 to 0x7fffffff (CVSRAM)"),
        ("dump_mem 0x7ffffffe 0x4 in.dat", "addresses 0x7ffffffe to 0x80000001", "(CVSRAM)"),
        ("load_mem 0xfffffffffffffffe 0x4 in.dat", "addresses 0xfffffffffffffffe to 0x10000000000000001", "(DBB)"),
        ("load_mem 0x10000000000000000 0x4 in.dat", "address '0x10000000000000000' is too large", "64 bits"),
        ("load_mem 0x80000000 0x4 out.dat", "data file 'out.dat' is not there", "a file inside"),
        ("load_mem 0x80000000 0x5 in.dat", "data file 'in.dat' holds 4 bytes", "at least the size, 5"),
        ("load_mem 0x80000000 0x4 ../small/in.dat", "leaves the trace's folder", "a file inside"),
        ("load_mem 0x80000000 0x4 /etc/hostname", "leaves the trace's folder", "a file inside"),
        ("load_mem 0x80000000 0x4 bad.dat", "bad.dat:2: '0x1ff' is not a byte", "0x0 to 0xff"),
        ("load_mem 0x80000000 0x4 worse.dat", "worse.dat:1: 'zz' is not a byte", "0x0 to 0xff"),
        ("load_mem 0x80000000 0x4 a\0b", "is not there", "a file inside"),
        ("load_mem 0x80000000 0x4 " + "a" * 5000, "is not readable", "a file inside"),
    ],
)
def test_errors_name_file_line_found_and_allowed(trace_of, line, found, allowed):
    files = {"in": BYTES, "bad": "0x01 0x02\n0x1ff\n", "worse": "0x01 zz 0x02 0x03\n"}
    with pytest.raises(TraceError) as caught:
        trace_of(["wait", line], **files)
    message = str(caught.value)
    assert "\n" not in message
    assert found in message
    assert allowed in message.split("; allowed: ")[1]
    assert "input.txn:2" in message or ".dat:" in message


def test_a_register_beyond_the_csb_of_a_smaller_configuration(folder_of):
    small = dataclasses.replace(NV_FULL, csb_address_bits=10)
    folder = folder_of({"input.txn": ["write_reg 0xffff0400 0x1"]})
    with pytest.raises(TraceError, match="register 0xffff0400; allowed: word addresses of 10 bits"):
        read_trace(folder, small)


def test_a_link_out_of_the_folder_is_an_error(folder_of, tmp_path):
    (tmp_path / "secret.dat").write_text(BYTES)
    folder = folder_of({"input.txn": ["load_mem 0x80000000 0x4 in.dat"]})
    (folder / "in.dat").symlink_to(tmp_path / "secret.dat")
    with pytest.raises(TraceError, match="a link that leaves the trace's folder"):
        read_trace(folder, NV_FULL)


def test_a_trace_without_commands_is_an_error(trace_of):
    with pytest.raises(TraceError, match="no command in it"):
        trace_of(["# nothing"])


def test_text_that_is_none_is_an_unknown_command(tmp_path):
    (tmp_path / "input.txn").write_bytes(b"\xff\x00\xfe\n")
    with pytest.raises(TraceError, match="unknown command"):
        read_trace(tmp_path, NV_FULL)


def test_data_lines_among_headers(tmp_path):
    file = tmp_path / "data.dat"
    file.write_text(
        "Data_size = 0x1000\nW = 8\ndumped memory,start_address=0x80800000 size=0x20\nmemory type:dram\n=====\n\n"
        "# 0x11 0x12\n 0x01 0x0A\t0xff \r\n0X2 0x3 # 0x4\n   0x00\ndump done\n"
    )
    assert read_data(file).tolist() == [0x01, 0x0A, 0xFF, 2, 3, 0]


@pytest.mark.parametrize("line", ["0x1234", "0x12 34", "0x120x34", "0x", "0x12 0x 34", "0x12,0x34"])
def test_malformed_bytes_are_errors(tmp_path, line):
    file = tmp_path / "data.dat"
    file.write_text(f"header\n{line}\n")
    with pytest.raises(TraceError, match=r"data\.dat:2: .* is not a byte"):
        read_data(file)


@pytest.mark.parametrize(
    "line",
    ["Ox01", "OX01 0x02", "ox0g", "x01 0x02", "01 02", "O1 0x02", "data 0x01", "Ox01,0x02", "1", ", 0x01", "Ox01 = 3"],
)
def test_what_may_be_meant_as_data_is_no_header(tmp_path, line):
    file = tmp_path / "data.dat"
    file.write_text(f"0x01\n{line}\n")
    with pytest.raises(TraceError, match=r"data\.dat:2: .* in a line that is no data; allowed: 0x01 and the like"):
        read_data(file)


def test_headers_of_the_public_files_are_headers(tmp_path):
    file = tmp_path / "data.dat"
    headers = [
        "W=0x8",
        "W = 8",
        "Data_size=0xb480",
        "Precision=INT16",
        "====",
        "memory type:dram",
        "dump done",
        "C = 0x20",
    ]
    file.write_text("\n".join([*headers, "0x01", ""]))
    assert read_data(file).tolist() == [1]


@pytest.mark.parametrize("name", ["input.txn", "plusargs.txt"])
@pytest.mark.parametrize("there", [True, False])
def test_a_file_of_the_trace_that_is_a_link_out_of_it_is_not_read(folder_of, tmp_path, name, there):
    if there:
        (tmp_path / "secret").write_text("hidden words\n")
    folder = folder_of({"input.txn": ["wait"]})
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(tmp_path / "secret")
    with pytest.raises(
        TraceError, match=re.escape(f"{folder / name}: a link that leaves the trace's folder")
    ) as caught:
        read_trace(folder, NV_FULL)
    assert "hidden" not in str(caught.value)


def test_links_within_the_folder_are_followed(folder_of):
    folder = folder_of({"real.txn": ["load_mem 0x80000000 0x4 link.dat"], "real.dat": BYTES})
    (folder / "input.txn").symlink_to("real.txn")
    (folder / "link.dat").symlink_to("real.dat")
    assert len(read_trace(folder, NV_FULL).commands) == 1


@pytest.mark.parametrize(
    ("limit", "lines", "found"),
    [
        ("reader.COMMANDS", ["wait"] * 4, "input.txn:4: 4 commands; allowed: at most 3"),
        ("reader.LOADS", ["load_mem 0x80000000 0x4 in.dat"] * 4, "input.txn:4: 4 loads and dumps; allowed: at most 3"),
        (
            "reader.LOADED_PAGES",
            ["load_mem 0x80000000 0x4 in.dat", "dump_mem 0x80000fff 0x4 in.dat", "load_mem 0x90000000 0x4 in.dat"],
            "input.txn:3: 4 pages of memory that are loaded or dumped; allowed: at most 3",
        ),
    ],
)
def test_commands_and_what_they_load_are_limited(trace_of, monkeypatch, limit, lines, found):
    monkeypatch.setattr(f"sequences.traces.txn.{limit}", 3)
    with pytest.raises(TraceError, match=re.escape(f"{found}; see docs/traces.md, 'Limits'")):
        trace_of(lines, **{"in": BYTES})


@pytest.mark.parametrize("file", ["in.dat", "input.txn", "plusargs.txt"])
def test_huge_files_are_refused_before_they_are_read(folder_of, file):
    files = {"input.txn": ["load_mem 0x80000000 0x4 in.dat"], "in.dat": BYTES, "plusargs.txt": ""}
    folder = folder_of(files)
    with (folder / file).open("r+b") as sparse:
        sparse.truncate(3 << 30)
    with pytest.raises(TraceError, match=rf"{file}: 32212\d+ bytes"):
        read_trace(folder, NV_FULL)


def test_files_are_limited_in_number_together_and_in_lines(folder_of, monkeypatch):
    lines = [f"load_mem 0x80000000 0x4 {name}.dat" for name in "abab"]
    folder = folder_of({"input.txn": lines, "a.dat": BYTES, "b.dat": BYTES})
    for limit, value, found in (
        ("source.LOADS", 1, "input.txn:2: 2 data files"),
        ("source.TRACE_BYTES", 159, "b.dat: 160 bytes in the files of the trace up to this one"),
        ("txn.data_file.FILE_LINES", 0, "a.dat: 1 lines"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"sequences.traces.{limit}", value)
            with pytest.raises(TraceError, match=found):
                read_trace(folder, NV_FULL)
    assert len(read_trace(folder, NV_FULL).commands) == 4


def test_one_long_line_of_data_takes_little_memory(tmp_path):
    file = tmp_path / "data.dat"
    file.write_text(" ".join(["0x01"] * (1 << 18)))
    tracemalloc.start()
    assert len(read_data(file)) == 1 << 18
    assert tracemalloc.get_traced_memory()[1] < 16 * file.stat().st_size
    tracemalloc.stop()


@pytest.mark.parametrize("name", ["input.txn", "plusargs.txt", "in.dat"])
def test_links_that_go_round_in_circles_are_errors(folder_of, name):
    folder = folder_of({"input.txn": ["load_mem 0x80000000 0x4 in.dat"], "in.dat": BYTES})
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(name)
    with pytest.raises(TraceError, match=r"no such file|is not there|is not readable"):
        read_trace(folder, NV_FULL)
