// The arithmetic of pooling, on all elements of an atom at once. What is gathered of a window has a lane for each element:
// 14 bits for INT8, 28 for 16 bits: an integer, an FP17 sum, or the FP16 code of a maximum or minimum.
package nvdla_pdp_pool_pkg;
  import nvdla_config_pkg::*;
  import nvdla_memory_pkg::*;
  import nvdla_convert_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_round_pkg::*;

  localparam int HALVES = ATOM_BYTES / 2;
  localparam int BYTE_LANE = 14;
  localparam int HALF_LANE = 2 * BYTE_LANE;
  localparam int SUMS_BITS = BYTE_LANE * ATOM_BYTES;
  localparam int PAD_BITS = 19;
  localparam int RECIPROCAL_BITS = 17;
  localparam int WINDOW_MOST = 8;  // lines and columns of a window

  // Bits of integers, INT8 and INT16: of a line's sum and of a window's, and of that times the reciprocal of the width
  localparam int BYTE_LINE_BITS = 11;
  localparam int HALF_SUM_BITS = 22;
  localparam int BYTE_SCALED_BITS = 11;
  localparam int HALF_SCALED_BITS = 19;

  typedef struct packed {
    logic average;
    logic minimum;
    logic int8;
    logic fp16;
  } pool_kind_t;

  function automatic logic [SUMS_BITS-1:0] widened(input pool_kind_t kind, input logic [ATOM_BITS-1:0] atom);
    int i;
    widened = '0;
    if (kind.int8)
      for (i = 0; i < ATOM_BYTES; i++) widened[BYTE_LANE*i +: BYTE_LANE] = BYTE_LANE'($signed(atom[8*i +: 8]));
    else if (kind.fp16 && kind.average)
      for (i = 0; i < HALVES; i++) widened[HALF_LANE*i +: HALF_LANE] = HALF_LANE'(fp16_to_fp17(atom[16*i +: 16]));
    else
      for (i = 0; i < HALVES; i++) widened[HALF_LANE*i +: HALF_LANE] = HALF_LANE'($signed(atom[16*i +: 16]));
  endfunction

  function automatic logic above_fp16(input logic [15:0] a, input logic [15:0] b);
    if (a[15] != b[15]) above_fp16 = b[15];
    else above_fp16 = a[15] ? a[14:0] < b[14:0] : a[14:0] > b[14:0];
  endfunction

  function automatic logic [HALF_LANE-1:0] pooled_half(
    input pool_kind_t kind, input logic [HALF_LANE-1:0] a, input logic [HALF_LANE-1:0] b
  );
    logic take_a;
    if (kind.fp16) take_a = above_fp16(a[15:0], b[15:0]) != kind.minimum;
    else take_a = ($signed(a) > $signed(b)) != kind.minimum;
    if (kind.fp16 && (is_nan_fp16(a[14:0]) || is_nan_fp16(b[14:0]))) take_a = is_nan_fp16(a[14:0]);
    if (kind.average) pooled_half = kind.fp16 ? HALF_LANE'(fp17_add(a[16:0], b[16:0])) : a + b;
    else pooled_half = take_a ? a : b;
  endfunction

  function automatic logic [BYTE_LANE-1:0] pooled_byte(
    input pool_kind_t kind, input logic [BYTE_LANE-1:0] a, input logic [BYTE_LANE-1:0] b
  );
    if (kind.average) pooled_byte = a + b;
    else pooled_byte = ($signed(a) > $signed(b)) != kind.minimum ? a : b;
  endfunction

  // The order of the operands matters for floating point: the first NaN wins.
  function automatic logic [SUMS_BITS-1:0] pooled(
    input pool_kind_t kind, input logic [SUMS_BITS-1:0] a, input logic [SUMS_BITS-1:0] b
  );
    int i;
    pooled = '0;
    if (kind.int8)
      for (i = 0; i < ATOM_BYTES; i++)
        pooled[BYTE_LANE*i +: BYTE_LANE] = pooled_byte(kind, a[BYTE_LANE*i +: BYTE_LANE], b[BYTE_LANE*i +: BYTE_LANE]);
    else
      for (i = 0; i < HALVES; i++)
        pooled[HALF_LANE*i +: HALF_LANE] = pooled_half(kind, a[HALF_LANE*i +: HALF_LANE], b[HALF_LANE*i +: HALF_LANE]);
  endfunction

  // A line's sums with those of its padded columns.
  function automatic logic [SUMS_BITS-1:0] padded(
    input pool_kind_t kind, input logic [SUMS_BITS-1:0] sums, input logic [PAD_BITS-1:0] pad
  );
    int i;
    logic [BYTE_LINE_BITS-1:0] byte_sum;
    logic [HALF_SUM_BITS-1:0] half_sum;
    padded = '0;
    if (kind.int8)
      for (i = 0; i < ATOM_BYTES; i++) begin
        byte_sum = sums[BYTE_LANE*i +: BYTE_LINE_BITS] + pad[BYTE_LINE_BITS-1:0];
        padded[BYTE_LANE*i +: BYTE_LANE] = BYTE_LANE'($signed(byte_sum));
      end
    else if (kind.fp16)
      for (i = 0; i < HALVES; i++)
        padded[HALF_LANE*i +: HALF_LANE] = HALF_LANE'(fp17_add(sums[HALF_LANE*i +: 17], pad[16:0]));
    else
      for (i = 0; i < HALVES; i++) begin
        half_sum = sums[HALF_LANE*i +: HALF_SUM_BITS] + HALF_SUM_BITS'($signed(pad));
        padded[HALF_LANE*i +: HALF_LANE] = HALF_LANE'($signed(half_sum));
      end
  endfunction

  // value * factor / 2^16, half away from zero. What has more than so many bits wraps; the part cuts it before it rounds,
  // and keeps a number that is not negative so.
  function automatic logic signed [WIDE_BITS-1:0] scaled(
    input logic signed [WIDE_BITS-1:0] value, input logic [RECIPROCAL_BITS-1:0] factor, input logic [5:0] bits
  );
    logic signed [WIDE_BITS-1:0] product, result;
    product = value * $signed(WIDE_BITS'(factor));
    if (product < 0) result = rounded_shift(product, 6'd16);
    else result = ((product >>> 16) & ((WIDE_BITS'(1) << (bits - 6'd1)) - 1)) + WIDE_BITS'(product[15]);
    result = result << (7'd64 - 7'(bits));
    scaled = result >>> (7'd64 - 7'(bits));
  endfunction

  function automatic logic signed [WIDE_BITS-1:0] integer_average(
    input logic signed [WIDE_BITS-1:0] sum, input logic int8, input logic [RECIPROCAL_BITS-1:0] by_width,
    input logic [RECIPROCAL_BITS-1:0] by_height
  );
    integer_average = scaled(sum, by_width, int8 ? 6'(BYTE_SCALED_BITS) : 6'(HALF_SCALED_BITS));
    integer_average = scaled(integer_average, by_height, int8 ? 6'd8 : 6'd16);
  endfunction

  // A window's columns, 1 to 8, as FP17
  function automatic fp17_t fp17_of_columns(input logic [3:0] columns);
    if (columns[3]) fp17_of_columns = {1'b0, 6'd34, 10'b0};
    else if (columns[2]) fp17_of_columns = {1'b0, 6'd33, columns[1:0], 8'b0};
    else if (columns[1]) fp17_of_columns = {1'b0, 6'd32, columns[0], 9'b0};
    else fp17_of_columns = FP17_ONE;
  endfunction
endpackage
