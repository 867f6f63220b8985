// Floating point between the MAC array and SDP, on unpacked fields and exact: docs/nvdla/convolution.md, 'CACC in FP16'.
// FP44 is what a cell gives, mantissa * 2^(exponent - 50); FP48 the accumulator, mantissa * 2^(exponent - 101). Mantissas
// are signed; FP44's is not normalised, FP48's is: its two highest bits differ, or it is 0 and so is its exponent.
package nvdla_fp_pkg;
  localparam int FP44_EXPONENT_BITS = 6;
  localparam int FP44_MANTISSA_BITS = 38;
  localparam int FP48_EXPONENT_BITS = 8;
  localparam int FP48_MANTISSA_BITS = 40;
  localparam int NAN_BITS = 11;      // sign and payload of a NaN, at the top of either mantissa
  localparam int PAYLOAD_BITS = 10;
  localparam int CUT_BITS = 3;       // below the mantissa while adding: two bits, and one for all that is lower
  localparam int ADDED_BITS = FP48_MANTISSA_BITS + 1 + CUT_BITS;
  localparam int FP32_KEPT_BITS = 24;
  localparam int TERM_BIAS = 49;     // FP48 exponent of a normalised term, less its FP44 exponent
  localparam int FP32_BIAS = 64;     // FP32 exponent less FP48 exponent

  typedef struct packed {
    logic [FP44_EXPONENT_BITS-1:0] exponent;
    logic [FP44_MANTISSA_BITS-1:0] mantissa;
  } fp44_t;

  typedef struct packed {
    logic [FP48_EXPONENT_BITS-1:0] exponent;
    logic [FP48_MANTISSA_BITS-1:0] mantissa;
  } fp48_t;

  function automatic fp48_t fp48_nan(input logic [NAN_BITS-1:0] sign_and_payload);
    fp48_nan.exponent = '1;
    fp48_nan.mantissa = {sign_and_payload, {FP48_MANTISSA_BITS - NAN_BITS{1'b0}}};
  endfunction

  // How far a number can be shifted left until its two highest bits differ; of 0 and -1 it is all bits but one.
  function automatic logic [5:0] sign_copies(input logic [ADDED_BITS-1:0] number);
    logic [ADDED_BITS-1:0] left;
    left = number ^ {ADDED_BITS{number[ADDED_BITS-1]}};  // the highest 1 is the first bit that is no copy of the sign
    sign_copies = '0;
    if (left[ADDED_BITS-1 -: 33] == '0) begin left = left << 32; sign_copies = 6'd32; end
    if (left[ADDED_BITS-1 -: 17] == '0) begin left = left << 16; sign_copies = sign_copies + 6'd16; end
    if (left[ADDED_BITS-1 -: 9] == '0) begin left = left << 8; sign_copies = sign_copies + 6'd8; end
    if (left[ADDED_BITS-1 -: 5] == '0) begin left = left << 4; sign_copies = sign_copies + 6'd4; end
    if (left[ADDED_BITS-1 -: 3] == '0) begin left = left << 2; sign_copies = sign_copies + 6'd2; end
    if (left[ADDED_BITS-1 -: 2] == '0) sign_copies = sign_copies + 6'd1;
  endfunction

  // A term that is neither 0 nor NaN, normalised.
  function automatic fp48_t fp48_of(input fp44_t term);
    logic [ADDED_BITS-1:0] number;
    logic [5:0] shift;
    number = {term.mantissa, {ADDED_BITS - FP44_MANTISSA_BITS{1'b0}}};
    shift = sign_copies(number);
    number = number << shift;
    fp48_of.mantissa = number[ADDED_BITS-1 -: FP48_MANTISSA_BITS];
    fp48_of.exponent = FP48_EXPONENT_BITS'(TERM_BIAS) + FP48_EXPONENT_BITS'(term.exponent) - FP48_EXPONENT_BITS'(shift);
  endfunction

  // The sum of two mantissas of which the second stands `distance` lower, exact but for the lowest bit, which is 1 if
  // anything is lower still.
  function automatic logic [ADDED_BITS-1:0] aligned_sum(
    input logic [FP48_MANTISSA_BITS-1:0] high,
    input logic [FP48_MANTISSA_BITS-1:0] low,
    input logic [FP48_EXPONENT_BITS-1:0] distance
  );
    logic [2*FP48_MANTISSA_BITS-1:0] moved;
    logic [ADDED_BITS-1:0] low_part;
    moved = {low, {FP48_MANTISSA_BITS{1'b0}}};
    moved = $signed(moved) >>> distance;
    if (distance > FP48_EXPONENT_BITS'(FP48_MANTISSA_BITS)) moved = '0;
    low_part = {
      moved[2*FP48_MANTISSA_BITS-1], moved[2*FP48_MANTISSA_BITS-1 -: FP48_MANTISSA_BITS + CUT_BITS - 1],
      moved[FP48_MANTISSA_BITS-CUT_BITS:0] != '0};
    aligned_sum = {high[FP48_MANTISSA_BITS-1], high, {CUT_BITS{1'b0}}} + low_part;
  endfunction

  // A sum at an exponent, normalised and rounded half away from zero.
  function automatic fp48_t rounded(input logic [ADDED_BITS-1:0] sum, input logic [FP48_EXPONENT_BITS-1:0] exponent);
    logic [ADDED_BITS-1:0] number;
    logic [5:0] shift;
    logic up;
    shift = sign_copies(sum);
    number = sum << shift;
    up = number[CUT_BITS] && (!number[ADDED_BITS-1] || number[CUT_BITS-1:0] != '0);
    rounded.mantissa = number[ADDED_BITS-1 -: FP48_MANTISSA_BITS] + FP48_MANTISSA_BITS'(up);
    rounded.exponent = exponent + 1'b1 - FP48_EXPONENT_BITS'(shift);
    if (sum == '0) rounded = '0;
    else if (up && rounded.mantissa == {1'b1, {FP48_MANTISSA_BITS-1{1'b0}}}) begin  // carried out of the positive ones
      rounded.mantissa = {2'b01, {FP48_MANTISSA_BITS-2{1'b0}}};
      rounded.exponent = rounded.exponent + 1'b1;
    end else if (up && rounded.mantissa == {2'b11, {FP48_MANTISSA_BITS-2{1'b0}}}) begin  // a negative power of two
      rounded.mantissa = {1'b1, {FP48_MANTISSA_BITS-1{1'b0}}};
      rounded.exponent = rounded.exponent - 1'b1;
    end
  endfunction

  // One step of the accumulator
  function automatic fp48_t fp48_add(input fp48_t sum, input fp44_t term);
    fp48_t added;
    logic [FP48_MANTISSA_BITS-1:0] sum_mantissa;
    logic [FP44_MANTISSA_BITS-1:0] term_mantissa;
    sum_mantissa = sum.mantissa;
    term_mantissa = term.mantissa;
    if (sum.exponent == '1) fp48_add = fp48_nan(sum_mantissa[FP48_MANTISSA_BITS-1 -: NAN_BITS]);
    else if (term.exponent == '1) fp48_add = fp48_nan(term_mantissa[FP44_MANTISSA_BITS-1 -: NAN_BITS]);
    else if (term_mantissa == '0) fp48_add = sum;
    else begin
      added = fp48_of(term);
      if (sum_mantissa == '0) fp48_add = added;
      else if (added.exponent > sum.exponent)
        fp48_add = rounded(aligned_sum(added.mantissa, sum_mantissa, added.exponent - sum.exponent), added.exponent);
      else
        fp48_add = rounded(aligned_sum(sum_mantissa, added.mantissa, sum.exponent - added.exponent), sum.exponent);
    end
  endfunction

  // The FP32 code of an accumulator, rounded half away from zero
  function automatic logic [31:0] fp32_of(input fp48_t sum);
    logic sign;
    logic [FP48_MANTISSA_BITS-1:0] mantissa, size;
    logic [FP32_KEPT_BITS:0] kept;
    logic [7:0] exponent;
    mantissa = sum.mantissa;
    sign = mantissa[FP48_MANTISSA_BITS-1];
    size = sign ? -mantissa : mantissa;
    exponent = sum.exponent + 8'(FP32_BIAS);
    kept = {1'b0, size[FP48_MANTISSA_BITS-2 -: FP32_KEPT_BITS]}
      + (FP32_KEPT_BITS+1)'(size[FP48_MANTISSA_BITS-2-FP32_KEPT_BITS]);
    if (sum.exponent == '1)
      fp32_of = {sign, 8'hff, 13'b0, mantissa[FP48_MANTISSA_BITS-2 -: PAYLOAD_BITS]};
    else if (mantissa == '0) fp32_of = '0;
    else if (kept[FP32_KEPT_BITS] || size[FP48_MANTISSA_BITS-1])  // rounded up to, or already, the next power of two
      fp32_of = {sign, exponent + 1'b1, 23'b0};
    else fp32_of = {sign, exponent, kept[22:0]};
  endfunction
endpackage
