// NaN among the elements that PDP writes, pad elements too. The part takes its count before the last word of a layer.
// Without FP16 there are none.
module nvdla_pdp_counts
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_convert_pkg::*;
(
  input  logic                 clk,
  input  logic                 reset_n,
  input  logic                 layer_done,
  input  logic                 fp16,
  input  logic                 take,  // a word goes to memory
  input  logic                 last,  // the layer's last
  input  logic [BEAT_BITS-1:0] word,
  output logic [31:0]          nan
);
  if (PRECISION_FP16 != 0) begin : g_halves
    wire count = take && !last && fp16;
    wire changing = count || layer_done;

    function automatic logic [31:0] nan_in(input logic [BEAT_BITS-1:0] codes);
      int i;
      nan_in = '0;
      for (i = 0; i < BEAT_BITS / 16; i++) nan_in = nan_in + 32'(is_nan_fp16(codes[16*i +: 15]));
    endfunction

    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) nan <= '0;
      else if (changing) nan <= layer_done ? '0 : nan + nan_in(word);
  end else begin : g_no_halves
    assign nan = '0;
  end
endmodule
