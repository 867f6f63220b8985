// The write side of a memory port for tests: takes lines and their words with random pauses, and answers some time
// after the last word of a line with `notify`.
module dma_write_memory
  import nvdla_memory_pkg::*;
  import dice_pkg::*;
#(
  parameter int NUMBER = 0
) (
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic [31:0]          seed,
  input  logic [7:0]           pauses,  // in 256 cycles
  input  logic                 line_valid,
  output logic                 line_ready,
  input  logic [SIZE_BITS-1:0] line_size,
  input  logic [1:0]           line_notify,
  input  logic                 data_valid,
  output logic                 data_ready,
  output logic [1:0]           line_done
);
  logic [BEATS_BITS-1:0] words_left;
  logic [1:0]            notify;
  logic [1:0][7:0]       owed;  // answers, by group
  logic [31:0]           dice;
  wire                   take = data_valid && data_ready;
  wire                   line_end = take && words_left == BEATS_BITS'(1);

  assign data_ready = words_left != '0 && dice[7:0] >= pauses;
  assign line_ready = (words_left == '0 || line_end) && dice[15:8] >= pauses;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      words_left <= '0;
      notify <= '0;
      owed <= '0;
      line_done <= '0;
      dice <= seed + 32'(NUMBER) + 32'd100;
    end else begin
      dice <= next_dice(dice);
      if (line_valid && line_ready) begin
        words_left <= (BEATS_BITS'(line_size) + BEATS_BITS'(BEAT_ATOMS)) / BEATS_BITS'(BEAT_ATOMS);
        notify <= line_notify;
      end else if (take) words_left <= words_left - 1'b1;
      for (int i = 0; i < 2; i++) begin
        line_done[i] <= owed[i] != '0 && dice[16+i];
        owed[i] <= owed[i] + 8'(line_end && notify[i]) - 8'(owed[i] != '0 && dice[16+i]);
      end
    end
endmodule
