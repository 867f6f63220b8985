// A clock for each of several parts of the design that stands still while its part has nothing to do. What a part says
// of itself is looked at in the clock's low half, so its clock runs from the very edge at which it has something to do:
// a design whose clocks all run does the same, cycle by cycle.
module nvdla_clock_gates #(
  parameter int PARTS = 2
) (
  input  logic             clk,
  input  logic             reset_n,
  input  logic             keep_running,  // all clocks
  input  logic [PARTS-1:0] awake,         // parts of which a register may change at the next edge
  output wire  [PARTS-1:0] clocks
);
  logic [PARTS-1:0] open;

  assign clocks = {PARTS{clk}} & open;

  always_ff @(negedge clk or negedge reset_n)
    if (!reset_n) open <= '1;
    else open <= awake | {PARTS{keep_running}};
endmodule
