// CDP's look-up tables, on every element of an atom: what its sum gives; and what is counted of that. Tables and their
// registers belong to both groups.
module nvdla_cdp_lut
  import nvdla_config_pkg::*;
  import nvdla_cdp_pkg::*;
  import nvdla_cdp_path_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_fp17_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_lut_pkg::*;
(
  input  logic                   clk,
  input  logic                   reset_n,
  input  settings_t              settings,
  input  wire  [15:0]            le [0:LUT_LE_ENTRIES-1],
  input  wire  [15:0]            lo [0:LUT_LO_ENTRIES-1],
  input  logic                   int8,
  input  logic                   floating,
  input  logic                   in_valid,
  output logic                   in_ready,
  input  logic                   in_last_column,
  input  logic [VALUES_BITS-1:0] in_values,
  input  logic [WINDOW_SUMS_BITS-1:0]   in_sums,
  output logic                   valid,
  input  logic                   ready,
  output logic                   last_column,
  output logic [VALUES_BITS-1:0] values,   // as they came
  output logic [VALUES_BITS-1:0] factors,  // what tables gave for them
  // by element of what is given, what its look-up was
  output logic [LANES-1:0]       under,    // below both tables
  output logic [LANES-1:0]       over,
  output logic [LANES-1:0]       hybrid,   // in both, or below one and above the other
  output logic [LANES-1:0]       le_hit,   // in LE only
  output logic [LANES-1:0]       lo_hit
);
  typedef struct packed {
    logic                  under;
    logic                  over;
    logic                  hybrid;
    logic                  le_hit;
    logic                  lo_hit;
    logic [VALUE_BITS-1:0] factor;
  } looked_up_t;

  // The part takes 8 bytes in a step, two in each lane, and counts both of INT8: of 16-bit elements there is none for the
  // second. With FP16 that counts as a hybrid, with INT16 as what the last step of INT8 has left there.
  localparam int IDLE_LANES = 4;
  localparam int LAST = LANES - 2 * IDLE_LANES + 1;
  localparam logic [4:0] HYBRID = 5'b00100;
  logic [IDLE_LANES-1:0][4:0] idle;  // under, over, hybrid, le_hit, lo_hit

  localparam logic [LUT_INDEX_BITS-1:0] LE_LAST = LUT_INDEX_BITS'(LUT_LE_ENTRIES - 1);
  localparam logic [LUT_INDEX_BITS-1:0] LO_LAST = LUT_INDEX_BITS'(LUT_LO_ENTRIES - 1);
  localparam int FRACTION_BITS = 16;  // that are used
  localparam int EDGE_WIDTH = 39;     // of an integer from which a slope begins
  localparam int STEEP_BITS = 40;     // of a product that may move up: a larger one saturates anyway

  s_lut_cfg_reg_t  choice;
  s_lut_info_reg_t info;
  s_lut_le_slope_scale_reg_t le_scale;
  s_lut_le_slope_shift_reg_t le_shift;
  s_lut_lo_slope_scale_reg_t lo_scale;
  s_lut_lo_slope_shift_reg_t lo_shift;
  assign choice = settings.s_lut_cfg;
  assign info = settings.s_lut_info;
  assign le_scale = settings.s_lut_le_slope_scale;
  assign le_shift = settings.s_lut_le_slope_shift;
  assign lo_scale = settings.s_lut_lo_slope_scale;
  assign lo_shift = settings.s_lut_lo_slope_shift;

  wire [WINDOW_SUM_BITS-1:0] le_start = WINDOW_SUM_BITS'({settings.s_lut_le_start_high, settings.s_lut_le_start_low});
  wire [WINDOW_SUM_BITS-1:0] le_end = WINDOW_SUM_BITS'({settings.s_lut_le_end_high, settings.s_lut_le_end_low});
  wire [WINDOW_SUM_BITS-1:0] lo_start = WINDOW_SUM_BITS'({settings.s_lut_lo_start_high, settings.s_lut_lo_start_low});
  wire [WINDOW_SUM_BITS-1:0] lo_end = WINDOW_SUM_BITS'({settings.s_lut_lo_end_high, settings.s_lut_lo_end_low});
  wire [7:0] le_offset = info.lut_le_index_offset;
  wire [7:0] le_select = select_of(info.lut_le_index_select, int8, floating);
  wire [7:0] lo_select = select_of(info.lut_lo_index_select, int8, floating);
  wire exponential = choice.lut_le_function == S_LUT_CFG_LUT_LE_FUNCTION_EXPONENT;
  wire take = in_valid && in_ready;
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;

  // Integers have fewer of its bits than the register has
  function automatic logic [7:0] select_of(input logic [7:0] select, input logic narrow, input logic of_floats);
    if (of_floats) select_of = select;
    else select_of = narrow ? 8'($signed(select[5:0])) : 8'($signed(select[6:0]));
  endfunction

  function automatic lut_place_t integer_place(input logic signed [WINDOW_SUM_BITS-1:0] sum, input logic in_lo);
    logic signed [WINDOW_SUM_BITS-1:0] start;
    logic [LUT_DISTANCE_BITS-1:0] distance;
    start = in_lo ? lo_start : le_start;
    distance = LUT_DISTANCE_BITS'(sum) - LUT_DISTANCE_BITS'(start);
    if (sum <= start) integer_place = LUT_BELOW;
    else if (in_lo) integer_place = linear_place(distance, lo_select, LO_LAST);
    else if (exponential) integer_place = exponential_place(distance, le_offset, LE_LAST);
    else integer_place = linear_place(distance, le_select, LE_LAST);
  endfunction

  function automatic lut_place_t float_place(input logic [31:0] sum, input logic in_lo);
    logic [31:0] distance;
    distance = fp32_subtract(sum, in_lo ? lo_start[31:0] : le_start[31:0]);
    if (in_lo) float_place = linear_place_fp32(distance, lo_select, LO_LAST);
    else if (exponential) float_place = exponential_place_fp32(distance, le_offset, LE_LAST);
    else float_place = linear_place_fp32(distance, le_select, LE_LAST);
  endfunction

  // Where the slope outside of a table begins: an exponential table has its first entry at 2^offset
  function automatic logic signed [EDGE_WIDTH-1:0] integer_base(input logic in_lo, input logic is_under);
    logic signed [WINDOW_SUM_BITS-1:0] edge_value;
    edge_value = in_lo ? (is_under ? lo_start : lo_end) : is_under ? le_start : le_end;
    integer_base = EDGE_WIDTH'(edge_value);
    if (is_under && !in_lo && exponential && !le_offset[7])
      integer_base = integer_base + (EDGE_WIDTH'(1) << le_offset);
  endfunction

  function automatic logic [31:0] float_base(input logic in_lo, input logic is_under);
    logic [31:0] edge_value;
    logic tiny;  // 2^offset is below the smallest number
    edge_value = in_lo ? (is_under ? lo_start[31:0] : lo_end[31:0]) : is_under ? le_start[31:0] : le_end[31:0];
    tiny = le_offset == 8'h80 || le_offset == 8'h81;
    float_base = edge_value;
    if (is_under && !in_lo && exponential)
      float_base = fp32_add({1'b0, tiny ? 8'd0 : le_offset + 8'd127, 23'b0}, edge_value);
  endfunction

  function automatic logic [15:0] integer_result(
    input logic signed [15:0] entry, input logic signed [WIDE_BITS-1:0] product, input logic signed [LUT_SLOPE_SHIFT_BITS:0] right
  );
    logic signed [WIDE_BITS-1:0] moved;
    if (right >= 0) moved = rounded_shift(product, right);
    else moved = saturated(product, 6'(STEEP_BITS)) <<< -right;
    integer_result = 16'(saturated(WIDE_BITS'(entry) + moved, 6'd16));
  endfunction

  function automatic logic [VALUE_BITS-1:0] float_result(input fp17_t entry, input logic [31:0] distance, input fp17_t factor);
    float_result = fp17_add(fp17_multiply(fp32_to_fp17(distance), factor), entry);
  endfunction

  function automatic logic [VALUE_BITS-1:0] between(
    input logic signed [15:0] first, input logic signed [15:0] second, input logic [FRACTION_BITS-1:0] fraction
  );
    if (floating)
      between = float_result(
        fp16_to_fp17(first), fp32_subtract(fp16_to_fp32(second), fp16_to_fp32(first)),
        fraction_to_fp17({fraction, (LUT_FRACTION_BITS-FRACTION_BITS)'(0)}));
    else
      between = VALUE_BITS'($signed(integer_result(
        first, (WIDE_BITS'(second) - WIDE_BITS'(first)) * $signed(WIDE_BITS'(fraction)), (LUT_SLOPE_SHIFT_BITS+1)'(FRACTION_BITS))));
  endfunction

  function automatic logic [VALUE_BITS-1:0] outside(
    input logic signed [WINDOW_SUM_BITS-1:0] sum, input logic in_lo, input logic is_under, input logic [15:0] entry
  );
    logic signed [15:0] scale;
    logic signed [4:0] shift;
    if (in_lo) begin
      scale = is_under ? lo_scale.lut_lo_slope_uflow_scale : lo_scale.lut_lo_slope_oflow_scale;
      shift = is_under ? lo_shift.lut_lo_slope_uflow_shift : lo_shift.lut_lo_slope_oflow_shift;
    end else begin
      scale = is_under ? le_scale.lut_le_slope_uflow_scale : le_scale.lut_le_slope_oflow_scale;
      shift = is_under ? le_shift.lut_le_slope_uflow_shift : le_shift.lut_le_slope_oflow_shift;
    end
    if (floating)
      outside = float_result(
        fp16_to_fp17(entry), fp32_subtract(sum[31:0], float_base(in_lo, is_under)), fp16_to_fp17(scale));
    else
      outside = VALUE_BITS'($signed(integer_result(
        entry, (WIDE_BITS'(sum) - WIDE_BITS'(integer_base(in_lo, is_under))) * WIDE_BITS'(scale),
        (LUT_SLOPE_SHIFT_BITS+1)'(shift))));
  endfunction

  function automatic looked_up_t looked_up(input logic [WINDOW_SUM_BITS-1:0] sum);
    lut_place_t le_place, lo_place, place;
    logic in_lo, le_in, lo_in, both_under, both_over;
    logic [LUT_INDEX_BITS-1:0] following;
    logic [15:0] first, second;
    logic [VALUE_BITS-1:0] factor;
    le_place = floating ? float_place(sum[31:0], 1'b0) : integer_place(sum, 1'b0);
    lo_place = floating ? float_place(sum[31:0], 1'b1) : integer_place(sum, 1'b1);
    in_lo = lo_chosen(
      le_place, lo_place, choice.lut_uflow_priority, choice.lut_oflow_priority, choice.lut_hybrid_priority);
    place = in_lo ? lo_place : le_place;
    following = place.under || place.over ? place.index : place.index + 1'b1;
    first = in_lo ? lo[place.index] : le[place.index[6:0]];
    second = in_lo ? lo[following] : le[following[6:0]];
    if (place.under || place.over) factor = outside(sum, in_lo, place.under, first);
    else factor = between(first, second, FRACTION_BITS'(place.fraction >> (LUT_FRACTION_BITS - FRACTION_BITS)));
    le_in = !le_place.under && !le_place.over;
    lo_in = !lo_place.under && !lo_place.over;
    both_under = le_place.under && lo_place.under;
    both_over = le_place.over && lo_place.over;
    looked_up = {both_under, both_over, !both_under && !both_over && le_in == lo_in, le_in && !lo_in, lo_in && !le_in, factor};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      last_column <= 1'b0;
      values <= '0;
      factors <= '0;
      {under, over, hybrid, le_hit, lo_hit} <= '0;
    end else if (changing) begin
      valid <= take || (valid && !ready);
      if (take) begin
        last_column <= in_last_column;
        values <= in_values;
        // verilator unroll_disable
        for (int i = 0; i < LANES; i++)
          if (int8 || i < LANES / 2)
            {under[i], over[i], hybrid[i], le_hit[i], lo_hit[i], factors[VALUE_BITS*i +: VALUE_BITS]} <=
              looked_up(in_sums[WINDOW_SUM_BITS*i +: WINDOW_SUM_BITS]);
          else {under[i], over[i], hybrid[i], le_hit[i], lo_hit[i]} <= floating ? HYBRID : idle[i % IDLE_LANES];
      end
    end

  // The tables hold the atom that was last
  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) for (int i = 0; i < IDLE_LANES; i++) idle[i] <= HYBRID;
    else if (changing && valid && int8)
      for (int i = 0; i < IDLE_LANES; i++)
        idle[i] <= {under[LAST+2*i], over[LAST+2*i], hybrid[LAST+2*i], le_hit[LAST+2*i], lo_hit[LAST+2*i]};
endmodule
