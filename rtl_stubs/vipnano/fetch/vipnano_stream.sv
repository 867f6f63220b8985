// A core's stream: reads it piece by piece, ahead of what is taken, and shows the bits that come next. It can go back to a
// place that was marked.
module vipnano_stream
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the header
  input  logic [ADDRESS_BITS-1:0] address,
  input  logic [31:0]             size,     // in bytes
  // NN
  input  logic                    works,    // the stream is wanted
  input  logic                    restart,  // at its first bit
  input  logic                    mark,     // the place, for `rewind`
  input  logic                    rewind,
  input  logic [5:0]              takes,    // so many bits
  output logic [31:0]             bits,     // that come next
  output logic [5:0]              there,    // so many of them, 32 at most
  output logic                    ends,     // behind those that are there
  output logic                    stream_idle,
  // what reads for it: a piece
  output logic                    asks,
  output logic [ADDRESS_BITS-1:0] place,
  input  logic                    granted,
  input  logic                    beat_valid,
  input  logic [DATA_BITS-1:0]    read_data
);
  localparam int PIECE_BYTES = STREAM_ALIGN_BYTES;
  localparam int PIECE_BEATS = PIECE_BYTES / DATA_BYTES;
  localparam int BEATS = 2 * PIECE_BEATS;  // that are kept
  localparam int BEAT_BITS = $clog2(BEATS);
  localparam int COUNT_BITS = $clog2(PIECE_BEATS + 1);
  localparam int SHIFT_BITS = 3 + OFFSET_BITS;  // of a bit in a beat
  localparam int POSITION_BITS = 36;            // of a bit in the stream

  logic [DATA_BITS-1:0]     beats [0:BEATS-1];
  logic [POSITION_BITS-1:0] position, marked;  // of the next bit
  logic [32:0]              filled;            // bytes of the stream up to the last one that has come
  logic [COUNT_BITS-1:0]    due;               // beats of a piece
  logic                     stale;             // that piece is no longer wanted

  wire [POSITION_BITS-1:0] come = {filled, 3'b000};
  wire [POSITION_BITS-1:0] left = come - position;
  wire [32:0]              first_kept = {position[POSITION_BITS-1:SHIFT_BITS], {OFFSET_BITS{1'b0}}};
  wire [BEAT_BITS-1:0]     beat = position[SHIFT_BITS +: BEAT_BITS];
  wire [BEAT_BITS-1:0]     next_beat = beat + 1'b1;
  wire [2*DATA_BITS-1:0]   window = {beats[next_beat], beats[beat]} >> position[SHIFT_BITS-1:0];
  wire                     comes = beat_valid && !stale;

  assign bits = window[31:0];
  assign there = come <= position ? '0 : left > POSITION_BITS'(32) ? 6'd32 : left[5:0];
  assign ends = filled >= {1'b0, size};
  assign stream_idle = due == '0;
  assign asks = works && due == '0 && !ends && filled <= first_kept + 33'(PIECE_BYTES) && !restart && !rewind;
  assign place = address + filled[31:0];

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      {position, marked} <= '0;
      filled <= '0;
      due <= '0;
      stale <= 1'b0;
    end else begin
      if (granted) due <= COUNT_BITS'(PIECE_BEATS);
      else if (beat_valid) begin
        due <= due - 1'b1;
        if (due == COUNT_BITS'(1)) stale <= 1'b0;
      end
      if (comes) beats[filled[OFFSET_BITS +: BEAT_BITS]] <= read_data;
      if (mark) marked <= position;
      if (restart || rewind) begin
        position <= restart ? '0 : marked;
        filled <= restart ? '0 : {marked[POSITION_BITS-1:9], 6'b000000};
        stale <= due != '0 && !(beat_valid && due == COUNT_BITS'(1));
      end else begin
        position <= position + POSITION_BITS'(takes);
        if (comes) filled <= filled + 33'(DATA_BYTES);
      end
    end
endmodule
