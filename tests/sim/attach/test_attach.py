"""A chip of four stages is attached: its pins are compared, its stages are built apart and used again."""

import shutil
from pathlib import Path

import pytest

from tb.pins import Pin, PinDirection, PinRole
from tb.runner.attach.attached import read_attached
from tb.runner.attach.taps import LACKING_VARIABLE, TapLink, TapLinks
from tb.runner.cache import COMPLETE
from tb.runner.errors import UserError
from tb.runner.jobs.job import SimJob
from tb.runner.jobs.run import TAPS_FOLDER, run
from tb.taps import read_taps

RTL = Path(__file__).parent / "rtl"
NAMED = '[taps.first_second]\nvalid = "u_rst_n"\ndone = "u_rst_n"\ndata = ["first[7:4]", "first[3:0]"]\n'
IN, OUT = PinDirection.INPUT, PinDirection.OUTPUT
PINS = (
    Pin("clk", 1, IN, PinRole.CLOCK),
    Pin("rst_n", 1, IN, PinRole.RESET),
    Pin("a", 8, IN, PinRole.DATA),
    Pin("sum", 8, OUT, PinRole.DATA),
    Pin("inverse", 8, OUT, PinRole.DATA),
)
LINKS = TapLinks(
    links={"first_second": TapLink({"carry": 1, "data": 8}, whole=False)},
    clock="clk",
    reset="rst_n",
)


@pytest.fixture
def rtl(tmp_path):
    """The chip's sources, to be edited."""
    return Path(shutil.copytree(RTL, tmp_path / "rtl"))


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def attached(rtl, pins=PINS):
    return read_attached(rtl / "chip.toml", pins, rtl.parent / "build", links=LINKS)


def simulate(rtl, factor):
    root = rtl.parent / "build"
    job = SimJob(
        design=attached(rtl).design(root),
        sim="verilator",
        modules=("tests.sim.attach.chip_cases",),
        seed=1,
        run_dir=rtl.parent / "run",
        env={"FACTOR": str(factor)},
    )
    result = run(job, root=root)
    assert result.passed, result.problem or result.tests
    return {path.name.rpartition("-")[0]: path for path in (root / "verilator/blocks").glob("*-*")}


@pytest.mark.long
def test_stages_are_built_apart_and_used_again(rtl):
    before = simulate(rtl, factor=3)
    assert set(before) == {"add_stage", "outer_stage", "scale", "inverter"}
    # the stage inside another is called there, and not built into it once more
    assert b"scale_protectlib" in (before["outer_stage"] / "libouter_stage.a").read_bytes()
    built_ns = {name: (path / f"lib{name}.a").stat().st_mtime_ns for name, path in before.items()}

    # what a killed build leaves behind, a changed stage inside another, and a changed top
    (before["inverter"] / COMPLETE).unlink()
    (before["inverter"] / "libinverter.a").write_text("half of it")
    edit(rtl / "scale.sv", "8'd3", "8'd4")
    edit(rtl / "chip.sv", "wire [7:0] first;", "wire [7:0] first;  // another top")
    for path in (before["scale"], before["outer_stage"]):
        shutil.rmtree(path)
    after = simulate(rtl, factor=4)

    kept = {name for name in before if before[name] == after[name]}
    assert kept == {"add_stage", "inverter"}
    assert (after["add_stage"] / "libadd_stage.a").stat().st_mtime_ns == built_ns["add_stage"]
    assert (after["inverter"] / "libinverter.a").stat().st_mtime_ns > built_ns["inverter"]


@pytest.mark.long
def test_signals_between_stages_are_written_down(rtl):
    edit(rtl / "chip.toml", "[defines]", f"{NAMED}[defines]")
    root = rtl.parent / "build"
    design = read_attached(rtl / "chip.toml", PINS, root, links=LINKS).design(root, taps=True)
    assert design.variables[LACKING_VARIABLE] == "first_second.carry"
    job = SimJob(
        design=design,
        sim="verilator",
        modules=("tests.sim.attach.chip_cases",),
        seed=1,
        run_dir=rtl.parent / "run",
        env={"FACTOR": "3"},
        taps=True,
    )
    assert run(job, root=root).passed
    (tap,) = read_taps(job.run_dir / TAPS_FOLDER).values()
    assert tap.payload[:, 0].tolist() == [7] * 3
    assert tap.layer.tolist() == [0, 1, 2]


