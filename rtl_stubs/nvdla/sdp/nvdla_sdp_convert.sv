// C: the output convertor. Words of 32 bits become codes of the output format, in 16 bits each; `flags` tells those that
// count as saturated. What a comparison gave passes as it is.
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
  wire int8 = format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire floating = format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire take = in_valid && in_ready;
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;

  // Flag and code
  function automatic logic [16:0] integer_result(
    input logic signed [31:0] word,
    input logic signed [31:0] less,
    input logic signed [15:0] times,
    input logic [5:0]         right,
    input logic [1:0]         out
  );
    logic signed [WIDE_BITS-1:0] product, short17;
    product = (WIDE_BITS'(word) - WIDE_BITS'(less)) * WIDE_BITS'(times);
    short17 = saturated(rounded_shift(product, right), 6'd17);
    integer_result[16] = was_saturated(product, right, short17);
    if (out == D_DATA_FORMAT_OUT_PRECISION_FP16) begin
      integer_result[15:0] = int17_to_fp16(short17[16:0]);
      integer_result[16] = integer_result[14:0] == FP16_LARGEST;
    end else integer_result[15:0] = 16'(saturated(short17, out == D_DATA_FORMAT_OUT_PRECISION_INT8 ? 6'd8 : 6'd16));
  endfunction

  function automatic logic [16:0] float_result(input logic [31:0] word, input logic [1:0] out);
    logic [15:0] half;
    half = fp32_to_fp16(word);
    if (out == D_DATA_FORMAT_OUT_PRECISION_INT16) float_result = {1'b0, fp16_to_int16(half)};
    else float_result = {half[14:0] == FP16_LARGEST, half};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      last <= 1'b0;
      codes <= '0;
      flags <= '0;
    end else if (changing) begin
      valid <= take || (valid && !ready);
      if (take) last <= in_last;
      if (take) flags <= '0;
      if (take) begin
        // verilator unroll_disable
        for (int i = 0; i < ATOM_BYTES; i++)
          if (int8 || i < ATOM_BYTES / 2)
            if (compare) codes[16*i +: 16] <= in_data[32*i +: 16];
            else if (floating) {flags[i], codes[16*i +: 16]} <= float_result(in_data[32*i +: 32], format.out_precision);
            else
              {flags[i], codes[16*i +: 16]} <= integer_result(
                in_data[32*i +: 32], offset.cvt_offset, scale.cvt_scale, shift.cvt_shift, format.out_precision);
      end
    end
endmodule
