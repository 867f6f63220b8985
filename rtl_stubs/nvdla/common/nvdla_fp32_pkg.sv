// FP32, in which SDP works on FP16 numbers: no denormals, no infinity.
package nvdla_fp32_pkg;
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;

  typedef logic [31:0] fp32_t;

  localparam logic [30:0] FP32_LARGEST = 31'h7f7fffff;
  localparam logic [7:0]  FP32_LAST_EXPONENT = FP32_SPECIAL - 8'd1;  // of a number
  localparam logic [7:0]  FP32_MORE_BIAS16 = 8'(FP32_BIAS - FP16_BIAS);  // than FP16 has
  localparam logic [7:0]  FP32_MORE_BIAS17 = FP32_MORE_BIAS16 - 8'(FP17_MORE_BIAS);
  localparam int          FP32_SUM_PLACES = 49;  // of an operand's 24 bits those that it may move down are kept

  // Exact. An infinity becomes the largest number; a NaN's payload goes to the lowest bits.
  function automatic fp32_t fp16_to_fp32(input logic [15:0] code);
    int i, top;
    if (code[14:10] == FP16_SPECIAL)
      fp16_to_fp32 = {code[15], code[9:0] == '0 ? FP32_LARGEST : {FP32_SPECIAL, 13'b0, code[9:0]}};
    else if (code[14:10] != '0) fp16_to_fp32 = {code[15], 8'(code[14:10]) + FP32_MORE_BIAS16, code[9:0], 13'b0};
    else if (code[9:0] == '0) fp16_to_fp32 = {code[15], 31'b0};
    else begin
      top = 0;
      for (i = 0; i < 10; i++) if (code[i]) top = i;
      fp16_to_fp32 = {code[15], FP32_MORE_BIAS16 - 8'(9 - top), 23'(code[9:0]) << (23 - top)};
    end
  endfunction

  // What is in units FP17; it has no denormals
  function automatic fp32_t fp17_to_fp32(input fp17_t code);
    if (is_nan_fp17(code[15:0])) fp17_to_fp32 = {code[16], FP32_SPECIAL, 13'b0, code[9:0]};
    else if (code[15:10] == '0) fp17_to_fp32 = {code[16], 31'b0};
    else fp17_to_fp32 = {code[16], 8'(code[15:10]) + FP32_MORE_BIAS17, code[9:0], 13'b0};
  endfunction

  // Nearest even; below the smallest number 0, but for what rounds up to it
  function automatic fp17_t fp32_to_fp17(input fp32_t code);
    logic up, carry;
    logic [5:0] exponent;
    logic [9:0] mantissa;
    up = code[12] && (code[11:0] != '0 || code[13]);
    {carry, mantissa} = 11'(code[22:13]) + 11'(up);
    exponent = 6'(code[30:23] - FP32_MORE_BIAS17) + 6'(carry);
    if (is_nan_fp32(code[30:0])) fp32_to_fp17 = {code[31], FP17_SPECIAL, code[9:0]};
    else if (code[30:23] < FP32_MORE_BIAS17) fp32_to_fp17 = {code[31], 16'b0};
    else if (code[30:23] == FP32_MORE_BIAS17) fp32_to_fp17 = {code[31], 5'b0, &code[22:13], 10'b0};
    else if (code[30:23] >= FP32_MORE_BIAS17 + 8'(FP17_SPECIAL) || exponent == FP17_SPECIAL)
      fp32_to_fp17 = {code[31], FP17_LARGEST};
    else fp32_to_fp17 = {code[31], exponent, mantissa};
  endfunction

  // Nearest even of what is left when the smaller operand is moved down
  function automatic fp32_t fp32_add(input fp32_t a, input fp32_t b);
    logic a_larger, too_large, carry;
    fp32_t larger;
    logic [30:0] smaller;
    logic [7:0] exponent, zeros;
    logic [FP32_SUM_PLACES:0] sum;
    logic [22:0] mantissa;
    a_larger = a[30:0] >= b[30:0];
    larger = a_larger ? a : b;
    smaller = a_larger ? b[30:0] : a[30:0];
    exponent = larger[30:23];
    sum = (FP32_SUM_PLACES+1)'({smaller != '0, smaller[22:0], 25'b0}) >> (larger[30:23] - smaller[30:23]);
    if (a[31] == b[31]) sum = (FP32_SUM_PLACES+1)'({larger[30:0] != '0, larger[22:0], 25'b0}) + sum;
    else sum = (FP32_SUM_PLACES+1)'({larger[30:0] != '0, larger[22:0], 25'b0}) - sum;
    too_large = sum[FP32_SUM_PLACES] && exponent >= FP32_LAST_EXPONENT;
    zeros = '0;
    if (sum[FP32_SUM_PLACES]) begin
      sum = sum >> 1;
      exponent = exponent + 1'b1;
    end else if (!sum[48] && sum != '0) begin
      if (sum[48:17] == '0) {sum, zeros} = {sum << 32, zeros + 8'd32};
      if (sum[48:33] == '0) {sum, zeros} = {sum << 16, zeros + 8'd16};
      if (sum[48:41] == '0) {sum, zeros} = {sum << 8, zeros + 8'd8};
      if (sum[48:45] == '0) {sum, zeros} = {sum << 4, zeros + 8'd4};
      if (sum[48:47] == '0) {sum, zeros} = {sum << 2, zeros + 8'd2};
      if (!sum[48]) {sum, zeros} = {sum << 1, zeros + 8'd1};
    end
    {carry, mantissa} = 24'(sum[47:25]) + 24'(sum[24] && (sum[23:0] != '0 || sum[25]));
    if (is_nan_fp32(a[30:0])) fp32_add = a;
    else if (is_nan_fp32(b[30:0])) fp32_add = b;
    else if (too_large || (carry && exponent - zeros == FP32_LAST_EXPONENT)) fp32_add = {larger[31], FP32_LARGEST};
    else if (sum == '0 || exponent <= zeros) fp32_add = {larger[31], 31'b0};
    else fp32_add = {larger[31], exponent - zeros + 8'(carry), mantissa};
  endfunction

  function automatic fp32_t fp32_subtract(input fp32_t a, input fp32_t b);
    fp32_subtract = fp32_add(a, {!b[31], b[30:0]});
  endfunction

  // Nearest even; what is below the smallest number is 0
  function automatic fp32_t fp32_multiply(input fp32_t a, input fp32_t b);
    logic sign, carry;
    logic [9:0] exponent;  // with FP32_BIAS twice
    logic [47:0] product;
    logic [22:0] mantissa;
    sign = a[31] ^ b[31];
    product = 48'({1'b1, a[22:0]}) * 48'({1'b1, b[22:0]});
    exponent = 10'(a[30:23]) + 10'(b[30:23]) + 10'(product[47]);
    if (!product[47]) product = product << 1;
    {carry, mantissa} = 24'(product[46:24]) + 24'(product[23] && (product[22:0] != '0 || product[24]));
    if (is_nan_fp32(a[30:0])) fp32_multiply = a;
    else if (is_nan_fp32(b[30:0])) fp32_multiply = b;
    else if (a[30:0] == '0 || b[30:0] == '0 || 10'(a[30:23]) + 10'(b[30:23]) < 10'(FP32_BIAS))
      fp32_multiply = {sign, 31'b0};
    else if (exponent + 10'(carry) >= 10'(FP32_BIAS) + 10'(FP32_SPECIAL)) fp32_multiply = {sign, FP32_LARGEST};
    else if (exponent + 10'(carry) == 10'(FP32_BIAS)) fp32_multiply = {sign, 31'b0};
    else fp32_multiply = {sign, 8'(exponent + 10'(carry) - 10'(FP32_BIAS)), mantissa};
  endfunction

  // Of two numbers; +0 is above -0
  function automatic logic fp32_above(input fp32_t a, input fp32_t b);
    if (a[31] != b[31]) fp32_above = b[31];
    else fp32_above = a[31] ? a[30:0] < b[30:0] : a[30:0] > b[30:0];
  endfunction

  function automatic fp32_t fp32_maximum(input fp32_t a, input fp32_t b);
    if (is_nan_fp32(a[30:0])) fp32_maximum = a;
    else fp32_maximum = is_nan_fp32(b[30:0]) || !fp32_above(a, b) ? b : a;
  endfunction

  function automatic fp32_t fp32_minimum(input fp32_t a, input fp32_t b);
    if (is_nan_fp32(a[30:0])) fp32_minimum = a;
    else fp32_minimum = is_nan_fp32(b[30:0]) || fp32_above(a, b) ? b : a;
  endfunction
endpackage
