// Counts NaN and infinities of FP16 on their way into the buffer, which has place for all of a layer's: no count overflows. Without
// FP16 there are none.
module nvdla_cdma_specials
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_convert_pkg::*;
#(
  parameter int PAD_COUNT_BITS = 1
) (
  input  logic                      clk,
  input  logic                      reset_n,
  input  logic                      enable,   // elements are FP16
  input  logic                      clear,
  input  logic                      take,     // the word goes into the buffer with this clock edge
  input  logic [BEAT_ATOMS-1:0]     atoms,    // those of the word that do
  input  logic [BEAT_BITS-1:0]      word,
  input  logic [PAD_COUNT_BITS-1:0] pads,     // elements of padding that do
  input  logic                      pad_nan,  // they are NaN
  input  logic                      pad_inf,
  output logic [31:0]               nans,
  output logic [31:0]               infs
);
  localparam int LANES = BEAT_BITS / 16;
  localparam int ATOM_LANES = ATOM_BITS / 16;
  localparam int LANE_COUNT_BITS = $clog2(LANES + 1);

  if (PRECISION_FP16 != 0) begin : g_halves
    // An exponent of ones carries into the sign's place when a one is added
    wire [BEAT_BITS-1:0] exponent_fields = {LANES{16'h7c00}};
    wire [BEAT_BITS-1:0] exponent_ones = {LANES{16'h0400}};
    wire [BEAT_BITS-1:0] sign_fields = {LANES{16'h8000}};

    logic                       found;
    wire                        come = take && found;
    wire                        come_pads = enable && pads != '0 && (pad_nan || pad_inf);
    wire                        active = clear || come || come_pads;

    always @* begin
      found = 1'b0;
      if (enable) found = (((word & exponent_fields) + exponent_ones) & sign_fields) != '0;
    end

    // NaN, or infinities.
    function automatic logic [LANE_COUNT_BITS-1:0] count_of(
      input logic [BEAT_BITS-1:0] from, input logic [BEAT_ATOMS-1:0] counted, input logic nan
    );
      int i;
      count_of = '0;
      for (i = 0; i < LANES; i++)
        if (counted[i/ATOM_LANES] && from[16*i+10 +: 5] == FP16_SPECIAL && is_nan_fp16(from[16*i +: 15]) == nan)
          count_of = count_of + 1'b1;
    endfunction

    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) {nans, infs} <= '0;
      else if (active) begin
        nans <= clear ? '0 : nans + (come ? 32'(count_of(word, atoms, 1'b1)) : '0) + (pad_nan ? 32'(pads) : '0);
        infs <= clear ? '0 : infs + (come ? 32'(count_of(word, atoms, 1'b0)) : '0) + (pad_inf ? 32'(pads) : '0);
      end
  end else begin : g_no_halves
    assign {nans, infs} = '0;
  end
endmodule
