// Holds a link back at random, for as long as its clock runs: neither end sees what the other one offers. What the taker
// was shown stays until it takes it; else the link closes in a quarter of the cycles, for a cycle or two, and in one of
// 512 for 64 cycles to 127. Both ends see a transfer in the same cycle, so that nothing is stored and no order changes.
module link_hold
  import dice_pkg::*;
#(
  parameter int NUMBER = 0  // links of different numbers wait at different times
) (
  // of link_hold_pace
  input  logic        hold_clk,
  input  logic        hold_begun,
  input  logic [31:0] hold_seed,
  input  logic        reset_n,
  // where it is given
  input  logic        given_valid,
  output wire         given_ready,
  // where it is taken
  output wire         taken_valid,
  input  logic        taken_ready
);
  logic [31:0] dice;
  logic [6:0]  left;  // further cycles
  logic        closed;

  assign given_ready = taken_ready && !closed;
  assign taken_valid = given_valid && !closed;

  always_ff @(posedge hold_clk or negedge reset_n)
    if (!reset_n) begin
      dice <= first_dice(hold_seed + 32'(NUMBER) * SCRAMBLE);
      left <= '0;
      closed <= 1'b0;
    end else begin
      dice <= next_dice(dice);
      if (closed) begin
        left <= left - 1'b1;
        closed <= left != '0;
      end else if (hold_begun && (!given_valid || taken_ready) && dice[1:0] == '0) begin
        left <= dice[8:2] == '0 ? {1'b1, dice[14:9]} : 7'(dice[9]);
        closed <= 1'b1;
      end
    end
endmodule
