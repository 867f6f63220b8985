"""Reading master's dialect: every command and file, and what a trace is skipped for."""

import pytest

from models.nvdla.config import CONFIGS, NV_FULL
from sequences.nvdla.traces.master.data_file import read_image
from sequences.nvdla.traces.master.reader import read_master_trace
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.source import TraceError

GOOD = """// a layer; with (all) commands
mem_init(pri_mem, 0x80000000, 0x100, ALL_ZERO);
mem_init ( sec_mem , 0x50000000, "in.dat", RANDOM, id_0 ) ;  // "quoted"
mem_load(pri_mem, 0x80000000, "in.dat"); mem_reserve(pri_mem, 0x90000000, 64);
mem_release(pri_mem, 0x90000000, id_1);
reg_write(NVDLA_CDP.S_POINTER_0, 0);
reg_write(NVDLA_CFGROM.CFGROM_HW_VERSION_0,
          0x1);
reg_read_check(NVDLA_SDP.D_OP_ENABLE_0, 0x1);
reg_read(NVDLA_SDP.S_STATUS_0, id_2);
poll_reg_equal(NVDLA_CDMA.S_CBUF_FLUSH_STATUS_0,0x1);
sync_notify(NVDLA_CACC, id_0);
sync_wait(NVDLA_CMAC_A, id_0);
intr_notify(SDP_0, id_1);
intr_notify(cdma_wt_1, id_3);
intr_notify(id_4);
check_crc(id_1, 1, 0x80000000, 0x100, 0xdeadbeef);
check_file(id_1, pri_mem, 0x80000000, 32, "in.dat");
check_nothing(id_3);
"""
DATA = "{\n{offset:0x0, size:4, payload:0x01 0x02 0xA3 0x04} ,\n{offset:0x4, size:1, payload:0x01},\n}\n"


def test_all_commands_are_read(folder_of):
    trace = read_master_trace(folder_of({"one.cfg": GOOD, "in.dat": DATA}), NV_FULL)
    assert (trace.name, trace.commands) == ("small", GOOD.count(");") + GOOD.count(") ;"))
    assert {block: len(commands) for block, commands in trace.lists.items()} == {
        "CDP": 1,
        "CFGROM": 1,
        "SDP": 2,
        "CDMA": 1,
        "CACC": 1,
        "CMAC_A": 1,
    }
    assert [command.line for command in trace.memory] == [2, 3, 4]
    assert [item.interrupt for item in trace.announced] == ["SDP_0", "CDMA_WT_1", ""]
    assert [check.event for check in trace.checks] == ["id_1", "id_1", "id_3"]
    assert [command.port for command in trace.memory] == ["DBB", "CVSRAM", "DBB"]


@pytest.mark.parametrize(
    ("name", "without", "reason"),
    [
        ("nv_small_256/one", "", "needs nv_small_256"),
        ("nv_full/one", "NVDLA_CFGROM", "needs CVSRAM"),
        ("one", "", "needs CVSRAM, CFGROM"),
    ],
)
def test_what_a_trace_needs_that_is_not_there_is_named(folder_of, name, without, reason):
    lines = [line for line in GOOD.replace("\n          0x1", "0x1").split("\n") if not without or without not in line]
    folder = folder_of({"one.cfg": lines, "in.dat": DATA}, name)
    tiny = CONFIGS["tiny"]
    assert str(play_on_model(read_master_trace(folder, tiny), config=tiny)) == f"SKIP one {reason}"


def test_a_data_file_that_is_not_there_is_named(folder_of, config):
    lines = [f'mem_load(pri_mem, {config.ports["DBB"].base:#x}, "{name}.dat");' for name in ("in", "out", "out")]
    folder = folder_of({"one.cfg": [*lines, "intr_notify(id);"], "in.dat": DATA}, "one")
    verdict = play_on_model(read_master_trace(folder, config), config=config)
    assert str(verdict) == "SKIP one needs the data file 'out.dat', which is not there"


