// C: the output convertor. Words of 32 bits become codes of the output format, side by side as memory has them; `flags` tells
// those that count as saturated. What a comparison gave passes as it is.
module nvdla_sdp_convert
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_round_pkg::*;
(
  input  logic                      clk,
  input  logic                      reset_n,
  input  d_data_format_reg_t        format,
  input  d_cvt_offset_reg_t         offset,
  input  d_cvt_scale_reg_t          scale,
  input  d_cvt_shift_reg_t          shift,
  input  logic                      narrow,   // codes of 8 bits
  input  logic                      compare,
  input  logic                      in_valid,
  output logic                      in_ready,
  input  logic                      in_last,
  input  logic [RESULTS_BITS-1:0]   in_data,
  output logic                      valid,
  input  logic                      ready,
  output logic                      last,
  output logic [16*ATOM_BYTES-1:0]  codes,
  output logic [ATOM_BYTES-1:0]     flags
);
  localparam logic [5:0] SHORT_BITS = 17;  // of a result before it becomes a code
  localparam logic signed [WIDE_BITS-1:0] SHORT_LEAST = -(WIDE_BITS'(1) <<< (SHORT_BITS - 1'b1));

  wire int8 = PRECISION_16_BITS == 0 || format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire floating = PRECISION_FP16 != 0 && format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  logic take;

  nvdla_stage stage (.*);

  // Flag and code. Without a margin every result that is clamped counts, and a negative one that only its rounding saves.
  function automatic logic [16:0] integer_result(
    input logic signed [31:0] word,
    input logic signed [31:0] less,
    input logic signed [15:0] times,
    input logic [5:0]         right,
    input logic [1:0]         out
  );
    logic signed [WIDE_BITS-1:0] product, rounded, short17;
    product = (WIDE_BITS'(word) - WIDE_BITS'(less)) * WIDE_BITS'(times);
    rounded = rounded_shift(product, right);
    short17 = saturated(rounded, SHORT_BITS);
    if (ERRATUM_SDP_SATURATION_MARGIN != 0) integer_result[16] = was_saturated(product, right, short17);
    else integer_result[16] = rounded > short17 || (product >>> right) < SHORT_LEAST;
    if (PRECISION_FP16 != 0 && out == D_DATA_FORMAT_OUT_PRECISION_FP16) begin
      integer_result[15:0] = int17_to_fp16(short17[16:0]);
      integer_result[16] = integer_result[14:0] == FP16_LARGEST;
    end else integer_result[15:0] = 16'(saturated(short17, narrow ? 6'd8 : 6'd16));
  endfunction

  function automatic logic [16:0] float_result(input logic [31:0] word, input logic [1:0] out);
    logic [15:0] half;
    half = fp32_to_fp16(word);
    if (out == D_DATA_FORMAT_OUT_PRECISION_INT16) float_result = {1'b0, fp16_to_int16(half)};
    else float_result = {half[14:0] == FP16_LARGEST, half};
  endfunction

  function automatic logic [16:0] result(input logic [31:0] word);
    if (compare) result = {1'b0, word[15:0]};
    else if (floating) result = float_result(word, format.out_precision);
    else
      result = integer_result(word, offset.cvt_offset, scale.cvt_scale, shift.cvt_shift, format.out_precision);
  endfunction

  // Of all elements: flags and codes
  function automatic logic [17*ATOM_BYTES-1:0] results(input logic [RESULTS_BITS-1:0] words);
    int i;
    logic [ATOM_BYTES-1:0] all_flags;
    logic [16*ATOM_BYTES-1:0] all_codes;
    logic [15:0] code;
    all_flags = '0;
    all_codes = '0;
    // verilator unroll_disable
    for (i = 0; i < ATOM_BYTES; i++)
      if (int8 || i < ATOM_BYTES / 2) begin
        {all_flags[i], code} = result(words[32*i +: 32]);
        if (narrow && !compare) all_codes[8*i +: 8] = code[7:0];
        else all_codes[16*i +: 16] = code;
      end
    results = {all_flags, all_codes};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {flags, codes} <= '0;
    else if (take) {flags, codes} <= results(in_data);
endmodule
