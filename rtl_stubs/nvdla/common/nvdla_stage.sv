// A pipeline stage's handshake: the stage takes when what it holds has gone or goes. With `take` it makes what it will
// hold; `last` passes through.
module nvdla_stage (
  input  logic clk,
  input  logic reset_n,
  input  logic in_valid,
  output logic in_ready,
  input  logic in_last,
  output logic take,
  output logic valid,
  input  logic ready,
  output logic last
);
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;
  assign take = in_valid && in_ready;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      last <= 1'b0;
    end else if (changing) begin
      valid <= take;
      if (take) last <= in_last;
    end
endmodule
