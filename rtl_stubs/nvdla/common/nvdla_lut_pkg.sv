// Look-up tables: where a number lies in a table, which of two tables gives the result, and what it is. A table has
// places from 0 to its last entry; from there on a number is above it. `nvdla_lut` has the entries.
package nvdla_lut_pkg;
  import nvdla_config_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_fp32_pkg::*;

  localparam int LUT_INDEX_BITS = 9;
  localparam int LUT_FRACTION_BITS = 35;
  localparam int LUT_DISTANCE_BITS = 40;  // of a number from a table's start
  localparam int LUT_PLACED_BITS = LUT_DISTANCE_BITS + LUT_FRACTION_BITS;
  localparam int LUT_SELECT_BITS = 8;
  localparam int LUT_SLOPE_SHIFT_BITS = 5;
  localparam int LUT_SLOPE_BITS = 48;  // of a product that may move up: a larger one saturates anyway

  typedef struct packed {
    logic                         under;
    logic                         over;
    logic [LUT_INDEX_BITS-1:0]    index;
    logic [LUT_FRACTION_BITS-1:0] fraction;  // of the way to the next entry
  } lut_place_t;

  // What a look-up finds
  typedef struct packed {
    logic                         le_under;  // the number is below LE, and so on
    logic                         le_over;
    logic                         lo_under;
    logic                         lo_over;
    logic                         under;     // it is below the table that gives the result
    logic                         over;
    logic [15:0]                  first;     // entry
    logic [15:0]                  second;    // that behind it, between entries
    logic [LUT_FRACTION_BITS-1:0] fraction;
    logic [WIDE_BITS-1:0]         distance;  // outside of the table from where its slope begins: an integer or FP32
    logic [15:0]                  scale;     // of the slope
    logic [4:0]                   shift;
  } lut_found_t;

  // Both tables in one memory, LO behind LE
  localparam logic [LUT_INDEX_BITS-1:0] LE_LAST = LUT_INDEX_BITS'(LUT_LE_ENTRIES - 1);
  localparam logic [LUT_INDEX_BITS-1:0] LO_LAST = LUT_INDEX_BITS'(LUT_LO_ENTRIES - 1);
  localparam int LUT_ENTRIES = LUT_LE_ENTRIES + LUT_LO_ENTRIES;
  localparam int LUT_ENTRY_BITS = $clog2(LUT_ENTRIES);

  function automatic logic [LUT_ENTRY_BITS-1:0] lut_entry(input logic in_lo, input logic [LUT_INDEX_BITS-1:0] index);
    lut_entry = LUT_ENTRY_BITS'(index) + (in_lo ? LUT_ENTRY_BITS'(LUT_LE_ENTRIES) : '0);
  endfunction

  localparam int LUT_PLACE_BITS = 2 + LUT_INDEX_BITS + LUT_FRACTION_BITS;
  localparam logic [LUT_PLACE_BITS-1:0] LUT_BELOW = {1'b1, {(LUT_PLACE_BITS - 1){1'b0}}};

  function automatic lut_place_t place_at(
    input logic [LUT_INDEX_BITS-1:0]    index,
    input logic [LUT_FRACTION_BITS-1:0] fraction,
    input logic [LUT_INDEX_BITS-1:0]    last
  );
    if (index >= last) place_at = {1'b0, 1'b1, last, {LUT_FRACTION_BITS{1'b0}}};
    else place_at = {1'b0, 1'b0, index, fraction};
  endfunction

  // Of an integer that is above the start: 2^select to an entry
  function automatic lut_place_t linear_place(
    input logic [LUT_DISTANCE_BITS-1:0] distance,
    input logic signed [LUT_SELECT_BITS-1:0] select,
    input logic [LUT_INDEX_BITS-1:0] last
  );
    logic [LUT_SELECT_BITS-1:0] up;
    logic [LUT_PLACED_BITS-1:0] placed;
    up = select < 0 ? -select : '0;
    if (select >= 0) placed = {distance, {LUT_FRACTION_BITS{1'b0}}} >> $unsigned(select);
    else if (distance >> LUT_INDEX_BITS != '0 || up >= LUT_SELECT_BITS'(LUT_INDEX_BITS)) placed = '1;
    else placed = {distance, {LUT_FRACTION_BITS{1'b0}}} << up;
    linear_place = place_at(
      placed >> (LUT_FRACTION_BITS + LUT_INDEX_BITS) != '0 ? '1 : placed[LUT_FRACTION_BITS +: LUT_INDEX_BITS],
      select > 0 ? placed[LUT_FRACTION_BITS-1:0] : '0, last);
  endfunction

  // The same where an entry is twice as far from the start as the one before; the first is at 2^offset
  function automatic lut_place_t exponential_place(
    input logic [LUT_DISTANCE_BITS-1:0] distance,
    input logic signed [LUT_SELECT_BITS-1:0] offset,
    input logic [LUT_INDEX_BITS-1:0] last
  );
    logic signed [LUT_INDEX_BITS:0] top, index;
    logic [LUT_DISTANCE_BITS-1:0] rest;
    logic [LUT_PLACED_BITS-1:0] placed;
    top = '0;
    rest = distance;
    if (rest >> 32 != '0) {top, rest} = {top + 10'd32, rest >> 32};
    if (rest >> 16 != '0) {top, rest} = {top + 10'd16, rest >> 16};
    if (rest >> 8 != '0) {top, rest} = {top + 10'd8, rest >> 8};
    if (rest >> 4 != '0) {top, rest} = {top + 10'd4, rest >> 4};
    if (rest >> 2 != '0) {top, rest} = {top + 10'd2, rest >> 2};
    if (rest >> 1 != '0) {top, rest} = {top + 10'd1, rest >> 1};
    placed = {distance, {LUT_FRACTION_BITS{1'b0}}} >> $unsigned(top);
    index = top - (LUT_INDEX_BITS+1)'(offset);
    exponential_place =
      index < 0 ? LUT_BELOW : place_at(index[LUT_INDEX_BITS-1:0], placed[LUT_FRACTION_BITS-1:0], last);
  endfunction

  // Of an FP32 number from its distance to the start
  function automatic lut_place_t linear_place_fp32(
    input fp32_t distance, input logic signed [LUT_SELECT_BITS-1:0] select, input logic [LUT_INDEX_BITS-1:0] last
  );
    logic signed [9:0] up;
    logic [LUT_INDEX_BITS+LUT_FRACTION_BITS-1:0] placed;
    up = $signed({2'b0, distance[30:23]}) - 10'sd127 - 10'(select);
    placed = {8'b0, 1'b1, distance[22:0], 12'b0};
    if (up < 0) placed = placed >> $unsigned(-up);
    else placed = up < 10'(LUT_INDEX_BITS) ? placed << $unsigned(up) : '1;
    if (distance[30:23] == '1) placed = '0;  // an infinity is at the first entry
    if (distance[31] || distance[30:0] == '0 || is_nan_fp32(distance[30:0])) linear_place_fp32 = LUT_BELOW;
    else linear_place_fp32 = place_at(placed[LUT_FRACTION_BITS +: LUT_INDEX_BITS], placed[LUT_FRACTION_BITS-1:0], last);
  endfunction

  function automatic lut_place_t exponential_place_fp32(
    input fp32_t distance, input logic signed [LUT_SELECT_BITS-1:0] offset, input logic [LUT_INDEX_BITS-1:0] last
  );
    logic signed [9:0] index;
    index = $signed({2'b0, distance[30:23]}) - 10'sd127 - 10'(offset);
    if (distance[31] || distance[30:0] == '0 || is_nan_fp32(distance[30:0]) || index < 0) exponential_place_fp32 = LUT_BELOW;
    else exponential_place_fp32 = place_at(index[LUT_INDEX_BITS-1:0], {distance[22:0], 12'b0}, last);
  endfunction

  // Whether LO gives the result; a priority is 1 where LO has it
  function automatic logic lo_chosen(
    input lut_place_t le,
    input lut_place_t lo,
    input logic       under_priority,
    input logic       over_priority,
    input logic       hybrid_priority
  );
    logic le_hit, lo_hit;
    le_hit = !le.under && !le.over;
    lo_hit = !lo.under && !lo.over;
    if (le.under && lo.under) lo_chosen = under_priority;
    else if (le.over && lo.over) lo_chosen = over_priority;
    else lo_chosen = le_hit == lo_hit ? hybrid_priority : lo_hit;
  endfunction

  // Between two entries of 16 bits
  function automatic logic [31:0] interpolated(
    input logic signed [15:0] first, input logic signed [15:0] second, input logic [LUT_FRACTION_BITS-1:0] fraction
  );
    logic signed [WIDE_BITS-1:0] rest, whole;
    rest = $signed(WIDE_BITS'(fraction));
    whole = WIDE_BITS'(1) << LUT_FRACTION_BITS;
    interpolated = 32'(rounded_shift(
      WIDE_BITS'(first) * (whole - rest) + WIDE_BITS'(second) * rest, 6'(LUT_FRACTION_BITS)));
  endfunction

  function automatic fp32_t interpolated_fp32(
    input logic [15:0] first, input logic [15:0] second, input logic [LUT_FRACTION_BITS-1:0] fraction
  );
    fp17_t near, far;
    far = fraction_to_fp17(fraction);
    near = fraction == '0 ? FP17_ONE : fraction_to_fp17(-fraction);
    interpolated_fp32 =
      fp17_to_fp32(fp17_add(fp17_multiply(near, fp16_to_fp17(first)), fp17_multiply(far, fp16_to_fp17(second))));
  endfunction

  // Beyond an entry along a slope: `distance` is that from where the slope begins, a negative shift goes up
  function automatic logic [31:0] extrapolated(
    input logic signed [WIDE_BITS-1:0] distance,
    input logic signed [15:0] entry,
    input logic signed [15:0] scale,
    input logic signed [LUT_SLOPE_SHIFT_BITS-1:0] shift,
    input logic [5:0] bits  // of the result
  );
    logic signed [WIDE_BITS-1:0] product;
    product = distance * WIDE_BITS'(scale);
    if (shift >= 0) product = rounded_shift(product, 6'(shift));
    else product = saturated(product, 6'(LUT_SLOPE_BITS)) <<< -6'(shift);
    extrapolated = 32'(saturated(WIDE_BITS'(entry) + saturated(product, 6'd32), bits));
  endfunction

  function automatic fp32_t extrapolated_fp32(input fp32_t distance, input logic [15:0] entry, input logic [15:0] scale);
    extrapolated_fp32 =
      fp17_to_fp32(fp17_add(fp16_to_fp17(entry), fp17_multiply(fp32_to_fp17(distance), fp16_to_fp17(scale))));
  endfunction
endpackage
