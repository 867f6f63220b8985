"""What the numbers of a configuration decide holds no faults: there the hardware is that of another configuration."""

import pytest

from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.runner.design import Design

SOURCE = """
package kinds;
  localparam int FLOATS = {floats};
  typedef struct packed {{logic floating; logic least;}} kind_t;
  function automatic logic [7:0] of_floats(input logic [7:0] a); of_floats = a ^ 8'd1; endfunction
  function automatic logic [7:0] of_kind(input kind_t kind, input logic [7:0] a);
    if (kind.floating) of_kind = of_floats(a);
    else of_kind = a + 8'd2;
  endfunction
endpackage
module unit import kinds::*; (
  input logic clk, input logic floating, input kind_t kind, input logic [7:0] a, output logic [7:0] q
);
  wire [7:0] chosen = floating ? a & 8'd3 : a | 8'd4;
  always_ff @(posedge clk) q <= of_kind(kind, chosen);
endmodule
module top import kinds::*; (input logic clk, input logic wanted, input logic [7:0] a, output logic [7:0] q);
  wire floating = FLOATS != 0 && wanted;
  wire always_so = FLOATS != 0 || wanted;
  kind_t kind;
  assign kind.floating = floating;
  assign kind.least = wanted;
  unit one (.*);
endmodule
"""
OF_FLOATS = ("FLOATS != 0 && wanted", "floating ? a & 8'd3 : a | 8'd4", "of_floats = a ^ 8'd1;", "kind.floating")


def originals(folder, floats):
    path = folder / "settled.sv"
    path.write_text(SOURCE.format(floats=floats))
    return [item.original for item in find_faults(elaborate_correct(Design(name="top", top="top", sources=(path,))))]


def changed(folder, floats):
    path = folder / "settled.sv"
    path.write_text(SOURCE.format(floats=floats))
    design = Design(name="top", top="top", sources=(path,))
    return {(item.original, item.changed) for item in find_faults(elaborate_correct(design))}


@pytest.mark.parametrize("original", OF_FLOATS)
def test_what_a_configuration_has_is_a_place(tmp_path, original):
    assert original in originals(tmp_path, 1)


def test_what_a_configuration_lacks_is_none(tmp_path):
    found = originals(tmp_path, 0)
    assert not set(OF_FLOATS) - {"floating ? a & 8'd3 : a | 8'd4"} & set(found)
    assert "of_kind = a + 8'd2;" in found
    assert "FLOATS != 0 || wanted" in found


def test_of_a_choice_that_is_made_only_the_branch_that_is_taken_is_changed(tmp_path):
    choice = "floating ? a & 8'd3 : a | 8'd4"
    found = changed(tmp_path, 0)
    assert (choice, "floating ? a & 8'd3 : (a & 8'd4)") in found
    assert not [made for original, made in found if original == choice and "a | 8'd3" in made]
    assert (choice, "1'b1 ? a & 8'd3 : a | 8'd4") not in found


def test_an_operand_that_decides_nothing_is_not_taken_out(tmp_path):
    found = changed(tmp_path, 1)
    assert ("FLOATS != 0 && wanted", "FLOATS != 0 && 1'b1") in found
    assert ("FLOATS != 0 && wanted", "1'b1 && wanted") not in found
    assert not [made for original, made in found if original == "FLOATS != 0 || wanted"]


def test_a_function_that_is_called_with_values_that_change_is_whole(tmp_path):
    assert ("kind.floating", "1'b0") in changed(tmp_path, 1)
    assert ("kind.floating", "1'b0") not in changed(tmp_path, 0)
