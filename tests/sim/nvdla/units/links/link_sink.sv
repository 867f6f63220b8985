// The taker's end of a link for tests: counts what it takes, with random pauses.
module link_sink #(
  parameter int NUMBER = 0
) (
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,
  input  logic [2:0]  fault,
  input  logic        valid,
  output logic        ready,
  output logic [31:0] taken
);
  import link_faults_pkg::*;

  logic [31:0] dice;
  logic        open;

  assign ready = fault == READY_UNKNOWN ? 1'bx : open;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= ~seed - 32'(NUMBER);
      open <= 1'b0;
      taken <= '0;
    end else begin
      dice <= link_dice(dice);
      open <= dice[7:0] >= pauses;
      if (valid && ready) taken <= taken + 1'b1;
    end
endmodule
