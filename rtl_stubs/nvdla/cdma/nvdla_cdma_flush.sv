// Clears the convolution buffer after reset, through the same links as the fetches: the lower half of it with the data,
// the upper half with the weights, CBUF_FLUSH_BYTES a cycle in which both links go on. An entry of more than half of these
// is written for some cycles.
module nvdla_cdma_flush
  import nvdla_config_pkg::*;
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
  localparam int ENTRY_CYCLES = 2 * CBUF_ENTRY_BYTES / CBUF_FLUSH_BYTES;
  localparam int CYCLES = CBUF_ENTRIES / 2 * ENTRY_CYCLES;
  localparam int CYCLE_BITS = $clog2(CYCLES + 1);

  logic [CYCLE_BITS-1:0] cycles;

  assign done = 32'(cycles) == CYCLES;
  assign valid = !done;
  assign data_entry = ENTRY_INDEX_BITS'(cycles >> $clog2(ENTRY_CYCLES));
  assign weights_entry = data_entry + ENTRY_INDEX_BITS'(CBUF_ENTRIES / 2);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) cycles <= '0;
    else if (!done && ready) cycles <= cycles + 1'b1;
endmodule
