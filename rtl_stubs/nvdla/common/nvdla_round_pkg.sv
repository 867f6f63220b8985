// Integers made smaller, as all units do it: a right shift that rounds half away from zero, and saturation.
package nvdla_round_pkg;
  localparam int WIDE_BITS = 64;  // of any integer here; only results of a multiplication come near

  // value / 2^shift, rounded to the nearest integer, half away from zero. The value has at most 62 bits.
  function automatic logic signed [WIDE_BITS-1:0] rounded_shift(
    input logic signed [WIDE_BITS-1:0] value, input logic [5:0] shift
  );
    logic [WIDE_BITS-1:0] magnitude, half;
    magnitude = value < 0 ? -value : value;
    half = (WIDE_BITS'(1) << shift) >> 1;
    magnitude = (magnitude + half) >> shift;
    rounded_shift = value < 0 ? -magnitude : magnitude;
  endfunction

  // The nearest number of so many bits, signed.
  function automatic logic signed [WIDE_BITS-1:0] saturated(
    input logic signed [WIDE_BITS-1:0] value, input logic [5:0] bits
  );
    logic signed [WIDE_BITS-1:0] limit;
    limit = WIDE_BITS'(1) << (bits - 1'b1);
    if (value >= limit) saturated = limit - 1;
    else if (value < -limit) saturated = -limit;
    else saturated = value;
  endfunction

  // What the part counts as saturated: the result is further than 1 from the value shifted without rounding.
  function automatic logic was_saturated(
    input logic signed [WIDE_BITS-1:0] value, input logic [5:0] shift, input logic signed [WIDE_BITS-1:0] result
  );
    logic signed [WIDE_BITS-1:0] difference;
    difference = (value >>> shift) - result;
    was_saturated = difference > 1 || difference < -1;
  endfunction
endpackage
