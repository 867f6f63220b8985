// The read side of a memory port for tests: takes lines and gives their words, with random pauses of both. It can be
// told to give a word that nobody asked for.
module dma_read_memory
  import nvdla_memory_pkg::*;
  import dice_pkg::*;
  import dma_pattern_pkg::*;
#(
  parameter int NUMBER = 0
) (
  input  logic                    clk,
  input  logic                    reset_n,
  input  logic [31:0]             seed,
  input  logic [7:0]              pauses,  // in 256 cycles
  input  logic                    stray,
  input  logic                    line_valid,
  output logic                    line_ready,
  input  logic [ADDRESS_BITS-1:0] line_address,
  input  logic [SIZE_BITS-1:0]    line_size,
  output logic                    data_valid,
  input  logic                    data_ready,
  output logic [BEAT_BITS-1:0]    data
);
  localparam int LINES_BITS = 2;

  logic [ADDRESS_BITS-1:0] addresses [0:2**LINES_BITS-1];
  logic [SIZE_BITS-1:0]    sizes [0:2**LINES_BITS-1];
  logic [LINES_BITS:0]     head, tail;
  logic [SIZE_BITS-1:0]    given;  // words of the oldest line
  logic [31:0]             dice;
  wire  [ADDRESS_BITS-1:0] address = addresses[head[LINES_BITS-1:0]];
  wire  [SIZE_BITS-1:0]    last = sizes[head[LINES_BITS-1:0]] / SIZE_BITS'(BEAT_ATOMS);
  wire                     room = !data_valid || data_ready;
  wire                     give = room && head != tail && dice[7:0] >= pauses;

  assign line_ready = dice[15:8] >= pauses && tail - head != (LINES_BITS+1)'(2**LINES_BITS);

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {head, tail, given} <= '0;
      dice <= seed + 32'(NUMBER) + 32'd1;
      data_valid <= 1'b0;
      data <= '0;
    end else begin
      dice <= next_dice(dice);
      if (line_valid && line_ready) begin
        addresses[tail[LINES_BITS-1:0]] <= line_address;
        sizes[tail[LINES_BITS-1:0]] <= line_size;
        tail <= tail + 1'b1;
      end
      if (room) data_valid <= give || stray;
      if (give) begin
        data <= content(NUMBER, 64'(address) + 64'(given) * 64'(BEAT_BYTES));
        given <= given == last ? '0 : given + 1'b1;
        if (given == last) head <= head + 1'b1;
      end
    end
endmodule
