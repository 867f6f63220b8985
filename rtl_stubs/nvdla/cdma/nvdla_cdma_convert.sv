// The input convertor: (element - offset) * scale, shifted right and rounded, for each element of a word. It keeps the
// size of elements; FP16 passes it by.
module nvdla_cdma_convert
  import nvdla_memory_pkg::*;
  import nvdla_cdma_job_pkg::*;
(
  input  convert_t             settings,
  input  logic [BEAT_BITS-1:0] word,
  output logic [BEAT_BITS-1:0] converted
);
  localparam int VALUE_BITS = 17;  // of what leaves the shifter
  localparam int FP16_MANTISSA_BITS = 10;
  localparam int FP16_BIAS = 15;
  localparam logic [14:0] FP16_LARGEST = 15'h7bff;

  function automatic logic signed [VALUE_BITS-1:0] scaled(input logic signed [15:0] element, input convert_t by);
    logic signed [63:0] value, limit;
    logic [63:0] magnitude;
    value = (64'(element) - 64'($signed(by.offset))) * 64'($signed(by.scale));
    magnitude = value < 0 ? -value : value;
    if (by.truncate != '0) magnitude = (magnitude + (64'd1 << (by.truncate - 1'b1))) >> by.truncate;
    value = value < 0 ? -magnitude : magnitude;
    limit = 64'sd1 << (VALUE_BITS - 1);
    if (value >= limit) value = limit - 64'sd1;
    if (value < -limit) value = -limit;
    scaled = VALUE_BITS'(value);
  endfunction

  function automatic logic [15:0] clamped(input logic signed [VALUE_BITS-1:0] value, input int bits);
    int limit;
    limit = 1 << (bits - 1);
    clamped = 16'(value);
    if (32'(value) >= limit) clamped = 16'(limit - 1);
    if (32'(value) < -limit) clamped = 16'(-limit);
  endfunction

  // To the nearest, ties to even; what is too large becomes the largest finite number.
  function automatic logic [15:0] fp16_of(input logic signed [VALUE_BITS-1:0] value);
    logic [31:0] magnitude, mantissa, rest, half;
    int          top, i;
    magnitude = value < 0 ? 32'(-32'(value)) : 32'(value);
    top = 0;
    for (i = 0; i < VALUE_BITS; i++) if (magnitude[i]) top = i;
    if (top <= FP16_MANTISSA_BITS) mantissa = magnitude << (FP16_MANTISSA_BITS - top);
    else begin
      mantissa = magnitude >> (top - FP16_MANTISSA_BITS);
      rest = magnitude & ((32'd1 << (top - FP16_MANTISSA_BITS)) - 32'd1);
      half = 32'd1 << (top - FP16_MANTISSA_BITS - 1);
      if (rest > half || (rest == half && mantissa[0])) mantissa = mantissa + 32'd1;
    end
    // the hidden one of the mantissa adds one to the exponent, and so does a carry
    mantissa = mantissa + (32'(top + FP16_BIAS - 1) << FP16_MANTISSA_BITS);
    if (magnitude == '0) mantissa = '0;
    if (mantissa > 32'(FP16_LARGEST)) mantissa = 32'(FP16_LARGEST);
    fp16_of = {value < 0, mantissa[14:0]};
  endfunction

  function automatic logic [15:0] wide_of(input logic [15:0] element, input convert_t by);
    logic signed [VALUE_BITS-1:0] value;
    value = scaled(element, by);
    wide_of = by.to_fp16 ? fp16_of(value) : clamped(value, 16);
  endfunction

  function automatic logic [BEAT_BITS-1:0] all_of(input logic [BEAT_BITS-1:0] from, input convert_t by);
    int i;
    if (by.wide) for (i = 0; i < BEAT_BITS / 16; i++) all_of[16*i +: 16] = wide_of(from[16*i +: 16], by);
    else
      for (i = 0; i < BEAT_BITS / 8; i++)
        all_of[8*i +: 8] = 8'(clamped(scaled(16'($signed(from[8*i +: 8])), by), 8));
  endfunction

  // One assignment each: Icarus 11 runs for ever where one first gives the word, then another
  always_comb
    if (settings.enable) converted = all_of(word, settings);
    else converted = word;
endmodule
