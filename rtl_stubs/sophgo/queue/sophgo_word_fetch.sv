// Brings the words of a stream from memory: the first 16 bytes of a word, and when its queue knows how long it is, the
// rest.
module sophgo_word_fetch
  import sophgo_config_pkg::*;
  import sophgo_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // the queue
  input  logic                    begins,  // a word
  input  logic                    asks,    // for bytes behind those that are there
  input  logic [7:0]              bytes,
  input  logic [ADDRESS_BITS-1:0] address,
  output logic                    brought,
  output logic                    fetch_failed,  // memory said so, since the queue began a word
  output logic [WORD_BITS-1:0]    word,
  // MEMORY
  output memory_request_t         fetch,
  input  logic                    fetch_ready,
  input  logic                    fetch_beat_valid,
  output logic                    fetch_beat_ready,
  input  read_beat_t              read_beat
);
  typedef enum logic [1:0] {IDLE, ASK, BEATS, DONE} state_t;
  state_t state;

  logic [ADDRESS_BITS-1:0] place;   // of the next byte
  logic [7:0]              left;    // bytes to come
  logic [7:0]              there;   // bytes that have come
  logic [7:0]              moved;   // by this beat

  wire [OFFSET_BITS-1:0] offset = place[OFFSET_BITS-1:0];
  wire [7:0]             room = 8'(DATA_BYTES - 32'(offset));
  wire [WORD_BITS-1:0]   shifted = WORD_BITS'(read_beat.data >> {offset, 3'b0});
  wire [WORD_BITS-1:0]   kept = ~({WORD_BITS{1'b1}} << {there, 3'b0});

  assign moved = left < room ? left : room;
  assign brought = state == DONE;
  assign fetch = {state == ASK, place, LENGTH_BITS'(left)};
  assign fetch_beat_ready = state == BEATS;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      place <= '0;
      {left, there} <= '0;
      fetch_failed <= 1'b0;
      word <= '0;
    end else
      case (state)
        ASK: if (fetch_ready) state <= BEATS;
        BEATS:
          if (fetch_beat_valid) begin
            word <= (word & kept) | (shifted << {there, 3'b0});
            place <= place + ADDRESS_BITS'(moved);
            left <= left - moved;
            there <= there + moved;
            if (left == moved) state <= DONE;
            if (read_beat.error) fetch_failed <= 1'b1;
          end
        default:
          if (asks) begin
            state <= ASK;
            place <= address;
            left <= bytes;
            if (begins) begin
              there <= '0;
              fetch_failed <= 1'b0;
            end
          end else state <= IDLE;
      endcase
endmodule
