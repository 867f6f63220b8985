// The look-up tables of a unit, which belong to both groups of registers, with the port to them and what a look-up finds. The
// data path calls `found` for as many elements as it likes in a cycle, and makes results of what that gives.
module nvdla_lut
  import nvdla_round_pkg::*;
  import nvdla_fp32_pkg::*;
  import nvdla_lut_pkg::*;
  import nvdla_sdp_pkg::*;  // CDP's registers of tables are the same
#(
  parameter int WORD_BITS = 32,    // of an integer that is looked up
  parameter int LAST_OFFSET = 31,  // the largest distance of a first entry that moves the slope below it, as a power of two
  parameter bit SHOWS_ENTRY = 0,   // the port: see there
  parameter bit OWN_DIRECTION_ONLY = 0,
  parameter bit STOPS_AT_END = 0
) (
  input  logic                        clk,
  input  logic                        reset_n,
  // accesses in the cycle before, what was last written, and what the two registers read
  input  logic                        access_written,
  input  logic                        data_written,
  input  logic                        data_read,
  input  logic                        clocked,     // the tables take what is written
  input  logic [31:0]                 access,
  input  logic [31:0]                 data,
  output logic [31:0]                 access_shown,
  output logic [31:0]                 data_shown,
  // what registers say of the tables: START and END are integers, or FP32 in the lowest bits
  input  s_lut_cfg_reg_t              choice,
  input  logic [LUT_SELECT_BITS-1:0]  le_offset,    // of an exponential LE: 2^offset to its first entry,
  input  logic [7:0]                  le_exponent,  // and that as the exponent of an FP32
  input  logic [LUT_SELECT_BITS-1:0]  le_select,
  input  logic [LUT_SELECT_BITS-1:0]  lo_select,
  input  logic signed [WORD_BITS-1:0] le_start,
  input  logic signed [WORD_BITS-1:0] le_end,
  input  logic signed [WORD_BITS-1:0] lo_start,
  input  logic signed [WORD_BITS-1:0] lo_end,
  input  s_lut_le_slope_scale_reg_t   le_scale,
  input  s_lut_le_slope_shift_reg_t   le_shift,
  input  s_lut_lo_slope_scale_reg_t   lo_scale,
  input  s_lut_lo_slope_shift_reg_t   lo_shift
);
  logic [15:0]               tables [0:LUT_ENTRIES-1];
  logic [LUT_ENTRY_BITS-1:0] entry;
  logic                      there, store;
  wire exponential = choice.lut_le_function == S_LUT_CFG_LUT_LE_FUNCTION_EXPONENT;

  assign data_shown = there ? 32'(tables[entry]) : '0;

  nvdla_lut_port #(
    .SHOWS_ENTRY(SHOWS_ENTRY),
    .OWN_DIRECTION_ONLY(OWN_DIRECTION_ONLY),
    .STOPS_AT_END(STOPS_AT_END)
  ) port (.*);

  function automatic lut_place_t integer_place(input logic signed [WORD_BITS-1:0] word, input logic in_lo);
    logic signed [WORD_BITS-1:0] start;
    logic [LUT_DISTANCE_BITS-1:0] distance;
    start = in_lo ? lo_start : le_start;
    distance = LUT_DISTANCE_BITS'(word) - LUT_DISTANCE_BITS'(start);
    if (word <= start) integer_place = LUT_BELOW;
    else if (in_lo) integer_place = linear_place(distance, lo_select, LO_LAST);
    else if (exponential) integer_place = exponential_place(distance, le_offset, LE_LAST);
    else integer_place = linear_place(distance, le_select, LE_LAST);
  endfunction

  function automatic lut_place_t float_place(input fp32_t word, input logic in_lo);
    fp32_t distance;
    distance = fp32_subtract(word, in_lo ? lo_start[31:0] : le_start[31:0]);
    if (in_lo) float_place = linear_place_fp32(distance, lo_select, LO_LAST);
    else if (exponential) float_place = exponential_place_fp32(distance, le_offset, LE_LAST);
    else float_place = linear_place_fp32(distance, le_select, LE_LAST);
  endfunction

  // How far a word is from where the slope outside of a table begins: below an exponential table that is its first entry
  function automatic logic signed [WIDE_BITS-1:0] from_slope(
    input logic signed [WORD_BITS-1:0] word, input logic in_lo, input logic under, input logic floating
  );
    logic at_first;
    logic signed [WORD_BITS-1:0] edge_value;
    logic signed [WORD_BITS:0] base;
    at_first = under && !in_lo && exponential;
    edge_value = in_lo ? (under ? lo_start : lo_end) : under ? le_start : le_end;
    base = (WORD_BITS+1)'(edge_value);
    if (at_first && le_offset <= LUT_SELECT_BITS'(LAST_OFFSET)) base = base + ((WORD_BITS+1)'(1) << le_offset);
    if (floating)
      from_slope = WIDE_BITS'(
        fp32_subtract(word[31:0], fp32_add(edge_value[31:0], at_first ? {1'b0, le_exponent, 23'b0} : '0)));
    else from_slope = WIDE_BITS'(word) - WIDE_BITS'(base);
  endfunction

  function automatic lut_found_t found(input logic signed [WORD_BITS-1:0] word, input logic floating);
    lut_place_t le, lo, place;
    logic in_lo, beyond;
    le = floating ? float_place(word[31:0], 1'b0) : integer_place(word, 1'b0);
    lo = floating ? float_place(word[31:0], 1'b1) : integer_place(word, 1'b1);
    in_lo = lo_chosen(le, lo, choice.lut_uflow_priority, choice.lut_oflow_priority, choice.lut_hybrid_priority);
    place = in_lo ? lo : le;
    beyond = place.under || place.over;
    found = '0;
    found.le_under = le.under;
    found.le_over = le.over;
    found.lo_under = lo.under;
    found.lo_over = lo.over;
    found.under = place.under;
    found.over = place.over;
    found.first = tables[lut_entry(in_lo, place.index)];
    if (!beyond) found.second = tables[lut_entry(in_lo, place.index + 1'b1)];
    found.fraction = place.fraction;
    if (beyond) found.distance = from_slope(word, in_lo, place.under, floating);
    if (in_lo) begin
      found.scale = place.under ? lo_scale.lut_lo_slope_uflow_scale : lo_scale.lut_lo_slope_oflow_scale;
      found.shift = place.under ? lo_shift.lut_lo_slope_uflow_shift : lo_shift.lut_lo_slope_oflow_shift;
    end else begin
      found.scale = place.under ? le_scale.lut_le_slope_uflow_scale : le_scale.lut_le_slope_oflow_scale;
      found.shift = place.under ? le_shift.lut_le_slope_uflow_shift : le_shift.lut_le_slope_oflow_shift;
    end
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) for (int i = 0; i < LUT_ENTRIES; i++) tables[i] <= '0;
    else if (store && clocked) tables[entry] <= data[15:0];
endmodule
