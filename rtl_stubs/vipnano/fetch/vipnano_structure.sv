// Reads the structure of a job, and keeps it until the next one's is read.
module vipnano_structure
  import vipnano_config_pkg::*;
  import vipnano_link_pkg::*;
(
  input  logic                      clk,
  input  logic                      reset_n,
  // FRONT
  input  logic                      structure_wanted,
  input  logic [ADDRESS_BITS-1:0]   structure_address,
  output logic                      structure_there,
  output logic [STRUCTURE_BITS-1:0] structure,
  // MEMORY
  output memory_request_t           structure_read,
  input  logic                      structure_ready,
  input  logic                      structure_beat_valid,
  input  logic [DATA_BITS-1:0]      read_data
);
  localparam int LEFT_BITS = $clog2(STRUCTURE_BYTES + 1);

  typedef enum logic [1:0] {IDLE, ASK, BEATS, THERE} state_t;
  state_t state;

  logic [ADDRESS_BITS-1:0] address;
  logic [LEFT_BITS-1:0]    left;  // bytes that have not come

  wire [DATA_BITS+STRUCTURE_BITS-1:0] shifted = {read_data, structure};

  assign structure_there = state == THERE;
  assign structure_read = {state == ASK, address, LENGTH_BITS'(STRUCTURE_BYTES)};

  // The address is a multiple of 32, so that all beats are whole.
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      address <= '0;
      left <= '0;
      structure <= '0;
    end else
      case (state)
        IDLE:
          if (structure_wanted) begin
            state <= ASK;
            address <= structure_address;
            left <= LEFT_BITS'(STRUCTURE_BYTES);
          end
        ASK: if (structure_ready) state <= BEATS;
        BEATS:
          if (structure_beat_valid) begin
            structure <= shifted[DATA_BITS +: STRUCTURE_BITS];
            left <= left - LEFT_BITS'(DATA_BYTES);
            if (left == LEFT_BITS'(DATA_BYTES)) state <= THERE;
          end
        default: state <= IDLE;
      endcase

  if (debug_pkg::TAPS) begin : g_taps
    given_t given;
    assign given = {address + ADDRESS_BITS'(STRUCTURE_BYTES) - ADDRESS_BITS'(left), read_data};
    link_tap #(.NAME("structure_given"), .WIDTH(GIVEN_BITS)) given_tap (
      .valid(structure_beat_valid), .ready(1'b1), .payload(given), .group(1'b0), .layer_done(1'b0), .*
    );
  end
endmodule
