// The accumulator's integers: docs/nvdla/convolution.md, 'CACC in integers'.
package nvdla_integer_sum_pkg;
  localparam int INT8_BITS = 34;
  localparam int INT16_BITS = 48;
  localparam int FRACTION_BITS = 16;  // kept of what is cut off
  localparam int CLIPPED_BITS = 32;

  typedef struct packed {
    logic                   saturated;
    logic [CLIPPED_BITS-1:0] value;
  } clipped_t;

  // One step: a sum of so many bits, which saturates
  function automatic logic [INT16_BITS-1:0] integer_add(
    input logic [INT16_BITS-1:0] sum,
    input logic [INT16_BITS-1:0] term,
    input logic                  is_int8
  );
    logic [INT16_BITS:0] exact;
    logic sign;
    exact = {sum[INT16_BITS-1], sum} + {term[INT16_BITS-1], term};
    sign = exact[INT16_BITS];
    integer_add = exact[INT16_BITS-1:0];
    if (is_int8 && exact[INT16_BITS:INT8_BITS-1] != {INT16_BITS - INT8_BITS + 2{sign}})
      integer_add = {{INT16_BITS - INT8_BITS + 1{sign}}, {INT8_BITS-1{!sign}}};
    else if (sign != exact[INT16_BITS-1]) integer_add = {sign, {INT16_BITS-1{!sign}}};
  endfunction

  // What a sum becomes at the end: rounded half away from zero, then saturated. A negative one that is too low before it
  // is rounded counts as saturated, though it may round to the lowest value.
  function automatic clipped_t integer_clip(input logic [INT16_BITS-1:0] sum, input logic [4:0] truncate);
    logic [INT16_BITS+FRACTION_BITS-1:0] cut;
    logic [INT16_BITS-1:0] whole;
    logic sign, up;
    cut = {sum, {FRACTION_BITS{1'b0}}};
    cut = $signed(cut) >>> truncate;
    whole = cut[FRACTION_BITS +: INT16_BITS];
    sign = sum[INT16_BITS-1];
    up = cut[FRACTION_BITS-1] && (!sign || cut[FRACTION_BITS-2:0] != '0);
    integer_clip.value = whole[CLIPPED_BITS-1:0] + CLIPPED_BITS'(up);
    integer_clip.saturated = whole[INT16_BITS-1:CLIPPED_BITS-1] != {INT16_BITS - CLIPPED_BITS + 1{sign}}
      || !sign && up && whole[CLIPPED_BITS-2:0] == '1;
    if (integer_clip.saturated) integer_clip.value = {sign, {CLIPPED_BITS-1{!sign}}};
  endfunction
endpackage