def test_pins_of_other_names_are_in_the_table(rtl):
    found = attached(rtl)
    assert found.fits
    assert [status.pin.name for status in found.table][:2] == ["clk = u_clock", "rst_n = u_rst_n"]
    assert found.held == {"u_scan_enable": (1, 0)}


def test_inputs_that_the_file_holds_at_1(rtl):
    edit(rtl / "chip.toml", "[defines]", 'held_at_1 = ["u_scan_enable", "u_rst_n"]\n[defines]')
    found = attached(rtl)
    assert found.fits
    assert found.held == {"u_scan_enable": (1, 1), "u_rst_n": (1, 1)}
    text = found.design(rtl.parent / "build").sources[-1].read_text()
    assert ".u_scan_enable({1{1'b1}})" in text
    assert ".u_rst_n({1{1'b1}})" in text
    assert ".u_rst_n(rst_n)" not in text
    assert "input wire rst_n" in text


def test_an_input_to_be_held_that_is_not_there(rtl):
    edit(rtl / "chip.toml", "[defines]", 'held_at_1 = ["u_scan_enabled", "u_sum"]\n[defines]')
    with pytest.raises(UserError) as caught:
        attached(rtl)
    text = str(caught.value)
    assert "held_at_1: chip has no input 'u_scan_enabled'; did you mean u_scan_enable?" in text
    assert "held_at_1: chip has no input 'u_sum'; it has u_clock, " in text


def test_pins_that_do_not_fit_are_one_error_with_the_table(rtl):
    edit(rtl / "chip.sv", "[7:0] u_sum", "[15:0] u_sum")
    edit(rtl / "chip.toml", 'clk = "u_clock"', "")
    with pytest.raises(UserError) as caught:
        attached(rtl).design()
    text = str(caught.value).splitlines()
    assert "2 of 5 pins of chip are not as the bench needs them" in text[0]
    assert [line.split() for line in text[2:4]] == [
        ["missing", "clk", "=", "u_clk", "input", "1", "-"],
        ["width", "sum", "=", "u_sum", "output", "8", "16"],
    ]


def test_pin_that_the_bench_does_not_have(rtl):
    edit(rtl / "chip.toml", "clk = ", "clok = ")
    with pytest.raises(UserError, match=r"clok: the bench has no such pin; did you mean clk\?"):
        attached(rtl)


def test_two_pins_of_the_bench_that_are_one_of_the_rtl(rtl):
    edit(rtl / "chip.toml", 'clk = "u_clock"', 'clk = "u_clock"\nrst_n = "u_clock"')
    with pytest.raises(
        UserError, match=r"chip\.toml: pins: clk and rst_n are both u_clock: each pin of the RTL is [^\n]*$"
    ):
        attached(rtl)


def test_wrong_top(rtl):
    edit(rtl / "chip.toml", '"chip"', '"chipp"')
    with pytest.raises(UserError, match="no source has a module chipp; did you mean chip"):
        attached(rtl)


def test_unknown_block(rtl):
    edit(rtl / "chip.toml", '"scale"', '"scaler"')
    with pytest.raises(UserError, match="blocks: no source has a module scaler"):
        simulate(rtl, factor=3)


def test_top_that_does_not_parse(rtl):
    edit(rtl / "chip.sv", "wire [7:0] first;", "wire [7:0 first;")
    with pytest.raises(UserError, match=r"chip cannot be elaborated\n.*chip.sv:\d+:\d+: syntax error"):
        attached(rtl)


def test_errors_of_a_top_come_before_its_warnings(rtl):
    edit(rtl / "chip.sv", "wire [7:0] first;", "`define twice 1\n`define twice 2\nwire [7:0] first; wire [7:0] first;")
    with pytest.raises(UserError, match=r"chip cannot be elaborated\n *%Error.*chip.sv:\d+:\d+: Duplicate"):
        attached(rtl)


def test_a_top_that_names_what_stands_below_it(rtl):
    edit(rtl / "chip.sv", "wire [7:0] first;", "wire [7:0] first; wire [7:0] below = second_stage.part.a;")
    with pytest.raises(
        UserError, match=r"the top's file is read alone, so it cannot name signals of what stands below"
    ):
        attached(rtl)


def test_block_that_does_not_parse(rtl):
    edit(rtl / "scale.sv", "8'd3;", "8'd3")
    with pytest.raises(UserError, match=r"does not compile for verilator: [^\n]*build.log\n.*scale.sv:\d+"):
        simulate(rtl, factor=3)
