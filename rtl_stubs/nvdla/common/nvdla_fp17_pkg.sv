// FP17, in which units work on FP16 numbers: 6 bits of exponent, 10 of mantissa, no denormals, no infinity.
package nvdla_fp17_pkg;
  import nvdla_convert_pkg::*;

  typedef logic [16:0] fp17_t;

  localparam logic [5:0]  FP17_SPECIAL = 6'h3f;       // exponent of NaN
  localparam logic [15:0] FP17_LARGEST = 16'hfbff;
  localparam logic [7:0]  FP17_BIAS = 8'd31;
  localparam logic [16:0] FP17_ONE = 17'h07c00;
  localparam logic [5:0]  FP17_MORE_BIAS = 6'd16;     // than FP16 has
  localparam int          SUM_PLACES = 23;            // of an operand's 11 bits those that it may move down are kept

  function automatic logic is_nan_fp17(input logic [15:0] code);
    is_nan_fp17 = code[15:10] == FP17_SPECIAL && code[9:0] != '0;
  endfunction

  // Exact; an infinity becomes the largest number
  function automatic fp17_t fp16_to_fp17(input logic [15:0] code);
    int i;
    logic [5:0] exponent;
    logic [10:0] mantissa;
    exponent = 6'(code[14:10]) + FP17_MORE_BIAS;
    mantissa = {code[14:10] != '0, code[9:0]};
    if (code[14:10] == FP16_SPECIAL) fp16_to_fp17 = {code[15], code[9:0] == '0 ? FP17_LARGEST : {FP17_SPECIAL, code[9:0]}};
    else if (code[14:0] == '0) fp16_to_fp17 = {code[15], 16'b0};
    else begin
      if (code[14:10] == '0) begin
        exponent = FP17_MORE_BIAS + 6'd1;
        for (i = 0; i < 10; i++)
          if (!mantissa[10]) begin
            mantissa = mantissa << 1;
            exponent = exponent - 1'b1;
          end
      end
      fp16_to_fp17 = {code[15], exponent, mantissa[9:0]};
    end
  endfunction

  // Nearest even, denormal results too
  function automatic logic [15:0] fp17_to_fp16(input fp17_t code);
    logic [5:0]  below;
    logic [23:0] placed;  // the mantissa with its hidden bit in 10:0, and what is moved out of it
    logic [14:0] kept;
    below = FP17_MORE_BIAS + 6'd1 - code[15:10];
    placed = {1'b1, code[9:0], 13'b0} >> below;
    kept = 15'(placed[23:13]) + 15'(placed[12] && (placed[11:0] != '0 || placed[13]));
    if (is_nan_fp17(code[15:0])) kept = {FP16_SPECIAL, code[9:0]};
    else if (code[15:10] >= FP17_MORE_BIAS + 6'(FP16_SPECIAL)) kept = FP16_LARGEST;
    else if (code[15:10] > FP17_MORE_BIAS) kept = {5'(code[15:10] - FP17_MORE_BIAS), code[9:0]};
    else if (code[15:10] < FP17_MORE_BIAS - 6'd10) kept = '0;
    fp17_to_fp16 = {code[16], kept};
  endfunction

  // Nearest even of what is left when the smaller operand is moved down
  function automatic fp17_t fp17_add(input fp17_t a, input fp17_t b);
    logic a_larger, carry;
    fp17_t larger;
    logic [15:0] smaller;
    logic [6:0] exponent, zeros;
    logic [SUM_PLACES:0] sum;
    logic [9:0] mantissa;
    a_larger = a[15:0] >= b[15:0];
    larger = a_larger ? a : b;
    smaller = a_larger ? b[15:0] : a[15:0];
    exponent = 7'(larger[15:10]);
    sum = (SUM_PLACES+1)'({smaller != '0, smaller[9:0], 12'b0}) >> larger[15:10] - smaller[15:10];
    if (a[16] == b[16]) sum = (SUM_PLACES+1)'({larger[15:0] != '0, larger[9:0], 12'b0}) + sum;
    else sum = (SUM_PLACES+1)'({larger[15:0] != '0, larger[9:0], 12'b0}) - sum;
    zeros = '0;
    if (sum[SUM_PLACES]) begin
      sum = sum >> 1;
      exponent = exponent + 1'b1;
    end else if (!sum[22] && sum != '0) begin
      if (sum[22:7] == '0) {sum, zeros} = {sum << 16, zeros + 7'd16};
      if (sum[22:15] == '0) {sum, zeros} = {sum << 8, zeros + 7'd8};
      if (sum[22:19] == '0) {sum, zeros} = {sum << 4, zeros + 7'd4};
      if (sum[22:21] == '0) {sum, zeros} = {sum << 2, zeros + 7'd2};
      if (!sum[22]) {sum, zeros} = {sum << 1, zeros + 7'd1};
    end
    {carry, mantissa} = 11'(sum[21:12]) + 11'(sum[11] && (sum[10:0] != '0 || sum[12]));
    if (is_nan_fp17(a[15:0])) fp17_add = a;
    else if (is_nan_fp17(b[15:0])) fp17_add = b;
    else if (sum == '0 || exponent <= zeros) fp17_add = {larger[16], 16'b0};
    else if (exponent - zeros + 7'(carry) >= 7'(FP17_SPECIAL)) fp17_add = {larger[16], FP17_LARGEST};
    else fp17_add = {larger[16], 6'(exponent - zeros + 7'(carry)), mantissa};
  endfunction

  function automatic fp17_t fp17_subtract(input fp17_t a, input fp17_t b);
    fp17_subtract = fp17_add(a, {!b[16], b[15:0]});
  endfunction

  // Nearest even; what is below the smallest number is 0
  function automatic fp17_t fp17_multiply(input fp17_t a, input fp17_t b);
    logic sign, carry;
    logic [7:0] exponent;  // with the bias twice
    logic [21:0] product;
    logic [9:0] mantissa;
    sign = a[16] ^ b[16];
    product = 22'({1'b1, a[9:0]}) * 22'({1'b1, b[9:0]});
    exponent = 8'(a[15:10]) + 8'(b[15:10]) + 8'(product[21]);
    if (!product[21]) product = product << 1;
    {carry, mantissa} = 11'(product[20:11]) + 11'(product[10] && (product[9:0] != '0 || product[11]));
    if (is_nan_fp17(a[15:0])) fp17_multiply = a;
    else if (is_nan_fp17(b[15:0])) fp17_multiply = b;
    else if (a[15:0] == '0 || b[15:0] == '0 || 8'(a[15:10]) + 8'(b[15:10]) < FP17_BIAS) fp17_multiply = {sign, 16'b0};
    else if (exponent + 8'(carry) >= FP17_BIAS + 8'(FP17_SPECIAL)) fp17_multiply = {sign, FP17_LARGEST};
    else if (exponent + 8'(carry) == FP17_BIAS) fp17_multiply = {sign, 16'b0};
    else fp17_multiply = {sign, 6'(exponent + 8'(carry) - FP17_BIAS), mantissa};
  endfunction

  // Of a fraction of 35 bits below the point, nearest even
  function automatic fp17_t fraction_to_fp17(input logic [34:0] fraction);
    logic carry;
    logic [34:0] placed;
    logic [5:0] zeros;
    logic [9:0] mantissa;
    placed = fraction;
    zeros = '0;
    if (placed[34:3] == '0) {placed, zeros} = {placed << 32, zeros + 6'd32};
    if (placed[34:19] == '0) {placed, zeros} = {placed << 16, zeros + 6'd16};
    if (placed[34:27] == '0) {placed, zeros} = {placed << 8, zeros + 6'd8};
    if (placed[34:31] == '0) {placed, zeros} = {placed << 4, zeros + 6'd4};
    if (placed[34:33] == '0) {placed, zeros} = {placed << 2, zeros + 6'd2};
    if (!placed[34]) {placed, zeros} = {placed << 1, zeros + 6'd1};
    {carry, mantissa} = 11'(placed[33:24]) + 11'(placed[23] && (placed[22:0] != '0 || placed[24]));
    if (fraction == '0 || zeros >= 6'(FP17_BIAS) - 6'd1) fraction_to_fp17 = '0;
    else fraction_to_fp17 = {1'b0, 6'(FP17_BIAS) - 6'd1 - zeros + 6'(carry), mantissa};
  endfunction
endpackage
