// A clock for each of several parts of the design that stands still while its part has nothing to do: a latch, open while
// the clock is low, and a gate. So a part's clock runs from the very edge at which it has something to do, and a design
// whose clocks all run does the same, cycle by cycle. In reset all of them run, as a reset from the start on has no edge.
module nvdla_clock_gates #(
  parameter int PARTS = 2
) (
  input  logic             clk,
  input  logic             reset_n,
  input  logic             keep_running,  // all clocks
  input  logic [PARTS-1:0] awake,         // parts of which a register may change at the next edge
  output wire  [PARTS-1:0] clocks
);
  logic [PARTS-1:0] running;

  // not always_latch: with one, Icarus 11 runs each always_comb and always_latch of the design at each edge of the clock
  always @* if (!clk) running = awake | {PARTS{keep_running || !reset_n}};

  assign clocks = {PARTS{clk}} & running;
endmodule
