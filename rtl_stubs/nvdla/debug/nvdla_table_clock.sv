// The clock of SDP's look-up tables. Ours always runs; as on the real part, with +table_writes_lost or +as_the_part, it runs
// during a layer that does not bypass Y, and from where an entry is chosen until a layer runs: what is written when it stands
// still is lost.
module nvdla_table_clock (
  input  logic clk,
  input  logic reset_n,
  input  logic chosen,   // an entry
  input  logic running,  // a layer,
  input  logic uses_y,   // which does not bypass Y
  output logic runs
);
  logic loses_writes, since_chosen;

  assign runs = !loses_writes || since_chosen || (running && uses_y);

  initial loses_writes = $test$plusargs("table_writes_lost") != 0 || $test$plusargs("as_the_part") != 0;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) since_chosen <= 1'b0;
    else if (loses_writes) since_chosen <= chosen || (since_chosen && !running);
endmodule
