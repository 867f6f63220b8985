// Clears the convolution buffer after reset, through the same links as the fetches: the lower half of it with the data,
// the upper half with the weights, an entry each for two cycles in which both links go on.
module nvdla_cdma_flush
  import nvdla_link_pkg::*;
(
  input  logic                        clk,
  input  logic                        reset_n,
  output logic                        valid,
  input  logic                        ready,
  output logic [ENTRY_INDEX_BITS-1:0] data_entry,
  output logic [ENTRY_INDEX_BITS-1:0] weights_entry,
  output logic                        done
);
  logic [ENTRY_COUNT_BITS-1:0] cycles;

  assign done = 32'(cycles) == CBUF_ENTRIES;
  assign valid = !done;
  assign data_entry = ENTRY_INDEX_BITS'(cycles >> 1);
  assign weights_entry = data_entry + ENTRY_INDEX_BITS'(CBUF_ENTRIES / 2);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) cycles <= '0;
    else if (!done && ready) cycles <= cycles + 1'b1;
endmodule
