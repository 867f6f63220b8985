// What SDP counts of the codes that leave its convertor, pad elements too: NaN of those for memory always, saturated ones
// only where that is switched on. What was counted last stays, and is shown again by a layer that does not count.
module nvdla_sdp_counts
  import nvdla_config_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_atom_pkg::*;
(
  input  logic                     clk,
  input  logic                     reset_n,
  input  logic                     layer_done,
  input  d_data_format_reg_t       format,
  input  logic                     to_memory,
  input  logic                     count_saturated,
  input  logic                     take,       // codes pass
  input  logic [16*ATOM_BYTES-1:0] codes,
  input  logic [ATOM_BYTES-1:0]    flags,
  output logic [31:0]              nan,
  output logic [31:0]              saturated
);
  logic begun;  // codes of this layer have passed
  wire  int8 = PRECISION_16_BITS == 0 || format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire  halves = PRECISION_FP16 != 0 && format.out_precision == D_DATA_FORMAT_OUT_PRECISION_FP16;
  wire  changing = take || layer_done;

  function automatic logic [31:0] nan_in(input logic [16*ATOM_BYTES-1:0] all_codes, input logic all);
    int i;
    nan_in = '0;
    for (i = 0; i < ATOM_BYTES; i++)
      if (all || i < ATOM_BYTES / 2) nan_in = nan_in + 32'(is_nan_fp16(all_codes[16*i +: 15]));
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      begun <= 1'b0;
      nan <= '0;
      saturated <= '0;
    end else if (changing) begin
      begun <= !layer_done;
      if (take) nan <= (begun ? nan : '0) + (halves && to_memory ? nan_in(codes, int8) : '0);
      if (take && count_saturated) saturated <= (begun ? saturated : '0) + ones_in(flags);
    end
endmodule
