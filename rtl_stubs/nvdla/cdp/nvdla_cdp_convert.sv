// Multiplies elements by what tables gave, and converts products to codes of the format; `flags` tells those that count as
// saturated, `nan` those that are none.
module nvdla_cdp_convert
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_round_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  logic                   int8,
  input  logic                   floating,
  input  logic                   bypass,   // what tables gave as it is
  input  logic [31:0]            offset,
  input  logic [15:0]            scale,
  input  logic [5:0]             shift,
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic                   in_last_column,
  input  logic [VALUES_BITS-1:0] in_values,
  input  logic [VALUES_BITS-1:0] in_factors,
  output logic                   valid,
  input  logic                   ready,
  output logic                   last_column,
  output logic [ATOM_BITS-1:0]   codes,
  output logic [LANES-1:0]       flags,
  output logic [LANES-1:0]       nan
);
  logic take;

  nvdla_stage stage (.in_last(in_last_column), .last(last_column), .*);

  // Flag and code
  function automatic logic [16:0] integer_code(
    input logic signed [VALUE_BITS-1:0] value,
    input logic signed [VALUE_BITS-1:0] factor,
    input logic                         without,
    input logic signed [31:0]           less,
    input logic signed [15:0]           times,
    input logic [5:0]                   right,
    input logic [5:0]                   bits
  );
    logic signed [WIDE_BITS-1:0] product, result;
    product = without ? WIDE_BITS'(factor) : WIDE_BITS'(value) * WIDE_BITS'(factor);
    product = (product - WIDE_BITS'(less)) * WIDE_BITS'(times);
    result = saturated(rounded_shift(product, right), bits);
    integer_code = {was_saturated(product, right, result), result[15:0]};
  endfunction

  function automatic logic [15:0] float_code(
    input logic [VALUE_BITS-1:0] value, input logic [VALUE_BITS-1:0] factor, input logic without
  );
    if (without) float_code = fp17_to_fp16(is_nan_fp17(value[15:0]) ? value : factor);
    else float_code = fp17_to_fp16(fp17_multiply(value, factor));
  endfunction

  function automatic logic [17:0] code_of(input logic [VALUE_BITS-1:0] value, input logic [VALUE_BITS-1:0] factor);
    logic [15:0] half;
    half = floating ? float_code(value, factor, bypass) : '0;
    if (floating) code_of = {is_nan_fp16(half[14:0]), half[14:0] == FP16_LARGEST, half};
    else if (int8)
      code_of = {1'b0, integer_code(
        value, factor, bypass, 32'($signed(offset[24:0])), scale, shift, 6'd8)};
    else
      code_of = {1'b0, integer_code(
        value, factor, bypass, offset, scale, shift, 6'd16)};
  endfunction

  function automatic logic [ATOM_BITS+2*LANES-1:0] codes_of(
    input logic [VALUES_BITS-1:0] all_values, input logic [VALUES_BITS-1:0] all_factors
  );
    int i;
    logic [ATOM_BITS-1:0] atom;
    logic [LANES-1:0] specials, saturations;
    logic [15:0] code;
    atom = '0;
    {specials, saturations} = '0;
    for (i = 0; i < LANES; i++)
      if (int8 || i < LANES / 2) begin
        {specials[i], saturations[i], code} =
          code_of(all_values[VALUE_BITS*i +: VALUE_BITS], all_factors[VALUE_BITS*i +: VALUE_BITS]);
        if (int8) atom[8*i +: 8] = code[7:0];
        else atom[16*(i%(LANES/2)) +: 16] = code;
      end
    codes_of = {specials, saturations, atom};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) {nan, flags, codes} <= '0;
    else if (take) {nan, flags, codes} <= codes_of(in_values, in_factors);
endmodule
