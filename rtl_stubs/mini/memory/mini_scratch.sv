// The scratch memory: one byte is written in a cycle, by MOVE or by VECTOR, which never work at the same time. Reads take
// no time.
module mini_scratch
  import mini_config_pkg::*;
  import mini_link_pkg::*;
  import check_pkg::*;
(
  input  logic                  clk,
  input  scratch_write_t        move_scratch,
  input  scratch_write_t        vector_scratch,
  input  logic [PLACE_BITS-1:0] move_place,
  input  logic [PLACE_BITS-1:0] a_place,
  input  logic [PLACE_BITS-1:0] b_place,
  input  logic [PLACE_BITS-1:0] c_place,
  output logic [7:0]            move_byte,
  output logic [7:0]            a_byte,
  output logic [7:0]            b_byte,
  output logic [7:0]            c_byte
);
  localparam int INDEX_BITS = $clog2(SCRATCH_BYTES);

  logic [7:0]     bytes [0:SCRATCH_BYTES-1];
  scratch_write_t written;

  assign written = move_scratch.valid ? move_scratch : vector_scratch;

  assign move_byte = bytes[move_place[INDEX_BITS-1:0]];
  assign a_byte = bytes[a_place[INDEX_BITS-1:0]];
  assign b_byte = bytes[b_place[INDEX_BITS-1:0]];
  assign c_byte = bytes[c_place[INDEX_BITS-1:0]];

  // not always_ff: Icarus warns of what tells where an assertion failed
  always @(posedge clk)
    if (written.valid) begin
      assert (32'(written.place) < SCRATCH_BYTES) else assertion_failed("scratch-range", $sformatf("%m"), $time);
      assert (!(move_scratch.valid && vector_scratch.valid))
      else assertion_failed("scratch-two-writers", $sformatf("%m"), $time);
      bytes[written.place[INDEX_BITS-1:0]] <= written.value;
    end
endmodule
