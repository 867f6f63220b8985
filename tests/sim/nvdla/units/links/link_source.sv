// The driver's end of a link for tests: counts what it gives, with random pauses. It can be told to break the rule of
// the links.
module link_source #(
  parameter int NUMBER = 0
) (
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,  // in 256 cycles
  input  logic [31:0] total,   // transfers to give
  input  logic [2:0]  fault,   // of link_faults_pkg
  output logic        valid,
  input  logic        ready,
  output logic [31:0] count,   // of the transfer that is offered or comes next
  output logic        flip     // the payload is to be changed
);
  import link_faults_pkg::*;

  logic [31:0] dice;
  logic        offered, waited;

  assign valid = fault == VALID_UNKNOWN ? 1'bx : offered && !(fault == WITHDRAWN && waited);
  assign flip = fault == CHANGED && waited;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= seed + 32'(NUMBER) + 32'd1;
      offered <= 1'b0;
      waited <= 1'b0;
      count <= '0;
    end else begin
      dice <= link_dice(dice);
      waited <= valid && !ready;
      if (valid && ready) count <= count + 1'b1;
      if (!offered || ready) offered <= dice[7:0] >= pauses && count + 32'(offered) < total;
    end
endmodule
