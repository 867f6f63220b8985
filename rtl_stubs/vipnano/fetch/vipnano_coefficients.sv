// FETCH of coefficients: the header, and the streams of all cores. One of them reads at a time, pieces of 64 bytes.
module vipnano_coefficients
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  // NN
  input  logic                    header_wanted,
  input  logic [ADDRESS_BITS-1:0] header_address,
  input  logic [NN_CORES-1:0]     working,
  input  logic                    cached,
  output logic                    header_there,
  output logic                    header_broken,
  input  logic                    streams_wanted,
  input  logic                    restart,
  input  logic                    mark,
  input  logic                    rewind,
  input  logic [NN_CORES*6-1:0]   takes,
  output logic [NN_CORES*32-1:0]  bits,
  output logic [NN_CORES*6-1:0]   there,
  output logic [NN_CORES-1:0]     ends,
  output logic                    streams_idle,
  // MEMORY
  output memory_request_t         coefficient_read,
  input  logic                    coefficient_ready,
  input  logic                    coefficient_beat_valid,
  input  logic [DATA_BITS-1:0]    read_data,
  input  logic                    nn_ends
);
  localparam int PIECE_BYTES = STREAM_ALIGN_BYTES;
  localparam int PIECE_BEATS = PIECE_BYTES / DATA_BYTES;
  localparam int COUNT_BITS = $clog2(PIECE_BEATS + 1);

  typedef enum logic [1:0] {IDLE, ASK, BEATS} state_t;
  state_t state;

  logic [NN_CORES*ADDRESS_BITS-1:0] stream_addresses, places;
  logic [NN_CORES*32-1:0]           stream_sizes;
  logic [NN_CORES-1:0]              asks, idle, chosen, reader;  // one hot: whose piece is chosen, is read
  logic                             header_asks, reads_header;
  logic [ADDRESS_BITS-1:0]          chosen_place, address;
  logic [COUNT_BITS-1:0]            due;

  wire picks = state == IDLE;
  wire header_granted = picks && header_asks;
  wire header_beat_valid = coefficient_beat_valid && reads_header;

  assign coefficient_read = {state == ASK, address, LENGTH_BITS'(PIECE_BYTES)};
  assign streams_idle = &idle && picks;
  assign chosen = asks & (~asks + 1'b1);  // the lowest one

  always @* begin
    chosen_place = '0;
    for (int i = 0; i < NN_CORES; i++)
      if (chosen[i]) chosen_place = chosen_place | places[i*ADDRESS_BITS +: ADDRESS_BITS];
  end

  vipnano_header header (.*);

  for (genvar c = 0; c < NN_CORES; c++) begin : g_cores
    vipnano_stream stream (
      .address(stream_addresses[c*ADDRESS_BITS +: ADDRESS_BITS]), .size(stream_sizes[c*32 +: 32]),
      .works(streams_wanted && working[c]), .takes(takes[c*6 +: 6]), .bits(bits[c*32 +: 32]), .there(there[c*6 +: 6]),
      .ends(ends[c]), .stream_idle(idle[c]), .asks(asks[c]), .place(places[c*ADDRESS_BITS +: ADDRESS_BITS]),
      .granted(picks && !header_asks && chosen[c]), .beat_valid(coefficient_beat_valid && !reads_header && reader[c]), .*
    );
  end

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      reader <= '0;
      reads_header <= 1'b0;
      address <= '0;
      due <= '0;
    end else
      case (state)
        IDLE: begin
          reads_header <= header_asks;
          reader <= chosen;
          address <= header_asks ? header_address : chosen_place;
          due <= COUNT_BITS'(PIECE_BEATS);
          if (header_asks || asks != '0) state <= ASK;
        end
        ASK: if (coefficient_ready) state <= BEATS;
        default:
          if (coefficient_beat_valid) begin
            due <= due - 1'b1;
            if (due == COUNT_BITS'(1)) state <= IDLE;
          end
      endcase

  if (debug_pkg::TAPS) begin : g_taps
    given_t given;
    assign given = {address + ADDRESS_BITS'(PIECE_BYTES) - ADDRESS_BITS'(due) * ADDRESS_BITS'(DATA_BYTES), read_data};
    link_tap #(.NAME("coefficients_given"), .WIDTH(GIVEN_BITS)) given_tap (
      .valid(coefficient_beat_valid), .ready(1'b1), .payload(given), .group(1'b0), .layer_done(nn_ends), .*
    );
  end
endmodule
