// Numbers of one format in another. No conversion gives an infinity: what is too large becomes the largest number.
package nvdla_convert_pkg;
  import nvdla_round_pkg::*;

  localparam logic [14:0] FP16_LARGEST = 15'h7bff;
  localparam logic [4:0]  FP16_SPECIAL = 5'h1f;  // exponent of NaN and infinity
  localparam logic [7:0]  FP32_SPECIAL = 8'hff;
  localparam int          FP16_BIAS = 15;
  localparam int          FP32_BIAS = 127;

  // Whatever its sign
  function automatic logic is_nan_fp16(input logic [14:0] code);
    is_nan_fp16 = code[14:10] == FP16_SPECIAL && code[9:0] != '0;
  endfunction

  function automatic logic is_nan_fp32(input logic [30:0] code);
    is_nan_fp32 = code[30:23] == FP32_SPECIAL && code[22:0] != '0;
  endfunction

  // FP16 of a normalised number 1.fraction * 2^(exponent - bias), nearest even; `fraction` has 23 bits.
  function automatic logic [15:0] fp16_of(
    input logic sign, input logic signed [9:0] exponent, input logic [22:0] fraction
  );
    logic [4:0]  below;   // places that a number below the smallest normal one moves down
    logic [36:0] placed;  // from bit 26 up as in the code, with the hidden bit; what is cut off below
    logic [14:0] kept;
    below = exponent > 0 ? 5'd0 : exponent < -12 ? 5'd13 : 5'(10'sd1 - exponent);
    placed = 37'({1'b1, fraction, 13'b0}) >> below;
    kept = {exponent > 0 ? exponent[4:0] - 5'd1 : 5'd0, 10'b0} + 15'(placed[36:26]);
    if (placed[25] && (placed[24:0] != '0 || placed[26])) kept = kept + 1'b1;
    if (exponent >= 31 || kept > FP16_LARGEST) kept = FP16_LARGEST;
    fp16_of = {sign, kept};
  endfunction

  // Of a 17-bit signed integer.
  function automatic logic [15:0] int17_to_fp16(input logic signed [16:0] value);
    int i, top;
    logic [16:0] magnitude;
    logic [22:0] fraction;
    magnitude = value < 0 ? -value : value;
    top = 0;
    for (i = 0; i < 17; i++) if (magnitude[i]) top = i;
    fraction = 23'(magnitude) << (23 - top);
    int17_to_fp16 = magnitude == '0 ? '0 : fp16_of(value < 0, 10'(FP16_BIAS + top), fraction);
  endfunction

  // A NaN keeps its sign and the low bits of its payload; FP32 numbers below the smallest normal one are 0.
  function automatic logic [15:0] fp32_to_fp16(input logic [31:0] code);
    if (is_nan_fp32(code[30:0])) fp32_to_fp16 = {code[31], FP16_SPECIAL, code[9:0]};
    else if (code[30:23] == '0) fp32_to_fp16 = {code[31], 15'b0};
    else fp32_to_fp16 = fp16_of(code[31], 10'(int'(code[30:23]) - FP32_BIAS + FP16_BIAS), code[22:0]);
  endfunction

  // Half away from zero; a NaN is the smallest number, an infinity's code the outermost one of its sign.
  function automatic logic [15:0] fp16_to_int16(input logic [15:0] code);
    logic signed [WIDE_BITS-1:0] value;
    // in units of 2^-24, the smallest number of all
    value = WIDE_BITS'({code[14:10] != '0, code[9:0]}) << (code[14:10] == '0 ? 5'd0 : code[14:10] - 5'd1);
    value = saturated(rounded_shift(code[15] ? -value : value, 6'd24), 6'd16);
    fp16_to_int16 = is_nan_fp16(code[14:0]) ? 16'h8000 : value[15:0];
  endfunction
endpackage
