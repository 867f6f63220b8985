// Brings a reset into a clock domain: asserted at once, released two clock edges later.
module nvdla_reset_sync (
  input  logic clk,
  input  logic async_reset_n,
  output logic reset_n
);
  logic released;

  always_ff @(posedge clk or negedge async_reset_n)
    if (!async_reset_n) {reset_n, released} <= 2'b00;
    else {reset_n, released} <= {released, 1'b1};
endmodule
