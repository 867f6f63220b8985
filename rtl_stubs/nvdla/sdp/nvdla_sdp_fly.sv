// What becomes of codes that do not go to memory: a comparing layer only keeps whether one was not 0, any other gives them
// to PDP as atoms. Codes of INT8 processing that become 16 bits wide are two atoms. As in the real part a layer is done when
// its last codes stand before PDP, which need not have begun: those of an atom of 16 bits, and of one of 8 bits where the
// configuration has room for all of it. Otherwise PDP must take half of an atom of 8 bits before, here all of it.
module nvdla_sdp_fly
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_link_pkg::*;
(
  input  logic                     clk,
  input  logic                     reset_n,
  input  logic                     active,
  input  logic                     compare,
  input  logic                     narrow,   // codes of 8 bits
  input  logic                     twin,     // two atoms
  input  logic                     in_valid,
  output logic                     in_ready,
  input  logic                     in_last,
  input  logic [16*ATOM_BYTES-1:0] codes,
  output logic                     sdp_pdp_valid,
  input  logic                     sdp_pdp_ready,
  output sdp_pdp_t                 sdp_pdp,
  output logic                     unequal,
  output logic                     finished  // a pulse: the layer's last codes have passed
);
  logic second;   // the next atom is the second of two
  logic awaited;  // the layer ends when the atom is taken
  wire  last = in_last && second == twin;
  wire  room = !sdp_pdp_valid || sdp_pdp_ready;
  wire  take = active && in_valid && (compare || room);  // an atom, or codes to compare
  wire  give = sdp_pdp_valid && sdp_pdp_ready;
  wire  held = narrow && FEATURE_SDP_PDP_ATOM == 0;
  wire  changing = take || give || finished;

  assign in_ready = active && (compare || (room && second == twin));

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      second <= 1'b0;
      sdp_pdp_valid <= 1'b0;
      sdp_pdp <= '0;
      awaited <= 1'b0;
      unequal <= 1'b0;
      finished <= 1'b0;
    end else if (changing) begin
      finished <= (take && (compare ? in_last : last && !held)) || (give && awaited);
      if (finished) unequal <= 1'b0;
      else if (take && compare) unequal <= unequal || codes != '0;
      sdp_pdp_valid <= (take && !compare) || (sdp_pdp_valid && !sdp_pdp_ready);
      if (take && !compare) begin
        second <= twin && !second;
        sdp_pdp.layer_end <= last;
        awaited <= last && held;
        sdp_pdp.atom <= second ? codes[2*ATOM_BITS-1:ATOM_BITS] : codes[ATOM_BITS-1:0];
      end
    end
endmodule
