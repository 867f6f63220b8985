// Reads the whole convolution buffer once through one of its readers, with random pauses.
module conv_buffer_reader
  import nvdla_link_pkg::*;
  import dice_pkg::*;
#(
  parameter int NUMBER = 0
) (
  input  logic        clk,
  input  logic        reset_n,
  input  logic [31:0] seed,
  input  logic [7:0]  pauses,  // in 256 cycles
  input  logic        start,
  output logic        done,
  output logic        ask_valid,
  input  logic        ask_ready,
  output csc_cbuf_t   ask,
  input  logic        valid,
  output logic        ready
);
  logic [31:0]                 dice;
  logic [ENTRY_COUNT_BITS-1:0] asked, taken;
  logic                        reading;

  assign done = 32'(taken) == CBUF_ENTRIES;
  assign ask_valid = reading && 32'(asked) < CBUF_ENTRIES;
  assign ask = ENTRY_INDEX_BITS'(asked);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= seed + 32'(NUMBER) + 32'd400;
      {asked, taken} <= '0;
      {reading, ready} <= '0;
    end else begin
      dice <= next_dice(dice);
      reading <= start;
      ready <= dice[7:0] >= pauses;
      if (ask_valid && ask_ready) asked <= asked + 1'b1;
      if (valid && ready) taken <= taken + 1'b1;
    end
endmodule
