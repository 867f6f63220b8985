// The handshake of X1, X2 or Y: where operands come from memory the stage waits for those of an atom, and takes both.
module nvdla_sdp_operand_stage (
  input  logic clk,
  input  logic reset_n,
  input  logic stored,         // operands come from memory
  input  logic in_valid,
  output logic in_ready,
  input  logic in_last,
  input  logic operand_valid,
  output logic operand_ready,
  output logic take,
  output logic valid,
  input  logic ready,
  output logic last
);
  logic room;
  wire  there = !stored || operand_valid;

  assign in_ready = room && there;
  assign operand_ready = room && stored && in_valid;

  nvdla_stage stage (.in_valid(in_valid && there), .in_ready(room), .*);
endmodule
