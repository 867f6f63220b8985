// Reads a stream from memory, ahead of the words that execute, as far as its buffer has room. At the end of its stream or where
// it has stopped, the queue lets the rest go by.
module sophgo_word_fetch
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the queue
  input  logic                    go,
  input  stream_t                 stream,
  input  logic                    takes,          // the first word, of so many bytes
  input  logic [7:0]              word_bytes,
  input  logic                    drops,          // what comes
  output logic [WORD_BITS-1:0]    word,           // what the buffer begins with
  output logic [8:0]              there,          // bytes in the buffer
  output logic                    stream_read,    // all of it
  output logic                    stream_failed,  // memory answered with an error
  // MEMORY
  output memory_request_t         fetch,
  input  logic                    fetch_ready,
  input  logic                    fetch_beat_valid,
  output logic                    fetch_beat_ready,
  input  read_beat_t              read_beat
);
  localparam int PIECE_BYTES = 128;  // is read at once: whole beats, and at least a word
  localparam int BUFFER_BYTES = 2 * PIECE_BYTES;
  localparam int BUFFER_BITS = 8 * BUFFER_BYTES;

  typedef enum logic [1:0] {IDLE, ASK, BEATS} state_t;
  state_t state;

  logic [BUFFER_BITS-1:0]  buffer, kept;
  logic [ADDRESS_BITS-1:0] place;       // of the next byte
  logic [LENGTH_BITS-1:0]  left;        // bytes of the stream that have not come
  logic [7:0]              piece_left;  // and of the piece
  logic [7:0]              moved;       // by this beat
  logic [8:0]              stays;       // bytes of the buffer that no word takes

  wire [OFFSET_BITS-1:0] offset = place[OFFSET_BITS-1:0];
  wire [7:0]             room = 8'(DATA_BYTES - 32'(offset));
  wire [7:0]             piece = 8'(PIECE_BYTES) - 8'(place[6:0]);
  wire                   comes = state == BEATS && fetch_beat_valid;
  wire [BUFFER_BITS-1:0] beat = BUFFER_BITS'(read_beat.data >> {offset, 3'b0}) & ~({BUFFER_BITS{1'b1}} << {moved, 3'b0});

  assign moved = piece_left < room ? piece_left : room;
  assign stays = takes ? there - 9'(word_bytes) : there;
  assign kept = takes ? buffer >> {word_bytes, 3'b0} : buffer;
  assign word = buffer[WORD_BITS-1:0];
  assign stream_read = left == '0;
  assign fetch = {state == ASK, place, LENGTH_BITS'(piece_left)};
  assign fetch_beat_ready = state == BEATS;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      buffer <= '0;
      there <= '0;
      place <= '0;
      left <= '0;
      piece_left <= '0;
      stream_failed <= 1'b0;
    end else if (go) begin
      {place, left} <= stream;
      there <= '0;
      buffer <= '0;
      stream_failed <= 1'b0;
    end else begin
      case (state)
        IDLE:
          if (left != '0 && there <= 9'(BUFFER_BYTES - PIECE_BYTES)) begin
            state <= ASK;
            piece_left <= left < LENGTH_BITS'(piece) ? left[7:0] : piece;
          end
        ASK: if (fetch_ready) state <= BEATS;
        default:
          if (comes) begin
            place <= place + ADDRESS_BITS'(moved);
            left <= left - LENGTH_BITS'(moved);
            piece_left <= piece_left - moved;
            if (piece_left == moved) state <= IDLE;
            if (read_beat.error) stream_failed <= 1'b1;
          end
      endcase
      if (drops) there <= '0;
      else if (comes || takes) begin
        there <= stays + (comes ? 9'(moved) : '0);
        buffer <= comes ? kept | (beat << {stays, 3'b0}) : kept;
      end
    end
endmodule
