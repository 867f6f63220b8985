// NaN and infinities of FP16 on their way into the buffer: counted, and NaN made zero where the layer wants it.
module nvdla_cdma_specials
  import nvdla_memory_pkg::*;
(
  input  logic                  clk,
  input  logic                  reset_n,
  input  logic                  enable,  // elements are FP16
  input  logic                  flush,   // NaN become zero
  input  logic                  clear,
  input  logic                  take,    // the word goes into the buffer with this clock edge
  input  logic [BEAT_ATOMS-1:0] atoms,   // those of the word that do
  input  logic [BEAT_BITS-1:0]  word,
  output logic [BEAT_BITS-1:0]  kept,
  output logic [31:0]           nans,
  output logic [31:0]           infs
);
  localparam int LANES = BEAT_BITS / 16;
  localparam int ATOM_LANES = ATOM_BITS / 16;
  localparam int LANE_COUNT_BITS = $clog2(LANES + 1);

  // An exponent of ones carries into the sign's place when a one is added
  wire [BEAT_BITS-1:0] exponent_fields = {LANES{16'h7c00}};
  wire [BEAT_BITS-1:0] exponent_ones = {LANES{16'h0400}};
  wire [BEAT_BITS-1:0] sign_fields = {LANES{16'h8000}};

  logic [LANES-1:0]           nan, inf;
  logic [LANE_COUNT_BITS-1:0] new_nans, new_infs;
  logic                       found;
  wire                        active = clear || (take && found);

  always_comb begin
    found = 1'b0;
    if (enable) found = (((word & exponent_fields) + exponent_ones) & sign_fields) != '0;
  end

  always_comb begin
    kept = word;
    {nan, inf} = '0;
    {new_nans, new_infs} = '0;
    if (found)
      for (int i = 0; i < LANES; i++) begin
        nan[i] = word[16*i+10 +: 5] == '1 && word[16*i +: 10] != '0;
        inf[i] = word[16*i+10 +: 5] == '1 && word[16*i +: 10] == '0;
        if (flush && nan[i]) kept[16*i +: 16] = '0;
        new_nans = new_nans + LANE_COUNT_BITS'(nan[i] && atoms[i/ATOM_LANES]);
        new_infs = new_infs + LANE_COUNT_BITS'(inf[i] && atoms[i/ATOM_LANES]);
      end
  end

  function automatic logic [31:0] saturated(input logic [31:0] count, input logic [LANE_COUNT_BITS-1:0] more);
    logic [32:0] sum;
    sum = 33'(count) + 33'(more);
    saturated = sum[32] ? '1 : sum[31:0];
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {nans, infs} <= '0;
    else if (active) begin
      nans <= clear ? '0 : saturated(nans, new_nans);
      infs <= clear ? '0 : saturated(infs, new_infs);
    end
endmodule
