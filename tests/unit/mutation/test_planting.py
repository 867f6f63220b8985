"""Faults in sources: text, what a compiler says of all of them at once, and those that it refuses."""

import os
import shutil
import subprocess

import pytest

from tb.mutation.campaign.prepare import accepted
from tb.mutation.faults.elaborated import elaborate, elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant, with_faults
from tb.runner.design import Design
from tb.runner.simulators.verilator.simulator import VerilatorSimulator
from tests.simulation import need_simulator
from tests.unit.mutation.toy import COUNTER, DESIGN, fault, faults

BENCH = """
module bench;
  logic clk = 0, reset_n = 0;
  wire [2:0] fast;
  wire [4:0] slow;
  counter_top dut (.clk, .reset_n, .enable(1'b1), .fast, .slow);
  always #1 clk = !clk;
  initial begin
    #4 reset_n = 1;
    #40 $display("fast %0d slow %0d", fast, slow);
    $finish;
  end
endmodule
"""

NOT_INLINED = """
package halves_pkg;
  function automatic logic [7:0] twice(input logic [7:0] value);
    // verilator no_inline_task
    twice = value + value;
  endfunction
endpackage
module doubled (input logic [7:0] value, output logic [7:0] result);
  assign result = halves_pkg::twice(value);
endmodule
"""


def test_a_place_has_its_own_text_unless_a_fault_is_selected():
    lost = fault("lost", "count <= '0;", "")
    ones = fault("constant", "count <= '0;", "count <= '1;")
    either = fault("operator", "enable && reset_n", "(enable || reset_n)")
    text = with_faults(COUNTER.read_bytes(), {3: lost, 5: ones, 8: either})
    selected = "mutation_pkg::selected"
    assert f"begin if ({selected} == 3) ; else if ({selected} == 5) count <= '1; else count <= '0; end" in text
    assert f"wire go = (({selected} == 8) ? ((enable || reset_n)) : (enable && reset_n));" in text


def test_all_faults_of_a_design_compile_together(tmp_path):
    planted = plant(DESIGN, dict(enumerate(faults(), 1)), tmp_path)
    assert elaborate(planted).errors == ()
    assert DESIGN.sources[0].read_text() == COUNTER.read_text()


def test_verilator_compiles_faults_in_functions_that_it_does_not_inline(tmp_path):
    (tmp_path / "rtl").mkdir()
    source = tmp_path / "rtl" / "doubled.sv"
    source.write_text(NOT_INLINED)
    design = Design(name="doubled", top="doubled", sources=(source,))
    planted = plant(design, dict(enumerate(find_faults(elaborate_correct(design)), 1)), tmp_path / "planted")
    simulator = VerilatorSimulator()
    need_simulator(simulator.name)
    command = ["verilator", "--lint-only", "--top-module", "doubled", *planted.arguments["verilator"]]
    environment = {**os.environ, **simulator.environment()}
    done = subprocess.run(
        [*command, *map(str, planted.sources)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")
def test_the_plusarg_selects_a_fault_and_nothing_is_selected_without(tmp_path):
    chosen = {1: fault("operator", "next = wrap ? '0 : now + 1'b1;", "next = wrap ? '0 : (now - 1'b1);")}
    chosen |= {2: fault("stuck", "count == WIDTH'(STEPS)", "1'b0"), 3: fault("lost", "count <= '0;", "")}
    (tmp_path / "bench.sv").write_text(BENCH)

    def said(design, *plusargs):
        out = tmp_path / f"{design.name}.vvp"
        files = [*design.sources, tmp_path / "bench.sv"]
        subprocess.run(["iverilog", "-g2012", "-s", "bench", "-o", out, *files], check=True)
        done = subprocess.run(["vvp", out, *plusargs], capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[-1]

    planted = plant(DESIGN, chosen, tmp_path)
    assert said(planted) == said(planted, "+mutant=0") == said(DESIGN) == "fast 0 slow 5"
    assert said(planted, "+mutant=1") == "fast 6 slow 29"
    assert said(planted, "+mutant=2") == "fast 4 slow 0"
    assert said(planted, "+mutant=3") == "fast x slow x"


def test_what_does_not_compile_is_left_out():
    some = dict(enumerate(faults()[:20], 1))
    asked = []

    def compiles(chosen):
        asked.append(set(chosen))
        return not {3, 17} & set(chosen)

    assert set(accepted(some, compiles)) == set(some) - {3, 17}
    assert len(asked) < 25
    assert accepted(some, lambda _chosen: True) == some
    assert accepted(some, lambda chosen: not chosen) == {}


def test_of_two_that_do_not_go_together_one_is_kept():
    some = dict(enumerate(faults()[:4], 1))
    assert len(accepted(some, lambda chosen: not {2, 3} <= set(chosen))) == 3
