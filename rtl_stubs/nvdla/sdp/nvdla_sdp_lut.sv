// Y's look-up tables, on every element of an atom; and what is counted of them, of each element once. Without look-ups data
// pass as they are.
module nvdla_sdp_lut
  import nvdla_config_pkg::*;
  import nvdla_link_pkg::*;
  import nvdla_sdp_pkg::*;
  import nvdla_round_pkg::*;
  import nvdla_lut_pkg::*;
#(
  parameter bit LOOK_UPS = 1
) (
  input  logic                    clk,
  input  logic                    reset_n,
  // single registers
  input  settings_t               settings,
  input  written_t                written,
  input  was_read_t               was_read,
  output status_t                 status,
  input  logic                    running,  // a layer
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
  s_lut_info_reg_t info;
  assign info = settings.s_lut_info;

  logic clocked;  // the tables

  nvdla_table_clock table_clock (
    .chosen(written.s_lut_access_cfg), .uses_y(cfg.ew_bypass == D_DP_EW_CFG_EW_BYPASS_NO), .runs(clocked), .*
  );

  nvdla_lut lut (
    .access_written(written.s_lut_access_cfg),
    .data_written(written.s_lut_access_data),
    .data_read(was_read.s_lut_access_data),
    .clocked,
    .access(settings.s_lut_access_cfg),
    .data(settings.s_lut_access_data),
    .access_shown(status.s_lut_access_cfg),
    .data_shown(status.s_lut_access_data),
    .choice(settings.s_lut_cfg),
    .le_offset(info.lut_le_index_offset),
    .le_exponent(info.lut_le_index_offset + 8'd127),
    .le_select(info.lut_le_index_select),
    .lo_select(info.lut_lo_index_select),
    .le_start(settings.s_lut_le_start),
    .le_end(settings.s_lut_le_end),
    .lo_start(settings.s_lut_lo_start),
    .lo_end(settings.s_lut_lo_end),
    .le_scale(settings.s_lut_le_slope_scale),
    .le_shift(settings.s_lut_le_slope_shift),
    .lo_scale(settings.s_lut_lo_slope_scale),
    .lo_shift(settings.s_lut_lo_slope_shift),
    .*
  );

  wire floating = PRECISION_FP16 != 0 && format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_FP16;

  function automatic logic [31:0] value_of(input lut_found_t found);
    if (found.under || found.over)
      value_of = floating ? extrapolated_fp32(found.distance[31:0], found.first, found.scale)
        : extrapolated(found.distance, found.first, found.scale, found.shift, 6'd32);
    else
      value_of = floating ? interpolated_fp32(found.first, found.second, found.fraction)
        : interpolated(found.first, found.second, found.fraction);
  endfunction

  // How its look-up counts, and the word
  function automatic logic [36:0] looked_up(input logic [31:0] word);
    lut_found_t found;
    found = lut.found(word, floating);
    looked_up = {
      found.under, found.over, !(found.under || found.over), !(found.le_under || found.le_over),
      !(found.lo_under || found.lo_over), value_of(found)};
  endfunction

  if (LOOK_UPS) begin : g_look_ups
    logic take;
    wire bypass = cfg.ew_bypass == D_DP_EW_CFG_EW_BYPASS_YES || cfg.ew_lut_bypass == D_DP_EW_CFG_EW_LUT_BYPASS_YES;
    wire int8 = PRECISION_16_BITS == 0 || format.proc_precision == D_DATA_FORMAT_PROC_PRECISION_INT8;

    nvdla_stage stage (.*);

    always_ff @(posedge clk or negedge reset_n)
      if (!reset_n) begin
        data <= '0;
        {under, over, covered, le_hit, lo_hit} <= '0;
      end else if (take) begin
        {under, over, covered, le_hit, lo_hit} <= '0;
        if (bypass) data <= in_data;
        else begin
          // verilator unroll_disable
          for (int i = 0; i < ATOM_BYTES; i++)
            if (int8 || i < ATOM_BYTES / 2)
              {under[i], over[i], covered[i], le_hit[i], lo_hit[i], data[32*i +: 32]} <= looked_up(in_data[32*i +: 32]);
        end
      end
  end else begin : g_no_look_ups
    assign {valid, last, data} = {in_valid, in_last, in_data};
    assign in_ready = ready;
    assign {under, over, covered, le_hit, lo_hit} = '0;
  end
endmodule
