// Counts NaN and infinities of FP16 input, pad elements too. What was counted last stays, and is shown again by a layer
// that does not count. Without FP16 there are none.
module nvdla_sdp_rdma_specials
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_convert_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic                 layer_done,
  input  logic                 enable,
  input  logic                 take,     // an atom passes
  input  logic [ATOM_BITS-1:0] atom,
  output logic [31:0]          nan,
  output logic [31:0]          infinite
);
  if (PRECISION_FP16 != 0) begin : g_halves
    logic begun;  // atoms of this layer have passed
    wire  changing = (take && enable) || layer_done;

    function automatic logic [31:0] specials_in(input logic [ATOM_BITS-1:0] codes, input logic with_payload);
      int i;
      specials_in = '0;
      for (i = 0; i < ATOM_BYTES / 2; i++)
        if (codes[16*i+10 +: 5] == FP16_SPECIAL && (codes[16*i +: 10] != '0) == with_payload)
          specials_in = specials_in + 1'b1;
    endfunction

    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) begin
        begun <= 1'b0;
        nan <= '0;
        infinite <= '0;
      end else if (changing) begin
        begun <= !layer_done;
        if (take && enable) begin
          nan <= (begun ? nan : '0) + specials_in(atom, 1'b1);
          infinite <= (begun ? infinite : '0) + specials_in(atom, 1'b0);
        end
      end
  end else begin : g_no_halves
    assign {nan, infinite} = '0;
  end
endmodule
