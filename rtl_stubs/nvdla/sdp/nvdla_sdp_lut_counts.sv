// Counts what look-ups were, pad elements too. What was counted last stays, and is shown again by a layer that does not
// count.
module nvdla_sdp_lut_counts
  import nvdla_config_pkg::*;
  import nvdla_atom_pkg::*;
#(
  parameter int KINDS = 5
) (
  input  logic                             clk,
  input  logic                             reset_n,
  input  logic                             layer_done,
  input  logic                             enable,
  input  logic                             take,    // elements pass
  input  logic [KINDS-1:0][ATOM_BYTES-1:0] flags,   // by kind
  output logic [KINDS-1:0][31:0]           counts
);
  logic begun;  // elements of this layer have passed
  wire  changing = (take && enable) || layer_done;

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      begun <= 1'b0;
      counts <= '0;
    end else if (changing) begin
      begun <= !layer_done;
      if (take && enable)
        for (int kind = 0; kind < KINDS; kind++) counts[kind] <= (begun ? counts[kind] : '0) + ones_in(flags[kind]);
    end
endmodule
