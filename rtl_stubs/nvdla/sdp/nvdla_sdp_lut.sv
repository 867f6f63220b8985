// Y's look-up tables, on every element of an atom; and what is counted of them, of each element once. Tables and their
// registers belong to both groups.
module nvdla_sdp_lut
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_lut_pkg::*;
(
  input  logic                    clk,
  input  logic                    reset_n,
  input  settings_t               settings,
  input  wire  [15:0]             le [0:LUT_LE_ENTRIES-1],
  input  wire  [15:0]             lo [0:LUT_LO_ENTRIES-1],
  input  d_dp_ew_cfg_reg_t        cfg,
  input  d_data_format_reg_t      format,
  input  logic                    in_valid,
  output logic                    in_ready,
  input  logic                    in_last,
  input  logic [RESULTS_BITS-1:0] in_data,
  output logic                    valid,
  input  logic                    ready,
  output logic                    last,
  output logic [RESULTS_BITS-1:0] data,
  // by element of what is given, what its look-up was; 0 without one
  output logic [ATOM_BYTES-1:0]   under,
  output logic [ATOM_BYTES-1:0]   over,
  output logic [ATOM_BYTES-1:0]   covered,
  output logic [ATOM_BYTES-1:0]   le_hit,
  output logic [ATOM_BYTES-1:0]   lo_hit
);
  typedef struct packed {
    logic        under;
    logic        over;
    logic        covered;
    logic        le_hit;
    logic        lo_hit;
    logic [31:0] word;
  } looked_up_t;

  localparam logic [LUT_INDEX_BITS-1:0] LE_LAST = LUT_INDEX_BITS'(LUT_LE_ENTRIES - 1);
  localparam logic [LUT_INDEX_BITS-1:0] LO_LAST = LUT_INDEX_BITS'(LUT_LO_ENTRIES - 1);

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

  wire [31:0] le_start = settings.s_lut_le_start;
  wire [31:0] le_end = settings.s_lut_le_end;
  wire [31:0] lo_start = settings.s_lut_lo_start;
  wire [31:0] lo_end = settings.s_lut_lo_end;
  wire [7:0]  le_offset = info.lut_le_index_offset;
  wire [7:0]  le_select = info.lut_le_index_select;
  wire [7:0]  lo_select = info.lut_lo_index_select;
  wire exponential = choice.lut_le_function == S_LUT_CFG_LUT_LE_FUNCTION_EXPONENT;

  wire bypass = cfg.ew_bypass == D_DP_EW_CFG_EW_BYPASS_YES || cfg.ew_lut_bypass == D_DP_EW_CFG_EW_LUT_BYPASS_YES;
  wire floating = format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;
  wire int8 = format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;
  wire take = in_valid && in_ready;
  wire changing = take || (valid && ready);

  assign in_ready = !valid || ready;

  function automatic lut_place_t integer_place(input logic signed [31:0] word, input logic in_lo);
    logic signed [31:0] start;
    logic [31:0] above;
    logic [LUT_DISTANCE_BITS-1:0] distance;
    start = in_lo ? lo_start : le_start;
    above = word - start;
    distance = LUT_DISTANCE_BITS'(above);
    if (word <= start) integer_place = LUT_BELOW;
    else if (in_lo) integer_place = linear_place(distance, lo_select, LO_LAST);
    else if (exponential) integer_place = exponential_place(distance, le_offset, LE_LAST);
    else integer_place = linear_place(distance, le_select, LE_LAST);
  endfunction

  function automatic lut_place_t float_place(input logic [31:0] word, input logic in_lo);
    logic [31:0] distance;
    distance = fp32_subtract(word, in_lo ? lo_start : le_start);
    if (in_lo) float_place = linear_place_fp32(distance, lo_select, LO_LAST);
    else if (exponential) float_place = exponential_place_fp32(distance, le_offset, LE_LAST);
    else float_place = linear_place_fp32(distance, le_select, LE_LAST);
  endfunction

  // Where the slope outside of a table begins: an exponential table has its first entry at 2^offset
  function automatic logic signed [WIDE_BITS-1:0] integer_base(input logic in_lo, input logic is_under);
    logic signed [31:0] edge_value;
    edge_value = in_lo ? (is_under ? lo_start : lo_end) : is_under ? le_start : le_end;
    integer_base = WIDE_BITS'(edge_value);
    if (is_under && !in_lo && exponential && le_offset < 8'd32)
      integer_base = integer_base + (WIDE_BITS'(1) << le_offset);
  endfunction

  function automatic logic [31:0] float_base(input logic in_lo, input logic is_under);
    logic [31:0] edge_value;
    edge_value = in_lo ? (is_under ? lo_start : lo_end) : is_under ? le_start : le_end;
    float_base = is_under && !in_lo && exponential
      ? fp32_add(edge_value, {1'b0, le_offset + 8'd127, 23'b0}) : fp32_add(edge_value, '0);
  endfunction

  function automatic logic [31:0] outside(
    input logic [31:0] word, input logic in_lo, input logic is_under, input logic [15:0] entry
  );
    logic [15:0] scale;
    logic [4:0] shift;
    if (in_lo) begin
      scale = is_under ? lo_scale.lut_lo_slope_uflow_scale : lo_scale.lut_lo_slope_oflow_scale;
      shift = is_under ? lo_shift.lut_lo_slope_uflow_shift : lo_shift.lut_lo_slope_oflow_shift;
    end else begin
      scale = is_under ? le_scale.lut_le_slope_uflow_scale : le_scale.lut_le_slope_oflow_scale;
      shift = is_under ? le_shift.lut_le_slope_uflow_shift : le_shift.lut_le_slope_oflow_shift;
    end
    if (floating) outside = extrapolated_fp32(fp32_subtract(word, float_base(in_lo, is_under)), entry, scale);
    else outside = extrapolated(WIDE_BITS'($signed(word)) - integer_base(in_lo, is_under), entry, scale, shift);
  endfunction

  function automatic looked_up_t looked_up(input logic [31:0] word);
    lut_place_t le_place, lo_place, place;
    logic in_lo, beyond;
    logic [LUT_INDEX_BITS-1:0] following;
    logic [15:0] first, second;
    logic [31:0] value;
    le_place = floating ? float_place(word, 1'b0) : integer_place(word, 1'b0);
    lo_place = floating ? float_place(word, 1'b1) : integer_place(word, 1'b1);
    in_lo = lo_chosen(
      le_place, lo_place, choice.lut_uflow_priority, choice.lut_oflow_priority, choice.lut_hybrid_priority);
    place = in_lo ? lo_place : le_place;
    beyond = place.under || place.over;
    following = beyond ? place.index : place.index + 1'b1;
    first = in_lo ? lo[place.index] : le[place.index[6:0]];
    second = in_lo ? lo[following] : le[following[6:0]];
    if (beyond) value = outside(word, in_lo, place.under, first);
    else value = floating ? interpolated_fp32(first, second, place.fraction) : interpolated(first, second, place.fraction);
    looked_up = {
      place.under, place.over, !beyond, !(le_place.under || le_place.over), !(lo_place.under || lo_place.over), value};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      valid <= 1'b0;
      last <= 1'b0;
      data <= '0;
      {under, over, covered, le_hit, lo_hit} <= '0;
    end else if (changing) begin
      valid <= take || (valid && !ready);
      if (take) last <= in_last;
      if (take) {under, over, covered, le_hit, lo_hit} <= '0;
      if (take && bypass) data <= in_data;
      else if (take) begin
        // verilator unroll_disable
        for (int i = 0; i < ATOM_BYTES; i++)
          if (int8 || i < ATOM_BYTES / 2)
            {under[i], over[i], covered[i], le_hit[i], lo_hit[i], data[32*i +: 32]} <= looked_up(in_data[32*i +: 32]);
      end
    end
endmodule
