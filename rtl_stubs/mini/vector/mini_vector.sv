// VECTOR: MULTIPLY_ADD, an element in a cycle.
module mini_vector
  import mini_config_pkg::*;
  import mini_link_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  // RING
  input  ring_command_t          command,
  input  logic                   vector_valid,
  output logic                   vector_ready,
  output logic                   vector_done,
  output logic [COUNT_BITS-1:0]  saturated,
  input  logic                   retire,
  // the scratch memory
  output scratch_write_t         vector_scratch,
  output logic [PLACE_BITS-1:0]  a_place,
  output logic [PLACE_BITS-1:0]  b_place,
  output logic [PLACE_BITS-1:0]  c_place,
  input  logic [7:0]             a_byte,
  input  logic [7:0]             b_byte,
  input  logic [7:0]             c_byte
);
  typedef enum logic [1:0] {IDLE, COMPUTING, DONE} state_t;
  state_t state;

  ring_command_t          running;
  logic [LENGTH_BITS-1:0] index;
  logic signed [31:0]     result;

  wire above = result > 127;
  wire below = result < -128;

  assign vector_ready = state == IDLE;
  assign vector_done = state == DONE;

  assign a_place = running.a + index;
  assign b_place = running.b + index;
  assign c_place = running.c + index;

  // Guarded, so that it costs a simulator nothing while other descriptors run
  always @* begin
    result = '0;
    if (state == COMPUTING) result = multiply_add(a_byte, b_byte, c_byte, running.scale, running.shift);
  end

  assign vector_scratch.valid = state == COMPUTING;
  assign vector_scratch.place = running.out + index;
  assign vector_scratch.value = above ? 8'd127 : below ? 8'h80 : result[7:0];

  // (a * b + c) * scale, divided by two to the power of `shift`, rounded to the nearest, halves away from zero
  function automatic logic signed [31:0] multiply_add(
    input logic signed [7:0] a, input logic signed [7:0] b, input logic signed [7:0] c,
    input logic signed [15:0] scale, input logic [4:0] shift
  );
    logic signed [31:0] exact;
    logic [31:0]        magnitude;
    exact = (32'(a) * 32'(b) + 32'(c)) * 32'(scale);  // below 2^30
    magnitude = exact < 0 ? -exact : exact;
    if (shift != '0) magnitude = (magnitude + (32'd1 << (shift - 1'b1))) >> shift;
    multiply_add = exact < 0 ? -magnitude : magnitude;
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      state <= IDLE;
      running <= '0;
      index <= '0;
      saturated <= '0;
    end else
      case (state)
        IDLE:
          if (vector_valid) begin
            state <= COMPUTING;
            running <= command;
            index <= '0;
            saturated <= '0;
          end
        COMPUTING: begin
          if (index == running.length - 1'b1) state <= DONE;
          index <= index + 1'b1;
          if (above || below) saturated <= saturated + 1'b1;
        end
        default: state <= IDLE;
      endcase

  if (debug_pkg::TAPS) begin : g_taps
    link_tap #(.NAME("vector_scratch"), .WIDTH(SCRATCH_BYTE_BITS)) scratch_tap (
      .valid(vector_scratch.valid), .ready(1'b1), .payload(vector_scratch[SCRATCH_BYTE_BITS-1:0]),
      .group(1'b0), .layer_done(retire), .*
    );
  end
endmodule
