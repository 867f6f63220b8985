// MOVE: LOAD and STORE, a byte in a cycle.
module mini_move
  import mini_config_pkg::*;
  import mini_link_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  // RING
  input  ring_command_t         command,
  input  logic                  move_valid,
  output logic                  move_ready,
  output logic                  move_done,
  output logic                  move_error,
  input  logic                  retire,
  // the scratch memory
  output scratch_write_t        move_scratch,
  output logic [PLACE_BITS-1:0] move_place,
  input  logic [7:0]            move_byte,
  // MEMORY
  output memory_request_t       load,
  input  logic                  load_ready,
  input  logic                  load_beat_valid,
  output logic                  load_beat_ready,
  input  read_beat_t            read_beat,
  output memory_request_t       store,
  input  logic                  store_ready,
  output write_beat_t           store_beat,
  input  logic                  store_beat_ready,
  input  logic                  store_done,
  input  logic                  write_error
);
  typedef enum logic [1:0] {IDLE, ASK, MOVING, ANSWERS} state_t;
  state_t state;

  // What is being moved: the next byte, and where it lies in its beat
  logic                    stores;
  logic [ADDRESS_BITS-1:0] address;  // of the first one
  logic [PLACE_BITS-1:0]   place;
  logic [LENGTH_BITS-1:0]  left;
  logic [OFFSET_BITS-1:0]  offset;
  logic                    read_error;
  logic [DATA_BITS-1:0]    data;     // of the beat that is being stored
  logic [DATA_BYTES-1:0]   strobe;
  logic                    packed_whole;

  wire beat_ends = 32'(offset) == DATA_BYTES - 1 || left == LENGTH_BITS'(1);
  wire loads_byte = state == MOVING && !stores && load_beat_valid;
  wire stores_byte = state == MOVING && stores && left != '0 && !packed_whole;

  assign move_ready = state == IDLE;
  assign move_done = state == ANSWERS && (!stores || store_done);
  assign move_error = stores ? write_error : read_error;

  assign load = {state == ASK && !stores, address, left};
  assign store = {state == ASK && stores, address, left};
  assign store_beat = {packed_whole, strobe, data};

  // A beat of memory stays on the port until its last byte is written.
  assign load_beat_ready = loads_byte && beat_ends;
  assign move_scratch = {loads_byte, place, 8'(read_beat.data >> {offset, 3'b000})};
  assign move_place = place;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      {stores, read_error, packed_whole} <= '0;
      address <= '0;
      place <= '0;
      left <= '0;
      offset <= '0;
      data <= '0;
      strobe <= '0;
    end else begin
      case (state)
        IDLE:
          if (move_valid) begin
            state <= ASK;
            stores <= command.opcode == STORE;
            read_error <= 1'b0;
            address <= command.address;
            place <= command.a;
            left <= command.length;
            offset <= command.address[OFFSET_BITS-1:0];
          end
        ASK: if (stores ? store_ready : load_ready) state <= MOVING;
        MOVING: if (left == '0) state <= ANSWERS;
        default: if (move_done) state <= IDLE;
      endcase
      if (loads_byte || stores_byte) begin
        place <= place + 1'b1;
        left <= left - 1'b1;
        offset <= offset + 1'b1;
      end
      if (load_beat_ready && read_beat.error) read_error <= 1'b1;
      if (stores_byte) begin
        data[{offset, 3'b000} +: 8] <= move_byte;
        strobe[offset] <= 1'b1;
        packed_whole <= beat_ends;
      end else if (store_beat_ready) begin
        packed_whole <= 1'b0;
        strobe <= '0;
      end
    end

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("move_scratch"), .WIDTH(SCRATCH_BYTE_BITS)) scratch_tap (
      .valid(move_scratch.valid), .ready(1'b1), .payload(move_scratch[SCRATCH_BYTE_BITS-1:0]),
      .group(1'b0), .layer_done(retire), .*
    );
  end
endmodule
