// CDP's look-up tables, on every element of an atom: what its sum gives; and what is counted of that.
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
  // single registers
  input  settings_t              settings,
  input  written_t               written,
  input  was_read_t              was_read,
  output status_t                status,
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
  // The part takes 8 bytes in a step, two in each lane, and counts both of INT8: of 16-bit elements there is none for the
  // second. With FP16 that counts as a hybrid, with INT16 as what the last step of INT8 has left there.
  localparam int IDLE_LANES = 4;
  localparam int LAST = LANES - 2 * IDLE_LANES + 1;
  localparam logic [4:0] HYBRID = 5'b00100;
  logic [IDLE_LANES-1:0][4:0] idle;  // under, over, hybrid, le_hit, lo_hit

  localparam int FRACTION_BITS = 16;  // that are used

  s_lut_info_reg_t info;
  assign info = settings.s_lut_info;

  nvdla_lut #(
    .WORD_BITS(WINDOW_SUM_BITS),
    .LAST_OFFSET(WINDOW_SUM_BITS),
    .SHOWS_ENTRY(1),
    .OWN_DIRECTION_ONLY(1),
    .STOPS_AT_END(1)
  ) lut (
    .access_written(written.s_lut_access_cfg),
    .data_written(written.s_lut_access_data),
    .data_read(was_read.s_lut_access_data),
    .clocked(1'b1),
    .access(settings.s_lut_access_cfg),
    .data(settings.s_lut_access_data),
    .access_shown(status.s_lut_access_cfg),
    .data_shown(status.s_lut_access_data),
    .choice(settings.s_lut_cfg),
    .le_offset(info.lut_le_index_offset),
    .le_exponent(exponent_of(info.lut_le_index_offset)),
    .le_select(select_of(info.lut_le_index_select, int8, floating)),
    .lo_select(select_of(info.lut_lo_index_select, int8, floating)),
    .le_start(WINDOW_SUM_BITS'({settings.s_lut_le_start_high, settings.s_lut_le_start_low})),
    .le_end(WINDOW_SUM_BITS'({settings.s_lut_le_end_high, settings.s_lut_le_end_low})),
    .lo_start(WINDOW_SUM_BITS'({settings.s_lut_lo_start_high, settings.s_lut_lo_start_low})),
    .lo_end(WINDOW_SUM_BITS'({settings.s_lut_lo_end_high, settings.s_lut_lo_end_low})),
    .le_scale(settings.s_lut_le_slope_scale),
    .le_shift(settings.s_lut_le_slope_shift),
    .lo_scale(settings.s_lut_lo_slope_scale),
    .lo_shift(settings.s_lut_lo_slope_shift),
    .*
  );

  logic take;

  nvdla_stage stage (.in_last(in_last_column), .last(last_column), .*);

  // Integers have fewer of its bits than the register has
  function automatic logic [7:0] select_of(input logic [7:0] select, input logic narrow, input logic of_floats);
    if (of_floats) select_of = select;
    else select_of = narrow ? 8'($signed(select[5:0])) : 8'($signed(select[6:0]));
  endfunction

  // Of 2^offset as FP32: 0 where it is below the smallest number
  function automatic logic [7:0] exponent_of(input logic [7:0] offset);
    exponent_of = offset == 8'h80 ? '0 : offset + 8'd127;
  endfunction

  // An entry and a part of what lies between it and the next, or a slope
  function automatic fp17_t float_value(input logic [15:0] entry, input fp32_t distance, input fp17_t factor);
    float_value = fp17_add(fp17_multiply(fp32_to_fp17(distance), factor), fp16_to_fp17(entry));
  endfunction

  function automatic logic signed [15:0] integer_between(
    input logic signed [15:0] first, input logic signed [15:0] second, input logic [FRACTION_BITS-1:0] fraction
  );
    logic signed [WIDE_BITS-1:0] rise;
    rise = (WIDE_BITS'(second) - WIDE_BITS'(first)) * $signed(WIDE_BITS'(fraction));
    integer_between = 16'(saturated(WIDE_BITS'(first) + rounded_shift(rise, 6'(FRACTION_BITS)), 6'd16));
  endfunction

  function automatic logic [VALUE_BITS-1:0] factor_of(input lut_found_t found);
    logic [FRACTION_BITS-1:0] fraction;
    fraction = FRACTION_BITS'(found.fraction >> (LUT_FRACTION_BITS - FRACTION_BITS));
    if (found.under || found.over)
      factor_of = floating ? float_value(found.first, found.distance[31:0], fp16_to_fp17(found.scale))
        : VALUE_BITS'($signed(extrapolated(found.distance, found.first, found.scale, found.shift, 6'd16)));
    else
      factor_of = floating
        ? float_value(
            found.first, fp32_subtract(fp16_to_fp32(found.second), fp16_to_fp32(found.first)),
            fraction_to_fp17({fraction, (LUT_FRACTION_BITS-FRACTION_BITS)'(0)}))
        : VALUE_BITS'(integer_between(found.first, found.second, fraction));
  endfunction

  // How its look-up counts, and the factor
  function automatic logic [VALUE_BITS+4:0] looked_up(input logic [WINDOW_SUM_BITS-1:0] sum);
    lut_found_t found;
    logic both_under, both_over, le_in, lo_in;
    found = lut.found(sum, floating);
    both_under = found.le_under && found.lo_under;
    both_over = found.le_over && found.lo_over;
    le_in = !found.le_under && !found.le_over;
    lo_in = !found.lo_under && !found.lo_over;
    looked_up = {
      both_under, both_over, !both_under && !both_over && le_in == lo_in, le_in && !lo_in, lo_in && !le_in,
      factor_of(found)};
  endfunction

  always_ff @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      values <= '0;
      factors <= '0;
      {under, over, hybrid, le_hit, lo_hit} <= '0;
    end else if (take) begin
      values <= in_values;
      // verilator unroll_disable
      for (int i = 0; i < LANES; i++)
        if (int8 || i < LANES / 2)
          {under[i], over[i], hybrid[i], le_hit[i], lo_hit[i], factors[VALUE_BITS*i +: VALUE_BITS]} <=
            looked_up(in_sums[WINDOW_SUM_BITS*i +: WINDOW_SUM_BITS]);
        else {under[i], over[i], hybrid[i], le_hit[i], lo_hit[i]} <= floating ? HYBRID : idle[i % IDLE_LANES];
    end

  if (PRECISION_16_BITS != 0) begin : g_idle
    // The tables hold the atom that was last
    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) for (int i = 0; i < IDLE_LANES; i++) idle[i] <= HYBRID;
      else if (valid && ready && int8)
        for (int i = 0; i < IDLE_LANES; i++)
          idle[i] <= {under[LAST+2*i], over[LAST+2*i], hybrid[LAST+2*i], le_hit[LAST+2*i], lo_hit[LAST+2*i]};
  end else begin : g_no_idle
    assign idle = '0;
  end
endmodule
