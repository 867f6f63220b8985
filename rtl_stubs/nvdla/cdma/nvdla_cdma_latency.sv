// D_PERF_..._READ_LATENCY: the cycles of a layer in which something that was asked of memory was still to come.
module nvdla_cdma_latency
  import nvdla_memory_pkg::*;
#(
  parameter int COUNT_BITS = 32
) (
  input  logic                  clk,
  input  logic                  reset_n,
  input  logic                  enable,
  input  logic                  clear,
  input  logic                  asked,       // a line of `size` + 1 atoms
  input  logic [SIZE_BITS-1:0]  size,
  input  logic                  arrived,     // a word
  output logic [COUNT_BITS-1:0] cycles
);
  logic [BEATS_BITS-1:0] due;
  wire active = enable || clear;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      due <= '0;
      cycles <= '0;
    end else if (active) begin
      if (asked || arrived) due <= due + (asked ? beats_of_line('0, size) : '0) - BEATS_BITS'(arrived);
      if (clear) cycles <= '0;
      else if (due != '0 && cycles != '1) cycles <= cycles + 1'b1;
    end
endmodule
