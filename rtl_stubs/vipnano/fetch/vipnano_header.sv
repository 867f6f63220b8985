// The header of coefficients: where the stream of each core is, and how long.
module vipnano_header
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic                             clk,
  input  logic                             reset_n,
  // NN
  input  logic                             header_wanted,
  input  logic [ADDRESS_BITS-1:0]          header_address,
  input  logic [NN_CORES-1:0]              working,  // cores
  input  logic                             cached,   // the streams are to fit into on-chip memory
  output logic                             header_there,
  output logic                             header_broken,  // with `there`
  // the streams
  output logic [NN_CORES*ADDRESS_BITS-1:0] stream_addresses,
  output logic [NN_CORES*32-1:0]           stream_sizes,  // in bytes
  // what reads for it
  output logic                             header_asks,
  input  logic                             header_granted,
  input  logic                             header_beat_valid,
  input  logic [DATA_BITS-1:0]             read_data
);
  localparam int WORDS_BITS = 8 * HEADER_BYTES;
  localparam int TOTAL_BITS = 32 + $clog2(NN_CORES);
  localparam int LEFT_BITS = $clog2(HEADER_BYTES + 1);
  localparam int CORE_BITS = $clog2(NN_CORES);

  typedef enum logic [2:0] {IDLE, ASK, BEATS, SIZES, THERE} state_t;
  state_t state;

  logic [WORDS_BITS-1:0]   words;
  logic [LEFT_BITS-1:0]    left;    // bytes that have not come
  logic [CORE_BITS-1:0]    core;    // whose size is looked at
  logic [TOTAL_BITS-1:0]   total;   // bytes of the streams before
  logic                    broken;

  wire [DATA_BITS+WORDS_BITS-1:0] shifted = {read_data, words};
  wire [31:0]                     size = words[31:0];
  wire                            works = working[core];

  assign header_asks = state == ASK;
  assign header_there = state == THERE;
  assign header_broken = broken || (cached && total > TOTAL_BITS'(SRAM_BYTES - RESERVED_SRAM_BYTES));

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      words <= '0;
      left <= '0;
      core <= '0;
      total <= '0;
      broken <= 1'b0;
      stream_addresses <= '0;
      stream_sizes <= '0;
    end else
      case (state)
        IDLE:
          if (header_wanted) begin
            state <= ASK;
            left <= LEFT_BITS'(HEADER_BYTES);
            core <= '0;
            total <= '0;
            broken <= 1'b0;
          end
        ASK: if (header_granted) state <= BEATS;
        BEATS:
          if (header_beat_valid) begin
            words <= shifted[DATA_BITS +: WORDS_BITS];
            left <= left - LEFT_BITS'(DATA_BYTES);
            if (left == LEFT_BITS'(DATA_BYTES)) state <= SIZES;
          end
        SIZES: begin
          stream_addresses[32'(core)*ADDRESS_BITS +: ADDRESS_BITS]
            <= header_address + ADDRESS_BITS'(HEADER_BYTES) + ADDRESS_BITS'(total);
          stream_sizes[32'(core)*32 +: 32] <= size;
          if (works) begin
            total <= total + TOTAL_BITS'(size);
            if (size == '0 || 32'(size) % STREAM_ALIGN_BYTES != 0) broken <= 1'b1;
          end
          words <= words >> 32;
          core <= core + 1'b1;
          if (32'(core) == NN_CORES - 1) state <= THERE;
        end
        default: state <= IDLE;
      endcase
endmodule
