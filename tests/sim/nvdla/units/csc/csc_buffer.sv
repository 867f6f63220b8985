// The convolution buffer's answers to one link of CSC, with random pauses.
module csc_buffer
  import nvdla_link_pkg::*;
  import dice_pkg::*;
  import csc_pattern_pkg::*;
#(
  parameter int NUMBER = 0
) (
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,  // in 256 cycles
  input  logic        csc_cbuf_valid,
  output logic        csc_cbuf_ready,
  input  csc_cbuf_t   csc_cbuf,
  output logic        cbuf_csc_valid,
  input  logic        cbuf_csc_ready,
  output cbuf_csc_t   cbuf_csc
);
  logic [31:0] dice;
  logic        asked;  // an entry is due
  logic [ENTRY_INDEX_BITS-1:0] entry;
  wire         free = !cbuf_csc_valid || cbuf_csc_ready;
  wire         give = asked && free && dice[7:0] >= pauses;

  assign csc_cbuf_ready = (!asked || give) && dice[15:8] >= pauses;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= seed + 32'(NUMBER) + 32'd300;
      asked <= 1'b0;
      entry <= '0;
      cbuf_csc_valid <= 1'b0;
      cbuf_csc <= '0;
    end else begin
      dice <= next_dice(dice);
      if (csc_cbuf_valid && csc_cbuf_ready) begin
        asked <= 1'b1;
        entry <= csc_cbuf.entry;
      end else if (give) asked <= 1'b0;
      if (give) begin
        cbuf_csc_valid <= 1'b1;
        cbuf_csc <= content(seed, entry);
      end else if (cbuf_csc_ready) cbuf_csc_valid <= 1'b0;
    end
endmodule
