// Tells whether a request is about a memory that the configuration lacks. As on the real parts with one memory, it goes
// nowhere and the unit waits for ever; an assertion names it.
module nvdla_dma_absent
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import check_pkg::*;
(
  input  logic                clk,
  input  logic                reset_n,
  input  logic                request_valid,
  input  logic [RAM_BITS-1:0] ram,
  output logic                absent
);
  logic told;  // once until reset

  assign absent = HAS_CVSRAM == 0 && request_valid && 32'(ram) == RAM_CVSRAM;

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk or negedge reset_n)
    if (!reset_n) told <= 1'b0;
    else if (absent) begin
      assert (told) else assertion_failed("memory-absent", $sformatf("%m"), $time);
      told <= 1'b1;
    end
endmodule
