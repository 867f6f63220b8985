// CSC's end of one of CDMA's fetches for tests: takes what it is told, and some time later lets it go, in the same
// portions. While `hold` is 1 it keeps everything. Asked to drain it lets go what it has, or forgets it.
module conv_buffer_csc
  import dice_pkg::*;
#(
  parameter int NUMBER = 0,
  parameter int WIDTH = 1
) (
  input  logic             clk,
  input  logic             reset_n,
  input  logic [31:0]      seed,
  input  logic [7:0]       pauses,   // in 256 cycles
  input  logic             hold,
  input  logic             told_valid,
  output logic             told_ready,
  input  logic [WIDTH-1:0] told,
  output logic             release_valid,
  input  logic             release_ready,
  output logic [WIDTH-1:0] released,
  input  logic             drain_valid,
  output logic             drain_ready
);
  logic [31:0] dice;
  logic        full, known, offering, open, forgetting;

  assign told_ready = !full && open;
  assign release_valid = known && offering && !forgetting;
  assign drain_ready = drain_valid && !known && open;

  nvdla_fifo #(.WIDTH(WIDTH), .DEPTH(8)) fifo (
    .clk,
    .reset_n,
    .push(told_valid && told_ready),
    .full,
    .push_data(told),
    .pop((release_valid && release_ready) || (forgetting && known)),
    .valid(known),
    .data(released)
  );

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      dice <= seed + 32'(NUMBER) + 32'd300;
      offering <= 1'b0;
      forgetting <= 1'b0;
      open <= 1'b0;
    end else begin
      dice <= next_dice(dice);
      open <= dice[7:0] >= pauses;
      forgetting <= drain_valid && (forgetting || dice[16]);
      if (release_valid) offering <= !release_ready;
      else offering <= known && !hold && dice[15:8] >= 8'd230;
    end
endmodule