@pytest.mark.parametrize(
    ("line", "found", "allowed"),
    [
        ("jump(pri_mem);", "unknown command 'jump'", "mem_init"),
        ("reg_write(NVDLA_SDP.D_OP_ENABLE_0, 1)", "is not a command", "command(arguments);"),
        ("reg_write NVDLA_SDP.D_OP_ENABLE_0 1;", "is not a command", "command(arguments);"),
        ("reg_write(NVDLA_SDP.D_OP_ENABLE_0);", "reg_write with 1 argument(s)", "reg_write(register, value)"),
        ("check_nothing();", "check_nothing with 0 argument(s)", "check_nothing(sync id)"),
        ("reg_write(NVDLA_SDP.D_OP_ENABEL_0, 1);", "unknown register", "D_OP_ENABLE"),
        ("reg_write(NVDLA_SPD.D_OP_ENABLE_0, 1);", "of an unknown block", "SDP"),
        ("reg_write(SDP.D_OP_ENABLE, 1);", "register 'SDP.D_OP_ENABLE'", "NVDLA_<BLOCK>.<REGISTER>_0"),
        ("reg_write(NVDLA_SDP.D_OP_ENABLE_0, one);", "value 'one' is not a number", "0x"),
        ("reg_write(NVDLA_SDP.D_OP_ENABLE_0, 0x123456789);", "value '0x123456789' is too large", "32 bits"),
        ("mem_init(tri_mem, 0x0, 0x4, ONES);", "unknown memory 'tri_mem'", "pri_mem, sec_mem"),
        ("mem_init(pri_mem, 0x0, 0x4, TWOS);", "unknown pattern 'TWOS'", "ALL_ZERO, RANDOM, ONES"),
        ("mem_init(pri_mem, 0x0, 0x0, ONES);", "size 0x0", "at least one byte"),
        ("mem_init(pri_mem, 0xffffffffffffffff, 2, ONES);", "address 0xffffffffffffffff", "within 64 bits"),
        (
            "mem_init(pri_mem, 0x7ffffffc, 0x8, ONES);",
            "with size 0x8 is not in DBB",
            "0x80000000 to 0xffffffffffffffff",
        ),
        ("check_crc(id, sec_mem, 0x7ffffffc, 0x8, 0);", "with size 0x8 is not in CVSRAM", "0x50000000 to 0x7fffffff"),
        ('mem_load(pri_mem, 0xfffffffffffffffe, "in.dat");', "with size 0x5", "within 64 bits"),
        ("mem_init(pri_mem, 0x80000000, 0x8000001, ONES);", "32769 pages of memory", "at most 32768"),
        ('mem_load(pri_mem, 0x80000000, "");', "file '\"\"'", "double quotes"),
        ('mem_load(pri_mem, 0x80000000, "/in.dat");', "leaves the trace's folder", "a file inside"),
        ("mem_load(pri_mem, 0x0, in.dat);", "file 'in.dat'", "double quotes"),
        ('mem_load(pri_mem, 0x0, "../in.dat");', "leaves the trace's folder", "a file inside"),
        ('mem_load(pri_mem, 0x80000000, "bad.dat");', "bad.dat:2: size 4 with a payload of 3 byte(s)", "equal numbers"),
        ("check_crc(id, pri_mem, 0x2, 0x4, 0x0);", "check_crc of address 0x2, size 0x4", "multiples of 4"),
        ("check_crc(other, pri_mem, 0x80000000, 0x4, 0x0);", "sync id 'other' is waited for and never notified", "id"),
        ("sync_wait(NVDLA_SDP, other);", "sync id 'other' is waited for and never notified", "id"),
        ("sync_notify(SDP, id);", "unknown block 'SDP'", "NVDLA_SDP"),
        ("sync_notify(NVDLA_SDP, i-d);", "sync id to notify 'i-d'", "letters, digits and _"),
        ("intr_notify(SDP_2, id);", "unknown unit_group 'SDP_2'", "SDP_0, SDP_1"),
    ],
)
def test_errors_name_file_line_found_and_allowed(folder_of, line, found, allowed):
    bad = "{\n{offset:0x0, size:4, payload:0x01 0x02 0x03} ,\n}\n"
    folder = folder_of({"one.cfg": f"intr_notify(id);\n// two\n{line}\n", "in.dat": DATA, "bad.dat": bad})
    with pytest.raises(TraceError) as caught:
        read_master_trace(folder, NV_FULL)
    message = str(caught.value)
    assert "\n" not in message
    assert found in message
    assert allowed in message.split("; allowed: ")[1]
    assert "one.cfg:3" in message or "bad.dat:2" in message


