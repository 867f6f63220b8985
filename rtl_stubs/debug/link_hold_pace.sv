// What link holds beat time by, with the plusarg +links_wait=<seed>. Without it their clock stands still, and a link costs
// a gate more than a wire.
module link_hold_pace #(
  parameter int QUIET_CYCLES = 0  // after reset, in which no link waits
) (
  input  logic        clk,
  input  logic        reset_n,
  output wire         hold_clk,
  output logic        hold_begun,
  output logic [31:0] hold_seed
);
  logic        waits;
  logic [31:0] quiet;  // cycles that are left

  assign hold_clk = clk && waits;
  assign hold_begun = quiet == '0;

  initial begin
    hold_seed = '0;
    waits = $value$plusargs("links_wait=%d", hold_seed) != 0;
  end

  always_ff @(posedge hold_clk or negedge reset_n)
    if (!reset_n) quiet <= 32'(QUIET_CYCLES);
    else if (!hold_begun) quiet <= quiet - 1'b1;
endmodule
