// Counts the cycles of a layer in which its read or write request waited for a memory interface.
module nvdla_rbk_stall
  import nvdla_rbk_pkg::*;
(
  input  logic    clk,
  input  logic    reset_n,
  input  logic    start,         // of a layer
  input  logic    count_enable,
  input  logic    read_waiting,
  input  logic    write_waiting,
  output result_t count
);
  logic [31:0] reads, writes;
  wire         active = start || (count_enable && (read_waiting || write_waiting));

  assign count.d_perf_read_stall = reads;
  assign count.d_perf_write_stall = writes;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {reads, writes} <= '0;
    else if (active) begin
      reads <= start ? '0 : reads + 32'(read_waiting);
      writes <= start ? '0 : writes + 32'(write_waiting);
    end
endmodule