@pytest.mark.parametrize("files", [{}, {"one.cfg": "// empty\n"}, {"one.cfg": GOOD, "two.cfg": GOOD}])
def test_a_folder_has_one_file_with_commands(folder_of, files):
    with pytest.raises(TraceError, match=r"no command in it|\d \.cfg files"):
        read_master_trace(folder_of(files | {"in.dat": DATA}), NV_FULL)


@pytest.mark.parametrize(
    "text",
    [
        DATA,
        "{'offset':0x0, size:2, value:0x00 0x01},{'offset':0x2, size:1, value:0x02},",
        "{ offset:0x0, size: 2, payload:0x0 0xff }\n}\n\n# CRC = 0x12345678\n",
    ],
)
def test_published_forms_of_data(tmp_path, text):
    (tmp_path / "in.dat").write_text(text)
    assert read_image(tmp_path / "in.dat").pieces


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "0x01 0x02",
        "{offset:0x0, size:1, payload:0x100}",
        "{offset:0x0, size:1, payload:zz}",
        "{offset:0x0, size:2, payload:0x01}",
        "{offset:0x0, payload:0x01}",
        "{offset:0x0, size:1, payload:0x01",
        "{offset:0x0, size:1, payload:0x01} rest",
    ],
)
def test_malformed_data_is_an_error(tmp_path, text):
    (tmp_path / "in.dat").write_text(text)
    with pytest.raises(TraceError, match=r"in\.dat"):
        read_image(tmp_path / "in.dat")


def test_entries_behind_each_other_are_one_piece_and_gaps_cost_nothing(tmp_path):
    entries = ["{offset:0x4, size:2, payload:0x1 0xA2}", "{offset:6, size:1, payload:0x03}"]
    entries.append("{offset:0x6000000, size:1, payload:0x04}")
    (tmp_path / "in.dat").write_text(",\n".join(entries))
    image = read_image(tmp_path / "in.dat")
    assert [(offset, data.tolist()) for offset, data in image.pieces] == [(4, [1, 0xA2, 3]), (0x6000000, [4])]
    assert image.stop == 0x6000001


@pytest.mark.parametrize(("limit", "said"), [("FILE_LINES", "2 entries"), ("LOADS", "2 pieces with gaps between them")])
def test_data_files_are_limited(tmp_path, monkeypatch, limit, said):
    (tmp_path / "in.dat").write_text("{offset:0, size:1, payload:0x1} {offset:2, size:1, payload:0x1}")
    monkeypatch.setattr(f"sequences.nvdla.traces.master.data_file.{limit}", 1)
    with pytest.raises(TraceError, match=f"{said}; allowed: at most 1"):
        read_image(tmp_path / "in.dat")


def test_a_file_of_commands_that_is_a_link_out_of_the_folder_is_not_read(folder_of, tmp_path):
    (tmp_path / "secret").write_text("hidden words\n")
    folder = folder_of({})
    (folder / "one.cfg").symlink_to(tmp_path / "secret")
    with pytest.raises(TraceError, match=r"one\.cfg: a link that leaves the trace's folder") as caught:
        read_master_trace(folder, NV_FULL)
    assert "hidden" not in str(caught.value)


def test_commands_are_limited(folder_of, monkeypatch):
    monkeypatch.setattr("sequences.nvdla.traces.master.reader.COMMANDS", 2)
    with pytest.raises(TraceError, match=r"one\.cfg:1: 3 commands; allowed: at most 2"):
        read_master_trace(folder_of({"one.cfg": "intr_notify(id);" * 3}), NV_FULL)


def test_lists_of_names_are_cut(folder_of):
    notified = "".join(f"intr_notify(id_{number});\n" for number in range(100, 120))
    folder = folder_of({"one.cfg": f"{notified}check_nothing(other);\n"})
    with pytest.raises(TraceError, match=r"never notified; allowed: id_100, .*, id_109 and 10 more$"):
        read_master_trace(folder, NV_FULL)


def test_a_list_of_long_names_is_cut(folder_of):
    notified = "".join(f"intr_notify({number}{'_long' * 600});\n" for number in range(100, 110))
    folder = folder_of({"one.cfg": f"{notified}check_nothing(other);\n"})
    with pytest.raises(TraceError, match=r"never notified; allowed: 100_long[_a-z]*\.\.\. and 9 more$") as caught:
        read_master_trace(folder, NV_FULL)
    assert len(str(caught.value)) < 1000
